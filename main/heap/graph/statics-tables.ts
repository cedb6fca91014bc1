import { type HeapGraph, pinnedObjects } from './heap-graph.ts'
import { NodeSet } from './node-set.ts'

/** Calls `look` while the graph has its detours. */
export type OnDetours = <T>(look: () => T) => T

/**
 * Lets somebody look at a graph with one way to what a static field holds. The runtime keeps the values of static fields in arrays of its own under
 * handles, and tells the fields beside them: by both ways, no field would keep anything alone. References of such an array to what a field holds lead
 * to the array itself meanwhile; in place, because all references once more are hundreds of megabytes of a large heap.
 */
export function withoutStaticsTables(graph: HeapGraph): OnDetours {
  const { edgeTargets } = graph
  let count = 0
  eachDetour(graph, () => count++)
  if (count === 0) return (look) => look()
  const edges = new Uint32Array(count)
  const tables = new Uint32Array(count)
  eachDetour(graph, (edge, table) => {
    edges[--count] = edge
    tables[count] = table
  })
  const values = edges.map((edge) => edgeTargets[edge]!)
  const lead = (to: Uint32Array): void => edges.forEach((edge, at) => (edgeTargets[edge] = to[at]!))
  return (look) => {
    lead(tables)
    try {
      return look()
    } finally {
      lead(values)
    }
  }
}

function eachDetour(graph: HeapGraph, take: (edge: number, table: number) => void): void {
  const { edgeStarts, edgeTargets } = graph
  const held = heldByFields(graph)
  if (held.size === 0) return
  for (const table of staticsTables(graph))
    for (let edge = edgeStarts[table]!; edge < edgeStarts[table + 1]!; edge++)
      if (held.has(edgeTargets[edge]!)) take(edge, table)
}

/** Objects of static fields; those of threads are in arrays that belong to the threads. */
function heldByFields(graph: HeapGraph): NodeSet {
  const found = new NodeSet(graph)
  for (const group of graph.rootGroups.nodesOf('static'))
    for (const field of targetsOf(graph, group))
      if (nameOf(graph, field).startsWith('[static var ')) for (const value of targetsOf(graph, field)) found.add(value)
  return found
}

/** Nobody else can pin an array of references; under strong handles (.NET 10) the arrays are on the pinned heap, as far as that is told. */
export function staticsTables(graph: HeapGraph): NodeSet {
  const { generations, rootGroups } = graph
  const found = new NodeSet(graph)
  const isTable = (node: number): boolean => nameOf(graph, node) === 'object[]'
  for (const group of rootGroups.nodesOf('pinned-handle'))
    for (const node of targetsOf(graph, group)) if (isTable(node)) found.add(node)
  for (const group of rootGroups.nodesOf('strong-handle'))
    for (const node of targetsOf(graph, group))
      if ((generations === null || generations[node] === pinnedObjects) && isTable(node)) found.add(node)
  return found
}

function targetsOf({ edgeStarts, edgeTargets }: HeapGraph, node: number): Uint32Array {
  return edgeTargets.subarray(edgeStarts[node], edgeStarts[node + 1])
}

function nameOf({ types, typeOf }: HeapGraph, node: number): string {
  return types[typeOf[node]!]!.name
}
