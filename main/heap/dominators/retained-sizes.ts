import { type HeapGraph, sizeOfNode } from '../graph/heap-graph.ts'
import { type DominatorTree, unreached } from './dominator-tree.ts'

/** By node: bytes that could be collected without it, its own included; of what no root reaches its own. */
export function retainedSizes(graph: HeapGraph, { order, dominatorOf }: DominatorTree): Float64Array {
  const retained = Float64Array.from(graph.sizes)
  for (const node of graph.largeSizes.keys()) retained[node] = sizeOfNode(graph, node)
  for (let place = order.length - 1; place > 0; place--) {
    const node = order[place]!
    retained[dominatorOf[node]!]! += retained[node]!
  }
  return retained
}

/**
 * By group (a type, a module): bytes that could be collected without all of its nodes' owners of that group, at least. A node below another one
 * of its group is counted with that one only. What no root reaches counts for itself.
 *
 * @param groupOf by node
 */
export function retainedByGroup(
  { childStarts, children, order, dominatorOf }: DominatorTree,
  retained: Float64Array,
  groupOf: (node: number) => number,
  groupCount: number,
): Float64Array {
  const sums = new Float64Array(groupCount)
  /** Nodes of the group on the way from the root to here. */
  const open = new Uint32Array(groupCount)
  const next = childStarts.slice(0, -1)
  for (let node = 0; node < retained.length; node++)
    if (dominatorOf[node] === unreached) sums[groupOf(node)]! += retained[node]!
  if (order.length === 0) return sums
  enter(0)
  for (let node = 0; ;) {
    const place = next[node]!
    if (place < childStarts[node + 1]!) {
      next[node] = place + 1
      node = children[place]!
      enter(node)
      continue
    }
    open[groupOf(node)]!--
    if (node === 0) break
    node = dominatorOf[node]!
  }
  return sums

  function enter(node: number): void {
    const group = groupOf(node)
    if (open[group]!++ === 0) sums[group]! += retained[node]!
  }
}
