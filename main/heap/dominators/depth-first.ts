import type { HeapGraph } from '../graph/heap-graph.ts'
import { work } from '../../nettrace/work-steps.ts'

/** In `DepthFirst.numberOf`: no root reaches the node. */
export const unreached = 0xffff_ffff
/** In `DepthFirst.targetNumbers`: the walk went this way, or the node refers to itself. */
export const walked = 0xffff_ffff

/** Every node that is reached from node 0, numbered in the order in which a walk in depth comes to it; node 0 is number 0. */
export interface DepthFirst {
  readonly count: number
  /** By number. */
  readonly nodeOf: Uint32Array
  /** By node; `unreached` where nothing leads to. */
  readonly numberOf: Uint32Array
  /** By number: the number it was come from; that of node 0 is 0. */
  readonly parentOf: Uint32Array
  /**
   * By reference: the number of what it leads to, or `walked`; of nodes that are not reached nothing. The walk knows it anyway; looking it up again,
   * all over the heap, would cost as much as the walk.
   */
  readonly targetNumbers: Uint32Array
}

/** Chains of a million objects are ordinary: nothing here recurs. */
export function depthFirst({ nodeCount, edgeStarts, edgeTargets }: HeapGraph): DepthFirst {
  const numberOf = new Uint32Array(nodeCount).fill(unreached)
  const nodeOf = new Uint32Array(nodeCount)
  const parentOf = new Uint32Array(nodeCount)
  const targetNumbers = new Uint32Array(edgeTargets.length)
  if (nodeCount === 0) return { count: 0, nodeOf, numberOf, parentOf, targetNumbers }
  /** Of each number on the way down here: the number, the next of its references to follow, the end of them. Side by side and in order. */
  let stack = new Uint32Array(3 * 1024)
  let depth = 0
  numberOf[0] = 0
  let count = 1
  let at = 0
  let edge = edgeStarts[0]!
  let end = edgeStarts[1]!
  for (;;) {
    let node = unreached
    for (; edge < end; edge++) {
      const target = edgeTargets[edge]!
      const number = numberOf[target]!
      if (number === unreached) {
        node = target
        break
      }
      targetNumbers[edge] = number === at ? walked : number
    }
    if (node !== unreached) {
      targetNumbers[edge] = walked
      if (++edge < end) {
        if (depth === stack.length) stack = longer(stack)
        stack[depth] = at
        stack[depth + 1] = edge
        stack[depth + 2] = end
        depth += 3
      }
      const number = count++
      numberOf[node] = number
      nodeOf[number] = node
      parentOf[number] = at
      at = number
      edge = edgeStarts[node]!
      end = edgeStarts[node + 1]!
    } else if (depth === 0) break
    else {
      depth -= 3
      at = stack[depth]!
      edge = stack[depth + 1]!
      end = stack[depth + 2]!
    }
  }
  work.steps += nodeCount + edgeTargets.length
  return { count, nodeOf: nodeOf.subarray(0, count), numberOf, parentOf: parentOf.subarray(0, count), targetNumbers }
}

/** With room for as much again. */
export function longer(column: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const twice = new Uint32Array(column.length * 2)
  twice.set(column)
  return twice
}
