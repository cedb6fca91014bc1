import type { DepthFirst } from '../../main/heap/dominators/depth-first.ts'
import type { Predecessors } from '../../main/heap/dominators/predecessors.ts'

/** Semi-NCA (Georgiadis 2005), the method of LLVM: quadratic in the worst case. */
export function semiNca({ count, parentOf }: DepthFirst, { starts, sources }: Predecessors): Uint32Array {
  const dominator = parentOf.slice()
  const above = parentOf.slice()
  const semi = Uint32Array.from(parentOf.keys())
  const label = semi.slice()
  const path: number[] = []
  const best = (from: number, lastLinked: number): number => {
    if (above[from]! < lastLinked) return label[from]!
    path.length = 0
    let at = from
    do {
      path.push(at)
      at = above[at]!
    } while (above[at]! >= lastLinked)
    let top = at
    let topLabel = label[top]!
    while (path.length > 0) {
      at = path.pop()!
      above[at] = above[top]!
      if (semi[topLabel]! < semi[label[at]!]!) label[at] = topLabel
      else topLabel = label[at]!
      top = at
    }
    return label[from]!
  }
  for (let number = count - 1; number > 0; number--) {
    semi[number] = parentOf[number]!
    for (let at = starts[number]!; at < starts[number + 1]!; at++) {
      const candidate = semi[best(sources[at]!, number + 1)]!
      if (candidate < semi[number]!) semi[number] = candidate
    }
  }
  for (let number = 1; number < count; number++) {
    let candidate = dominator[number]!
    while (candidate > semi[number]!) candidate = dominator[candidate]!
    dominator[number] = candidate
  }
  return dominator
}

/** Cooper, Harvey and Kennedy (2001): passes in reverse post-order until nothing changes. Null: not done after so many steps. */
export function iterative(
  { count, parentOf }: DepthFirst,
  { starts, sources }: Predecessors,
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
      let found = 0xffff_ffff
      for (let at = starts[number]!; at < starts[number + 1]!; at++) {
        let other = sources[at]!
        if (dominator[other] === 0xffff_ffff) continue
        if (found === 0xffff_ffff) {
          found = other
          continue
        }
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
