import type { HeapTreeAnswer, HeapTreeRow } from '../../../shared/model/heap-document.ts'
import { type HeapGraph, sizeOfNode } from '../graph/heap-graph.ts'
import type { TypeGroups } from './type-groups.ts'

/** More are not looked at one by one. */
const mostRows = 500

export interface GroupedNodes {
  readonly graph: HeapGraph
  readonly groups: TypeGroups
  readonly retained: Float64Array
  readonly rootKinds: ReadonlyMap<number, string>
}

/** The kind of each pseudo node that stands for roots, by node. */
export function rootKindsOf({ rootGroups }: HeapGraph): ReadonlyMap<number, string> {
  return new Map(rootGroups.map(({ node, kind }) => [node, kind]))
}

interface Sum {
  count: number
  shallowBytes: number
  retainedBytes: number
  hasRows: boolean
  first: number
}

/**
 * Nodes by type, the most retained first. None of them may lie below another.
 *
 * @param countOf what the row counts of a node
 */
export function groupedRows(
  { graph, groups, retained, rootKinds }: GroupedNodes,
  nodes: Iterable<number>,
  hasBelow: (node: number) => boolean,
  countOf: (node: number) => number = () => 1,
): HeapTreeAnswer {
  const sums = new Map<number, Sum>()
  for (const node of nodes) {
    const group = groups.ofType[graph.typeOf[node]!]!
    const sum = sums.get(group) ?? { count: 0, shallowBytes: 0, retainedBytes: 0, hasRows: false, first: node }
    sums.set(group, sum)
    sum.count += countOf(node)
    sum.shallowBytes += sizeOfNode(graph, node)
    sum.retainedBytes += retained[node]!
    sum.hasRows ||= hasBelow(node)
  }
  const rows = [...sums]
    .map(([key, { first, ...sum }]): HeapTreeRow => {
      const rootKind = rootKinds.get(first) ?? null
      return { key, name: groups.names[key]!, module: groups.modules[key]!, rootKind, ...sum }
    })
    .toSorted((a, b) => b.retainedBytes - a.retainedBytes || b.count - a.count || (a.name < b.name ? -1 : 1))
  const omitted = rows.slice(mostRows)
  return {
    rows: rows.slice(0, mostRows),
    omitted:
      omitted.length === 0
        ? null
        : {
            rowCount: omitted.length,
            retainedBytes: omitted.reduce((sum, { retainedBytes }) => sum + retainedBytes, 0),
          },
  }
}
