import type { HeapGraph } from '../graph/heap-graph.ts'
import { work } from '../../nettrace/work-steps.ts'

/** In `DominatorTree.dominatorOf`: no root reaches the node. */
export const unreached = 0xffff_ffff
/** In `DepthFirst.records`, in place of a reference: the walk went this way, or the node refers to itself. */
export const walked = 0xffff_ffff
/** In the head of a record: the walk was not there yet. The other bits say how many references follow. */
export const waiting = 0x8000_0000

/** Every node that is reached from node 0, numbered in the order in which a walk in depth comes to it; node 0 is number 0. */
export interface DepthFirst {
  readonly count: number
  /** By number: the number it was come from; that of node 0 is 0. */
  readonly parentOf: Uint32Array
  /**
   * Of each node, in their order: a head with its number, then of each reference the number of what it leads to, or `walked`. That of node n begins
   * at `edgeStarts[n] + n`. The head of a node that is not reached has `waiting`, and its references mean nothing.
   *
   *     | number | reference | reference | number | reference | ...
   *
   * A step of the walk leads anywhere in the heap, and what is known of a node there lies side by side: one look at the memory brings all of it.
   */
  readonly records: Uint32Array
}

/** Chains of a million objects are ordinary: nothing here recurs. */
export function depthFirst(graph: HeapGraph): DepthFirst {
  const { nodeCount } = graph
  const records = recordsOf(graph)
  const parentOf = new Uint32Array(nodeCount)
  if (nodeCount === 0) return { count: 0, parentOf, records }
  /** Of each number on the way down here: the number, the next of its references to follow, the end of them. Side by side and in order. */
  let stack = new Uint32Array(3 * 1024)
  let depth = 0
  let count = 1
  let at = 0
  let place = 1
  let end = 1 + (records[0]! & ~waiting)
  records[0] = 0
  for (;;) {
    let length = -1
    let target = 0
    for (; place < end; place++) {
      target = records[place]!
      const head = records[target]!
      if (head >= waiting) {
        length = head & ~waiting
        break
      }
      records[place] = head === at ? walked : head
    }
    if (length >= 0) {
      records[place] = walked
      if (++place < end) {
        if (depth === stack.length) stack = longer(stack)
        stack[depth] = at
        stack[depth + 1] = place
        stack[depth + 2] = end
        depth += 3
      }
      parentOf[count] = at
      at = count++
      records[target] = at
      place = target + 1
      end = place + length
    } else if (depth === 0) break
    else {
      depth -= 3
      at = stack[depth]!
      place = stack[depth + 1]!
      end = stack[depth + 2]!
    }
  }
  work.steps += nodeCount + graph.edgeTargets.length
  return { count, parentOf: parentOf.subarray(0, count), records }
}

/** A reference is where the record begins that it leads to. */
function recordsOf({ nodeCount, edgeStarts, edgeTargets }: HeapGraph): Uint32Array<ArrayBuffer> {
  const records = new Uint32Array(nodeCount + edgeTargets.length)
  let place = 0
  let edge = 0
  for (let node = 0; node < nodeCount; node++) {
    const end = edgeStarts[node + 1]!
    records[place++] = waiting | (end - edge)
    for (; edge < end; edge++) {
      const target = edgeTargets[edge]!
      records[place++] = edgeStarts[target]! + target
    }
  }
  return records
}

/** With room for as much again. */
export function longer(column: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const twice = new Uint32Array(column.length * 2)
  twice.set(column)
  return twice
}
