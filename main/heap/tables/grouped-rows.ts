import type { HeapTreeAnswer, HeapTreeRow } from '../../../shared/model/heap/heap-document.ts'
import { type HeapGraph, sizeOfNode } from '../graph/heap-graph.ts'
import type { TypeGroups } from './type-groups.ts'

/** Of a page. */
const mostRows = 500

export interface GroupedNodes {
  readonly graph: HeapGraph
  readonly groups: TypeGroups
  readonly retained: Float64Array
}

interface Sum {
  count: number
  shallowBytes: number
  retainedBytes: number
  hasRows: boolean
  first: number
}

export interface GroupedRowsOptions {
  readonly hasBelow: (node: number) => boolean
  /** What the row counts of a node. */
  readonly countOf: (node: number) => number
  readonly fromRow: number
}

/** Nodes by type, the most retained first. None of them may lie below another. */
export function groupedRows(
  { graph, groups, retained }: GroupedNodes,
  nodes: Iterable<number>,
  { hasBelow, countOf, fromRow }: GroupedRowsOptions,
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
      const rootKind = graph.rootGroups.kindOf(first)
      return { key, name: groups.names[key]!, module: groups.modules[key]!, rootKind, address: '', ...sum }
    })
    .toSorted((a, b) => b.retainedBytes - a.retainedBytes || b.count - a.count || (a.name < b.name ? -1 : 1))
  return pageOf(
    rows,
    fromRow,
    (row) => row,
    ({ retainedBytes }) => retainedBytes,
  )
}

/** A page of a list, and the sum of what comes behind it. */
export function pageOf<Item>(
  items: ArrayLike<Item> & Iterable<Item>,
  fromRow: number,
  rowOf: (item: Item) => HeapTreeRow,
  retainedOf: (item: Item) => number,
): HeapTreeAnswer {
  const end = Math.min(items.length, fromRow + mostRows)
  const rows: HeapTreeRow[] = []
  for (let at = fromRow; at < end; at++) rows.push(rowOf(items[at]!))
  let retainedBytes = 0
  for (let at = end; at < items.length; at++) retainedBytes += retainedOf(items[at]!)
  return { rows, omitted: end >= items.length ? null : { rowCount: items.length - end, retainedBytes } }
}
