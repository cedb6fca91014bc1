import { work } from '../../nettrace/work-steps.ts'
import { unreached } from '../dominators/dominator-tree.ts'
import type { HeapGraph } from '../graph/heap-graph.ts'

/** The shortest way from the roots to each object: a tree over the nodes, found level by level. */
export interface ShortestPaths {
  /** By node: the one before it; node 0 has itself, and what no root reaches `unreached`. */
  readonly parentOf: Uint32Array
  /** Reached nodes, level by level. */
  readonly order: Uint32Array
}

export function shortestPaths({ nodeCount, edgeStarts, edgeTargets }: HeapGraph): ShortestPaths {
  const parentOf = new Uint32Array(nodeCount).fill(unreached)
  const order = new Uint32Array(nodeCount)
  if (nodeCount === 0) return { parentOf, order }
  parentOf[0] = 0
  let count = 1
  for (let place = 0; place < count; place++) {
    const node = order[place]!
    for (let edge = edgeStarts[node]!; edge < edgeStarts[node + 1]!; edge++) {
      const target = edgeTargets[edge]!
      if (parentOf[target] !== unreached) continue
      parentOf[target] = node
      order[count++] = target
    }
  }
  work.steps += nodeCount + edgeTargets.length
  return { parentOf, order: order.subarray(0, count) }
}

/** From the root to the node, both included; empty: no root reaches it. At most so many nodes, those next to the object. */
export function pathTo({ parentOf }: ShortestPaths, node: number, mostNodes: number): readonly number[] {
  if (node >= parentOf.length || parentOf[node] === unreached) return []
  const path = [node]
  for (let at = node; at !== 0 && path.length < mostNodes; path.push(at)) at = parentOf[at]!
  return path.toReversed()
}
