import { work } from '../../nettrace/work-steps.ts'
import type { HeapGraph } from '../graph/heap-graph.ts'

/** Every node that is reached from node 0, numbered so that each comes behind the one it was found from; node 0 is number 0. */
export interface SpanningTree {
  /** The node of each number. */
  readonly order: Uint32Array
  /** By number: the number it was found from; that of 0 is 0. */
  readonly parentOf: Uint32Array
  /** All references as numbers: those from number n end at `ends[n]`, where those from the next begin. */
  readonly edges: Uint32Array
  readonly ends: Uint32Array
  /** Two words of each node of the graph and one more, in which the tree was made: for who goes on with it, who needs no more memory then. */
  readonly room: Uint32Array
}

/** In place of a node: there is none. */
const none = 0xffff_ffff

/** So many nodes of a heap, with their references, are in the second cache of a processor. */
const fewestRegionBits = 13
const mostRegions = 1024

/**
 * Objects that refer to each other mostly lie near each other. So nodes lie in regions, each with a queue of what was found there and not yet looked at, and a
 * region is left when its queue is empty: what it takes to look at a node is still near then. A walk in depth leads from one end of the heap to the other.
 */
export function spanningTree(
  { nodeCount, edgeStarts, edgeTargets }: HeapGraph,
  leastRegionBits = fewestRegionBits,
): SpanningTree {
  const regionBits = Math.max(leastRegionBits, 32 - Math.clz32(nodeCount / mostRegions))
  const queueStarts = new Uint32Array(mostRegions).fill(none)
  const queueEnds = new Uint32Array(mostRegions)
  const pending = new PendingRegions()
  // References lead to one of these words, which are in the cache; what is known of a node is looked at when it is found and when it is looked at.
  const isFound = new Uint32Array((nodeCount + 31) >>> 5)
  /** Two words of each node. Of one in a queue: the next one; of one that was looked at: its number. Beside it, the number it was found from. */
  const places = new Uint32Array(nodeCount * 2 + 1)
  const order = new Uint32Array(nodeCount)
  const parentOf = new Uint32Array(nodeCount)
  const ends = new Uint32Array(nodeCount)
  const edges = new Uint32Array(edgeTargets.length)
  let count = 0
  let written = 0
  if (nodeCount > 0) {
    isFound[0] = 1
    places[0] = none
    queueStarts[0] = 0
    pending.add(0)
  }
  for (let region = pending.take(0); region >= 0; region = pending.take(region)) {
    let node = queueStarts[region]!
    while (node !== none) {
      const number = count++
      order[number] = node
      for (let edge = edgeStarts[node]!, end = edgeStarts[node + 1]!; edge < end; edge++) {
        const target = edgeTargets[edge]!
        edges[written++] = target
        const bit = 1 << (target & 31)
        if ((isFound[target >>> 5]! & bit) !== 0) continue
        isFound[target >>> 5]! |= bit
        places[target * 2] = none
        places[target * 2 + 1] = number
        const to = target >>> regionBits
        // The queue of this region is not empty as long as it is looked at.
        if (queueStarts[to] === none) {
          queueStarts[to] = target
          pending.add(to)
        } else places[queueEnds[to]! * 2] = target
        queueEnds[to] = target
      }
      ends[number] = written
      const next = places[node * 2]!
      parentOf[number] = places[node * 2 + 1]!
      places[node * 2] = number
      node = next
    }
    queueStarts[region] = none
  }
  work.steps += nodeCount + edgeTargets.length
  toNumbers(edges, written, firstOfPairs(places, nodeCount))
  return {
    order: order.subarray(0, count),
    parentOf: parentOf.subarray(0, count),
    edges: edges.subarray(0, written),
    ends: ends.subarray(0, count),
    room: places,
  }
}

/** In the same memory: what lies close together is in the cache more often. */
function firstOfPairs(pairs: Uint32Array, count: number): Uint32Array {
  for (let at = 0; at < count; at++) pairs[at] = pairs[at * 2]!
  return pairs.subarray(0, count)
}

/** In a loop of its own, in which no read waits for another. */
function toNumbers(nodes: Uint32Array, count: number, numberOf: Uint32Array): void {
  for (let at = 0; at < count; at++) nodes[at] = numberOf[nodes[at]!]!
}

/** A bit for each region; the next one is found by looking at 32 words at most, wherever a hostile file leads. */
class PendingRegions {
  readonly #words = new Uint32Array(mostRegions / 32)
  #count = 0

  /** One that is not pending. */
  add(region: number): void {
    this.#words[region >>> 5]! |= 1 << (region & 31)
    this.#count++
  }

  /** The first one from here on, around the end; -1: none is left. */
  take(from: number): number {
    if (this.#count === 0) return -1
    this.#count--
    let at = from >>> 5
    let bits = this.#words[at]! & (-1 << (from & 31))
    while (bits === 0) {
      at = (at + 1) % this.#words.length
      bits = this.#words[at]!
    }
    const lowest = bits & -bits
    this.#words[at]! ^= lowest
    return at * 32 + 31 - Math.clz32(lowest)
  }
}
