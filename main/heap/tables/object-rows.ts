import type { HeapObjectRow } from '../../../shared/model/heap/heap-document.ts'
import { unreached } from '../dominators/dominator-tree.ts'
import {
  frozenObjects,
  type HeapGraph,
  largeObjects,
  pinnedObjects,
  sizeOfNode,
  unknownGeneration,
} from '../graph/heap-graph.ts'
import { orderByFloats } from '../graph/order-by-words.ts'

export interface ObjectsOf {
  readonly graph: HeapGraph
  readonly retained: Float64Array
  readonly dominatorOf: Uint32Array
}

export function objectRow(
  { graph, retained, dominatorOf }: ObjectsOf,
  node: number,
  edge: number | null = null,
): HeapObjectRow {
  const field = edge === null || graph.edgeFields === null ? '' : (graph.fieldNames[graph.edgeFields[edge]!] ?? '')
  return {
    node,
    name: graph.types[graph.typeOf[node]!]!.name,
    address: addressText(graph, node),
    shallowBytes: sizeOfNode(graph, node),
    retainedBytes: retained[node]!,
    generation: generationNames[graph.generations?.[node] ?? unknownGeneration] ?? '',
    field,
    isReached: dominatorOf[node] !== unreached,
  }
}

/** Hexadecimal; empty: a root. */
export function addressText({ addresses }: HeapGraph, node: number): string {
  const address = addresses[node] ?? 0n
  return address === 0n ? '' : `0x${address.toString(16)}`
}

const generationNames: Readonly<Record<number, string>> = {
  0: 'Gen 0',
  1: 'Gen 1',
  2: 'Gen 2',
  [largeObjects]: 'LOH',
  [pinnedObjects]: 'POH',
  [frozenObjects]: 'Frozen',
}

/** Nodes of a kind, the most retained first. */
export function nodesByRetained(
  graph: HeapGraph,
  retained: Float64Array,
  isOne: (node: number) => boolean,
): Uint32Array {
  let count = 0
  const nodes = new Uint32Array(graph.nodeCount)
  for (let node = 0; node < graph.nodeCount; node++) if (isOne(node)) nodes[count++] = node
  return orderByFloats(retained, nodes.slice(0, count))
}

/** Who refers to each node, whether a root reaches them or not: the edges into node n are `edges[starts[n] .. starts[n + 1])`, and `sources` where they come from. */
export interface Referrers {
  readonly starts: Uint32Array
  readonly sources: Uint32Array
  readonly edges: Uint32Array
}

export function referrersOf({ nodeCount, edgeStarts, edgeTargets }: HeapGraph): Referrers {
  const starts = new Uint32Array(nodeCount + 1)
  for (const target of edgeTargets) starts[target + 1]!++
  for (let node = 0; node < nodeCount; node++) starts[node + 1]! += starts[node]!
  const next = starts.slice(0, -1)
  const sources = new Uint32Array(edgeTargets.length)
  const edges = new Uint32Array(edgeTargets.length)
  for (let node = 0; node < nodeCount; node++)
    for (let edge = edgeStarts[node]!; edge < edgeStarts[node + 1]!; edge++) {
      const place = next[edgeTargets[edge]!]!++
      sources[place] = node
      edges[place] = edge
    }
  return { starts, sources, edges }
}
