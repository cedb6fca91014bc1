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
    /** The next nodes on the ways to objects of the type. */
    const below = (nodes: Iterable<number>): readonly number[] => {
      const found = new Set<number>()
      for (const node of nodes)
        for (let edge = edgeStarts[node]!; edge < edgeStarts[node + 1]!; edge++) {
          const target = edgeTargets[edge]!
          if (target !== node && parentOf[target] === node && counts[target]! > 0) found.add(target)
        }
      return [...found]
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
