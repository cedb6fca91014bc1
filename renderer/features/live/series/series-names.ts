import type { Tag } from '../../../../shared/model/live.ts'

/** What tells names and tag sets from their neighbours, so that what they share is written once. Pure rules, tested by value. */

/** Up to the last separator that all names share: `dotnet.thread_pool.` of queue.length and thread.count; empty for one name. */
export function commonPrefix(names: readonly string[]): string {
  const [first = '', ...rest] = names
  if (rest.length === 0) return ''
  let length = first.length
  for (const name of rest) {
    let same = 0
    while (same < length && same < name.length && name[same] === first[same]) same += 1
    length = same
  }
  const separator = Math.max(
    first.lastIndexOf('.', length - 1),
    first.lastIndexOf(' ', length - 1),
    first.lastIndexOf('-', length - 1),
  )
  return length === 0 ? '' : first.slice(0, separator + 1)
}

/** `route` of `http.route`. */
export function lastPart(name: string): string {
  const at = name.lastIndexOf('.')
  return at >= 0 && at < name.length - 1 ? name.slice(at + 1) : name
}

export interface TagDifferences {
  /** In the order of their first appearance: keys that some set lacks, or that have several values. */
  readonly differing: readonly string[]
  /** The same in every set. */
  readonly constant: readonly Tag[]
}

/** A single set differs from nothing: all its tags are constant. */
export function tagDifferences(tagSets: readonly (readonly Tag[])[]): TagDifferences {
  const values = new Map<string, { readonly tag: Tag; setCount: number; isConstant: boolean }>()
  for (const tags of tagSets) {
    for (const tag of tags) {
      const known = values.get(tag.key)
      if (known === undefined) values.set(tag.key, { tag, setCount: 1, isConstant: true })
      else {
        known.setCount += 1
        if (known.tag.value !== tag.value) known.isConstant = false
      }
    }
  }
  const all = [...values.values()]
  const isConstant = (one: (typeof all)[number]) => one.isConstant && one.setCount === tagSets.length
  return {
    differing: all.filter((one) => !isConstant(one)).map(({ tag }) => tag.key),
    constant: all.filter(isConstant).map(({ tag }) => tag),
  }
}

/** Values of the differing keys, in their order: `/cart, 500`. Empty for a set that has none of them. */
export function differingValues(tags: readonly Tag[], { differing }: TagDifferences): string {
  return differing
    .map((key) => tags.find((tag) => tag.key === key)?.value)
    .filter((value) => value !== undefined)
    .join(', ')
}
