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
  const pass = { tree, knownAbove, mostSteps, steps: 0, isChanged: true }
  while (pass.isChanged && pass.steps < mostSteps) {
    yield
    knownAbove.fill(0)
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
}

function narrow(pass: Pass): void {
  const {
    tree: { parentOf, edges, ends },
    knownAbove,
  } = pass
  let steps = 0
  let isChanged = false
  let kept = 0
  for (let number = 0, at = 0; number < ends.length; number++) {
    let known = number
    for (const end = ends[number]!; at < end; at++) {
      const target = edges[at]!
      const parent = parentOf[target]!
      // What the root is the parent of stays so. Most references of a heap are done with then.
      if (parent === 0 || target === number) continue
      edges[kept++] = target
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
      if (meeting === 0) kept--
    }
    ends[number] = kept
    if (pass.steps + steps + kept > pass.mostSteps) break
  }
  pass.steps += steps + kept
  pass.isChanged = isChanged
}
