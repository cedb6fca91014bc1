import { work } from '../../nettrace/work-steps.ts'
import { type DepthFirst, longer } from './depth-first.ts'
import type { Predecessors } from './predecessors.ts'

/** In the lists of buckets: the end of one. */
const none = 0xffff_ffff

/**
 * The immediate dominator of each number; that of 0 is 0. Lengauer and Tarjan (1979) with simple linking and path compression: no graph makes it
 * slower than edges times the logarithm of nodes.
 */
export function lengauerTarjan(
  { count, parentOf }: DepthFirst,
  { lowest, starts, sources }: Predecessors,
): Uint32Array {
  const dominator = new Uint32Array(count)
  const semi = numbers(count)
  /** Best of the path that has been compressed. */
  const label = numbers(count)
  /** Towards the root among what has been linked; `none`: not linked, or the root of its tree. */
  const ancestor = new Uint32Array(count).fill(none)
  const firstInBucket = new Uint32Array(count).fill(none)
  const nextInBucket = new Uint32Array(count).fill(none)
  let path = new Uint32Array(1024)
  let steps = 0

  const best = (from: number): number => {
    if (ancestor[from] === none) return from
    let length = 0
    let at = from
    for (; ancestor[ancestor[at]!] !== none; at = ancestor[at]!) {
      if (length === path.length) path = longer(path)
      path[length++] = at
    }
    steps += length
    const top = at
    while (length-- > 0) {
      at = path[length]!
      const above = ancestor[at]!
      if (semi[label[above]!]! < semi[label[at]!]!) label[at] = label[above]!
      ancestor[at] = ancestor[top]!
    }
    return label[from]!
  }

  for (let number = count - 1; number > 0; number--) {
    const parent = parentOf[number]!
    semi[number] = lowest[number]!
    for (let at = starts[number]!; at < starts[number + 1]!; at++) {
      const candidate = semi[best(sources[at]!)]!
      if (candidate < semi[number]!) semi[number] = candidate
    }
    nextInBucket[number] = firstInBucket[semi[number]!]!
    firstInBucket[semi[number]!] = number
    ancestor[number] = parent
    for (let of = firstInBucket[parent]!; of !== none; of = nextInBucket[of]!) {
      const through = best(of)
      dominator[of] = semi[through]! < semi[of]! ? through : parent
    }
    firstInBucket[parent] = none
  }
  for (let number = 1; number < count; number++)
    if (dominator[number] !== semi[number]) dominator[number] = dominator[dominator[number]!]!
  work.steps += steps + count + sources.length
  return dominator
}

function numbers(count: number): Uint32Array {
  const column = new Uint32Array(count)
  for (let number = 0; number < count; number++) column[number] = number
  return column
}
