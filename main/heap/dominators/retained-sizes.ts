import { type HeapGraph, sizeOfNode } from '../graph/heap-graph.ts'
import { longer } from './depth-first.ts'
import { type DominatorTree, unreached } from './dominator-tree.ts'

/** By node: bytes that could be collected without it, its own included; of what no root reaches its own. */
export function retainedSizes(graph: HeapGraph, { order, dominatorOf }: DominatorTree): Float64Array {
  const retained = new Float64Array(graph.sizes)
  for (const node of graph.largeSizes.nodes) retained[node] = sizeOfNode(graph, node)
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
  for (let node = 0; node < retained.length; node++)
    if (dominatorOf[node] === unreached) sums[groupOf(node)]! += retained[node]!
  if (order.length === 0) return sums
  /** Nodes of the group on the way from the root to here. */
  const open = new Uint32Array(groupCount)
  /** Of each node on the way: the next of its children, the end of them, its group. */
  let stack = new Uint32Array(3 * 1024)
  let depth = 0
  let group = groupOf(0)
  sums[group]! += retained[0]!
  open[group] = 1
  let place = childStarts[0]!
  let end = childStarts[1]!
  for (;;) {
    if (place < end) {
      const node = children[place++]!
      const own = groupOf(node)
      if (open[own] === 0) sums[own]! += retained[node]!
      const first = childStarts[node]!
      const last = childStarts[node + 1]!
      // Most keep nothing alive.
      if (first === last) continue
      if (depth === stack.length) stack = longer(stack)
      stack[depth] = place
      stack[depth + 1] = end
      stack[depth + 2] = group
      depth += 3
      group = own
      open[group]!++
      place = first
      end = last
    } else if (depth === 0) return sums
    else {
      open[group]!--
      depth -= 3
      place = stack[depth]!
      end = stack[depth + 1]!
      group = stack[depth + 2]!
    }
  }
}
