import { work } from '../../nettrace/work-steps.ts'
import { type DepthFirst, longer } from './depth-first.ts'
import type { Predecessors } from './predecessors.ts'

/**
 * The immediate dominator of each number; that of 0 is 0. Semi-NCA (Georgiadis 2005): semidominators as Lengauer and Tarjan find them, then a walk up
 * the tree that is there so far. The walks may be as long as the tree is deep; null: they took more than `mostSteps` together.
 */
export function semiNca(
  { count, parentOf }: DepthFirst,
  predecessors: Predecessors,
  mostSteps: number,
): Uint32Array | null {
  // The semidominator of a number is looked at for the last time when its dominator takes its place.
  const dominator = semidominators(count, parentOf, predecessors)
  let steps = 0
  for (let number = 1; number < count; number++) {
    const lowest = dominator[number]!
    let candidate = parentOf[number]!
    for (; candidate > lowest; candidate = dominator[candidate]!) steps++
    dominator[number] = candidate
    if (steps > mostSteps) {
      work.steps += steps
      return null
    }
  }
  work.steps += steps + count
  return dominator
}

/**
 * Sources lead all over the memory, and each walk waits for its own. Looked at beforehand, many at once, they are waited for together; so many still are near
 * when their turn comes.
 */
const broughtAtOnce = 1024

/**
 * By number. Two words for each lie side by side, as one look at the memory brings both: who is above it on the compressed path, and the
 * lowest semidominator on the part of the path that is compressed.
 */
function semidominators(
  count: number,
  parentOf: Uint32Array,
  { lowest: lowestSources, starts, sources }: Predecessors,
): Uint32Array {
  const semi = lowestSources.slice()
  const paths = new Uint32Array(count * 2)
  let path = new Uint32Array(1024)
  let steps = 0
  let end = starts[count]!
  /** Of the sources from here on, what is known of their paths has been looked at. */
  let brought = end
  let seen = 0
  for (let number = count - 1; number > 0; number--) {
    let lowest = semi[number]!
    const start = starts[number]!
    if (start < brought) {
      const from = Math.max(0, brought - broughtAtOnce)
      for (let place = from; place < brought; place++) seen ^= paths[paths[sources[place]! * 2]! * 2]!
      brought = from
    }
    for (let place = start; place < end; place++) {
      let at = sources[place]!
      let above = paths[at * 2]!
      if (above > number) {
        let length = 0
        do {
          if (length === path.length) path = longer(path)
          path[length++] = at
          at = above
          above = paths[at * 2]!
        } while (above > number)
        steps += length
        let best = paths[at * 2 + 1]!
        while (length > 0) {
          at = path[--length]!
          const own = paths[at * 2 + 1]!
          if (own < best) best = own
          else paths[at * 2 + 1] = best
          paths[at * 2] = above
        }
        if (best < lowest) lowest = best
      } else if (paths[at * 2 + 1]! < lowest) lowest = paths[at * 2 + 1]!
    }
    end = start
    semi[number] = lowest
    paths[number * 2] = parentOf[number]!
    paths[number * 2 + 1] = lowest
  }
  // Kept, so that the looks ahead are not left out as useless.
  path[0] = seen
  work.steps += steps + count + sources.length
  return semi
}
