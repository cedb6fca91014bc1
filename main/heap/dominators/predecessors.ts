import type { HeapGraph } from '../graph/heap-graph.ts'
import { type DepthFirst, unreached, walked } from './depth-first.ts'

/**
 * Who refers to a node beside the one that the walk in depth came from, all by number: those of number n are
 * `sources[starts[n] .. starts[n + 1])`. Most objects of a heap have none.
 */
export interface Predecessors {
  readonly starts: Uint32Array
  readonly sources: Uint32Array
}

export function predecessorsOf({ nodeCount, edgeStarts }: HeapGraph, reached: DepthFirst): Predecessors {
  const { count, numberOf, targetNumbers } = reached
  const starts = new Uint32Array(count + 1)
  // In the order of nodes, in which references lie: only what they lead to is all over the place.
  for (let node = 0; node < nodeCount; node++) {
    if (numberOf[node] === unreached) continue
    const end = edgeStarts[node + 1]!
    for (let edge = edgeStarts[node]!; edge < end; edge++) {
      const target = targetNumbers[edge]!
      if (target !== walked) starts[target + 1]!++
    }
  }
  for (let number = 0; number < count; number++) starts[number + 1]! += starts[number]!
  const sources = new Uint32Array(starts[count]!)
  // Each stretch is filled from its start; afterwards what was its start is that of the next.
  for (let node = 0; node < nodeCount; node++) {
    const number = numberOf[node]!
    if (number === unreached) continue
    const end = edgeStarts[node + 1]!
    for (let edge = edgeStarts[node]!; edge < end; edge++) {
      const target = targetNumbers[edge]!
      if (target !== walked) sources[starts[target]!++] = number
    }
  }
  starts.copyWithin(1, 0, count)
  starts[0] = 0
  return { starts, sources }
}
