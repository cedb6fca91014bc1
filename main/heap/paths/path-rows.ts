import type { HeapTreeAnswer } from '../../../shared/model/heap-document.ts'
import type { HeapGraph } from '../graph/heap-graph.ts'
import { type GroupedNodes, groupedRows } from '../tables/grouped-rows.ts'
import type { ShortestPaths } from './shortest-paths.ts'

/** What keeps the objects of one type alive: the shortest ways from the roots to all of them, put together by type. */
export class PathRows {
  readonly #of: GroupedNodes
  readonly #paths: ShortestPaths
  /** By node: objects of the type at or below it. */
  readonly #counts: Uint32Array

  constructor(of: GroupedNodes, paths: ShortestPaths, type: number) {
    this.#of = of
    this.#paths = paths
    this.#counts = countsBelow(of, paths, type)
  }

  /** @param path types of the rows above, the root first */
  rows(path: readonly number[]): HeapTreeAnswer {
    const counts = this.#counts
    const { graph, groups } = this.#of
    let nodes: readonly number[] = this.#below([0])
    for (const key of path) nodes = this.#below(nodes.filter((node) => groups.ofType[graph.typeOf[node]!] === key))
    return groupedRows(
      this.#of,
      nodes,
      (node) => this.#below([node]).length > 0,
      (node) => counts[node]!,
    )
  }

  /** The next nodes on the ways to objects of the type. */
  #below(nodes: readonly number[]): readonly number[] {
    const { edgeStarts, edgeTargets }: HeapGraph = this.#of.graph
    const { parentOf } = this.#paths
    const found = new Set<number>()
    for (const node of nodes)
      for (let edge = edgeStarts[node]!; edge < edgeStarts[node + 1]!; edge++) {
        const target = edgeTargets[edge]!
        if (target !== node && parentOf[target] === node && this.#counts[target]! > 0) found.add(target)
      }
    return [...found]
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
