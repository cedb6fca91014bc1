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
  /** Of a node in a queue: the next one; of one that was looked at: its number. */
  const numberOf = new Uint32Array(nodeCount)
  const foundFrom = new Uint32Array(nodeCount).fill(none)
  const order = new Uint32Array(nodeCount)
  const parentOf = new Uint32Array(nodeCount)
  let count = 0
  if (nodeCount > 0) {
    foundFrom[0] = 0
    numberOf[0] = none
    queueStarts[0] = 0
    pending.add(0)
  }
  for (let region = pending.take(0); region >= 0; region = pending.take(region)) {
    let node = queueStarts[region]!
    while (node !== none) {
      const number = count++
      order[number] = node
      parentOf[number] = foundFrom[node]!
      for (let edge = edgeStarts[node]!, end = edgeStarts[node + 1]!; edge < end; edge++) {
        const target = edgeTargets[edge]!
        if (foundFrom[target] !== none) continue
        foundFrom[target] = number
        numberOf[target] = none
        const to = target >>> regionBits
        // The queue of this region is not empty as long as it is looked at.
        if (queueStarts[to] === none) {
          queueStarts[to] = target
          pending.add(to)
        } else numberOf[queueEnds[to]!] = target
        queueEnds[to] = target
      }
      const next = numberOf[node]!
      numberOf[node] = number
      node = next
    }
    queueStarts[region] = none
  }
  work.steps += nodeCount + edgeTargets.length
  const reached = order.subarray(0, count)
  return {
    order: reached,
    parentOf: parentOf.subarray(0, count),
    ...numberedEdges(edgeStarts, edgeTargets, reached, numberOf),
  }
}

function numberedEdges(
  edgeStarts: Uint32Array,
  edgeTargets: Uint32Array,
  order: Uint32Array,
  numberOf: Uint32Array,
): Pick<SpanningTree, 'edges' | 'ends'> {
  const edges = new Uint32Array(edgeTargets.length)
  const ends = new Uint32Array(order.length)
  let written = 0
  for (let number = 0; number < order.length; number++) {
    const node = order[number]!
    for (let edge = edgeStarts[node]!, end = edgeStarts[node + 1]!; edge < end; edge++)
      edges[written++] = numberOf[edgeTargets[edge]!]!
    ends[number] = written
  }
  return { edges, ends }
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
