import { work } from '../../nettrace/work-steps.ts'
import type { SpanningTree } from './spanning-tree.ts'

/** Looked at on a way up before it is asked whether the rest of it is known. */
const nearSteps = 4

/**
 * Turns the parents of a spanning tree into immediate dominators, in passes over its references until nothing changes. A dominator is above a number in every spanning
 * tree, so that the tree holds too much at first. Whoever refers to a number has to be at or below its parent: otherwise the place where the ways up
 * from both meet becomes its parent. When that is so for every reference, everything above a number is a dominator of it.
 *
 * False: it took more than `mostSteps`, and nothing is known. The references of the tree are used up, and so is its room.
 */
export function* dominatorPasses(tree: SpanningTree, mostSteps: number): Generator<undefined, boolean> {
  /** By number: one that is above it at this time; 0: not known. */
  const knownAbove = tree.room.subarray(0, tree.parentOf.length)
  const pass = { tree, knownAbove, mostSteps, steps: 0, isChanged: true, isBackward: true }
  while (pass.isChanged && pass.steps < mostSteps) {
    yield
    knownAbove.fill(0)
    pass.isBackward = !pass.isBackward
    narrow(pass)
  }
  work.steps += pass.steps
  return pass.steps < mostSteps
}

interface Pass {
  readonly tree: SpanningTree
  readonly knownAbove: Uint32Array
  readonly mostSteps: number
  steps: number
  isChanged: boolean
  isBackward: boolean
}

/**
 * From the first number to the last, or back. In a list whose nodes refer to the next and to the one before, as timers have it, what is found of one node tells about
 * the next in one of the directions: a pass in the other one would get a node further.
 */
function narrow(pass: Pass): void {
  const {
    tree: { parentOf, edges, ends },
    knownAbove,
    isBackward,
  } = pass
  const count = ends.length
  let steps = 0
  let isChanged = false
  let kept = 0
  for (let place = 0, at = 0; place < count; place++) {
    const number = isBackward ? count - 1 - place : place
    const end = ends[number]!
    if (isBackward) {
      at = number === 0 ? 0 : ends[number - 1]!
      steps += end - at
    }
    let known = number
    for (; at < end; at++) {
      const target = edges[at]!
      const parent = parentOf[target]!
      // What the root is the parent of stays so. Most references of a heap are done with then.
      if (parent === 0 || target === number) continue
      if (!isBackward) edges[kept++] = target
      if (parent === known) continue
      let other = number
      let length = 0
      // A list of a million nodes that all refer to the list itself: each way ends at the one before.
      while (other > parent && (length++ < nearSteps || knownAbove[other] !== parent)) other = parentOf[other]!
      steps += length
      if (other >= parent) {
        known = parent
        if (length > nearSteps) knownAbove[number] = parent
        continue
      }
      let meeting = parent
      while (meeting !== other) {
        steps++
        if (meeting > other) meeting = parentOf[meeting]!
        else other = parentOf[other]!
      }
      parentOf[target] = meeting
      isChanged = true
      if (meeting === 0 && !isBackward) kept--
    }
    if (!isBackward) ends[number] = kept
    if (pass.steps + steps + kept > pass.mostSteps) break
  }
  pass.steps += steps + kept
  pass.isChanged = isChanged
}
