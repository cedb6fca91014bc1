import type { HeapGraph } from '../graph/heap-graph.ts'
import type { DepthFirst } from './depth-first.ts'

/** Who refers to a node, all by number: those of number n are `sources[starts[n] .. starts[n + 1])`. */
export interface Predecessors {
  readonly starts: Uint32Array
  readonly sources: Uint32Array
}

export function predecessorsOf({ edgeStarts, edgeTargets }: HeapGraph, reached: DepthFirst): Predecessors {
  const { count, nodeOf, numberOf } = reached
  const starts = new Uint32Array(count + 1)
  // The references once more, by number and in the order of numbers: looking each up twice, all over the heap, takes most of the time.
  const ends = new Uint32Array(count)
  const targets = new Uint32Array(edgeTargets.length)
  let end = 0
  for (let number = 0; number < count; number++) {
    const node = nodeOf[number]!
    const last = edgeStarts[node + 1]!
    for (let edge = edgeStarts[node]!; edge < last; edge++) {
      const target = numberOf[edgeTargets[edge]!]!
      targets[end++] = target
      starts[target + 1]!++
    }
    ends[number] = end
  }
  for (let number = 0; number < count; number++) starts[number + 1]! += starts[number]!
  const sources = new Uint32Array(end)
  // Each stretch is filled from its start; afterwards what was its start is that of the next.
  for (let number = 0, edge = 0; number < count; number++)
    for (; edge < ends[number]!; edge++) sources[starts[targets[edge]!]!++] = number
  starts.copyWithin(1, 0, count)
  starts[0] = 0
  return { starts, sources }
}
