import type { DepthFirst } from '../../main/heap/dominators/depth-first.ts'
import type { Predecessors } from '../../main/heap/dominators/predecessors.ts'

/** Cooper, Harvey and Kennedy (2001): passes in reverse post-order until nothing changes. Null: not done after so many steps. */
export function iterative(
  { count, parentOf }: DepthFirst,
  { lowest, starts, sources }: Predecessors,
  mostSteps: number,
): Uint32Array | null {
  const { order, place } = reversePostOrder(count, parentOf)
  const dominator = new Uint32Array(count).fill(0xffff_ffff)
  dominator[0] = 0
  let steps = 0
  for (let isChanged = true; isChanged;) {
    isChanged = false
    for (const number of order) {
      if (number === 0) continue
      // The one that the walk came from is not among the others.
      let found = parentOf[number]!
      for (let at = starts[number]!; at <= starts[number + 1]!; at++) {
        let other = at === starts[number + 1] ? lowest[number]! : sources[at]!
        if (dominator[other] === 0xffff_ffff) continue
        while (found !== other) {
          while (place[other]! > place[found]!) {
            other = dominator[other]!
            steps++
          }
          while (place[found]! > place[other]!) {
            found = dominator[found]!
            steps++
          }
        }
        if (steps > mostSteps) return null
      }
      if (dominator[number] !== found) {
        dominator[number] = found
        isChanged = true
      }
    }
  }
  return dominator
}

/** From the tree of the walk in depth: post-order of its last child first. */
function reversePostOrder(count: number, parentOf: Uint32Array): { order: Uint32Array; place: Uint32Array } {
  const size = new Uint32Array(count).fill(1)
  for (let number = count - 1; number > 0; number--) size[parentOf[number]!]! += size[number]!
  // A node's place in post-order: where its parent's children before it ended, plus all below it.
  const start = new Uint32Array(count)
  const used = new Uint32Array(count)
  const order = new Uint32Array(count)
  const place = new Uint32Array(count)
  for (let number = 0; number < count; number++) {
    if (number > 0) {
      const parent = parentOf[number]!
      start[number] = start[parent]! + used[parent]!
      used[parent]! += size[number]!
    }
    const post = start[number]! + size[number]! - 1
    place[number] = count - 1 - post
    order[count - 1 - post] = number
  }
  return { order, place }
}
