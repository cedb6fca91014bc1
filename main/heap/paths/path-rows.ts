import type { HeapGraph } from '../graph/heap-graph.ts'
import type { GroupedNodes } from '../tables/grouped-rows.ts'
import { GroupedTree } from '../tables/grouped-tree.ts'
import type { ShortestPaths } from './shortest-paths.ts'

/** What keeps the objects of one type alive: the shortest ways from the roots to all of them, put together by type. */
export class PathRows extends GroupedTree {
  constructor(of: GroupedNodes, paths: ShortestPaths, type: number) {
    /** By node: objects of the type at or below it. */
    const counts = countsBelow(of, paths, type)
    const { edgeStarts, edgeTargets }: HeapGraph = of.graph
    const { parentOf, order } = paths
    // A set ends at seventeen million; an array may refer to more objects of one type.
    const isFound = new Uint8Array(of.graph.nodeCount)
    /** The next nodes on the ways to objects of the type, each once. */
    const below = (nodes: Iterable<number>): readonly number[] => {
      const found: number[] = []
      for (const node of nodes)
        for (let edge = edgeStarts[node]!; edge < edgeStarts[node + 1]!; edge++) {
          const target = edgeTargets[edge]!
          if (target === node || parentOf[target] !== node || counts[target] === 0 || isFound[target] === 1) continue
          isFound[target] = 1
          found.push(target)
        }
      for (const target of found) isFound[target] = 0
      return found
    }
    super(of, {
      order,
      parentOf,
      below,
      hasBelow: (node) => below([node]).length > 0,
      countOf: (node) => counts[node]!,
      weighsBy: 'count',
    })
  }
}

function countsBelow({ graph, groups }: GroupedNodes, { order, parentOf }: ShortestPaths, type: number): Uint32Array {
  const counts = new Uint32Array(graph.nodeCount)
  for (let place = order.length - 1; place >= 0; place--) {
    const node = order[place]!
    if (groups.ofType[graph.typeOf[node]!] === type) counts[node]!++
    if (node !== 0) counts[parentOf[node]!]! += counts[node]!
  }
  return counts
}
