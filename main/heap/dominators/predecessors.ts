import type { HeapGraph } from '../graph/heap-graph.ts'
import { type DepthFirst, waiting, walked } from './depth-first.ts'

/**
 * Who refers to a node beside the one that the walk in depth came from, all by number. A reference from a lower number comes from above in the tree of
 * the walk, and of those only the uppermost decides anything; most objects of a heap have none of either kind.
 */
export interface Predecessors {
  /** The lowest number that refers to it; that of 0 is 0. */
  readonly lowest: Uint32Array
  /** Higher numbers that refer to number n are `sources[starts[n] .. starts[n + 1])`. */
  readonly starts: Uint32Array
  readonly sources: Uint32Array
}

export function predecessorsOf({ nodeCount, edgeStarts }: HeapGraph, reached: DepthFirst): Predecessors {
  const { count, parentOf, records } = reached
  const lowest = parentOf.slice()
  const starts = new Uint32Array(count + 1)
  // In the order of nodes, in which references lie: only what they lead to is all over the place.
  for (let node = 0, place = 0; node < nodeCount; node++) {
    const number = records[place++]!
    const end = edgeStarts[node + 1]! + node + 1
    if (number >= waiting) {
      place = end
      continue
    }
    for (; place < end; place++) {
      const target = records[place]!
      if (target === walked) continue
      if (target < number) starts[target + 1]!++
      else {
        if (number < lowest[target]!) lowest[target] = number
        records[place] = walked
      }
    }
  }
  for (let number = 0; number < count; number++) starts[number + 1]! += starts[number]!
  const sources = new Uint32Array(starts[count]!)
  // Each stretch is filled from its start; afterwards what was its start is that of the next.
  for (let node = 0, place = 0; node < nodeCount; node++) {
    const number = records[place++]!
    const end = edgeStarts[node + 1]! + node + 1
    if (number >= waiting) {
      place = end
      continue
    }
    for (; place < end; place++) {
      const target = records[place]!
      if (target !== walked) sources[starts[target]!++] = number
    }
  }
  starts.copyWithin(1, 0, count)
  starts[0] = 0
  return { lowest, starts, sources }
}
