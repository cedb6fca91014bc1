import type { HeapGraph } from '../graph/heap-graph.ts'
import { work } from '../../nettrace/work-steps.ts'

/** In `DepthFirst.numberOf`: no root reaches the node. */
export const unreached = 0xffff_ffff

/** Every node that is reached from node 0, numbered in the order in which a walk in depth comes to it; node 0 is number 0. */
export interface DepthFirst {
  readonly count: number
  /** By number. */
  readonly nodeOf: Uint32Array
  /** By node; `unreached` where nothing leads to. */
  readonly numberOf: Uint32Array
  /** By number: the number it was come from; that of node 0 is 0. */
  readonly parentOf: Uint32Array
}

/** Chains of a million objects are ordinary: nothing here recurs. */
export function depthFirst({ nodeCount, edgeStarts, edgeTargets }: HeapGraph): DepthFirst {
  const numberOf = new Uint32Array(nodeCount).fill(unreached)
  const nodeOf = new Uint32Array(nodeCount)
  const parentOf = new Uint32Array(nodeCount)
  if (nodeCount === 0) return { count: 0, nodeOf, numberOf, parentOf }
  /** By number: the next of its references to follow. */
  const next = new Uint32Array(nodeCount)
  numberOf[0] = 0
  next[0] = edgeStarts[0]!
  let count = 1
  for (let at = 0; ;) {
    const end = edgeStarts[nodeOf[at]! + 1]!
    let edge = next[at]!
    while (edge < end && numberOf[edgeTargets[edge]!] !== unreached) edge++
    next[at] = edge + 1
    if (edge < end) {
      const node = edgeTargets[edge]!
      const number = count++
      numberOf[node] = number
      nodeOf[number] = node
      parentOf[number] = at
      next[number] = edgeStarts[node]!
      at = number
    } else if (at === 0) break
    else at = parentOf[at]!
  }
  work.steps += nodeCount + edgeTargets.length
  return { count, nodeOf: nodeOf.subarray(0, count), numberOf, parentOf: parentOf.subarray(0, count) }
}
