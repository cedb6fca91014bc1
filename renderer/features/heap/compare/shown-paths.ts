import type { HeapComparePath } from '../../../../shared/model/heap/heap-compare.ts'

/** Rows by their parent: those at the top first, then those below row 0, row 1 ... */
export type PathChildren = readonly (readonly number[])[]

export interface ShownPath {
  readonly place: number
  readonly level: number
}

/** A row with most of the change above it is unfolded with it. */
const chainShare = 0.5

export function childrenOf(paths: readonly HeapComparePath[]): PathChildren {
  const children: number[][] = Array.from({ length: paths.length + 1 }, () => [])
  for (const [place, { parent }] of paths.entries()) children[parent + 1]!.push(place)
  return children
}

/** From the top down, without recursion. */
export function shownPaths(children: PathChildren, unfolded: ReadonlySet<number>): readonly ShownPath[] {
  const shown: ShownPath[] = []
  const pending: ShownPath[] = children[0]!.toReversed().map((place) => ({ place, level: 1 }))
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    shown.push(next)
    const { place, level } = next
    if (!unfolded.has(place)) continue
    for (const child of children[place + 1]!.toReversed()) pending.push({ place: child, level: level + 1 })
  }
  return shown
}

/** What to unfold at first: the way on which the largest change is. */
export function chainOfChange(paths: readonly HeapComparePath[], children: PathChildren): ReadonlySet<number> {
  const chain = new Set<number>()
  let all = 0
  for (let list = children[0]!; list.length > 0;) {
    const largest = list[0]!
    const change = Math.abs(paths[largest]!.bytesB - paths[largest]!.bytesA)
    if (change < all * chainShare) break
    chain.add(largest)
    all = change
    list = children[largest + 1]!
  }
  return chain
}
