import type { HeapGraph } from '../graph/heap-graph.ts'
import { type OnDetours, withoutStaticsTables } from '../graph/statics-tables.ts'
import { type DepthFirst, depthFirst, unreached, waiting } from './depth-first.ts'
import { dominatorPasses } from './dominator-passes.ts'
import { immediateDominators } from './immediate-dominators.ts'
import { type Predecessors, predecessorsOf } from './predecessors.ts'
import { spanningTree } from './spanning-tree.ts'

/**
 * Who alone keeps whom alive: without its dominator a node could be collected. A tree over the nodes of a heap, node 0 at the top. Objects that no root
 * reaches have no place in it. What a static field holds is below the field, although the runtime has an array of its own for the values.
 */
export interface DominatorTree {
  /** By node: its immediate dominator; node 0 has itself, and what no root reaches `unreached`. */
  readonly dominatorOf: Uint32Array
  readonly reachedCount: number
  /** The nodes directly below node n are `children[childStarts[n] .. childStarts[n + 1])`. */
  readonly childStarts: Uint32Array
  readonly children: Uint32Array
  /** Reached nodes, each behind its dominator. */
  readonly order: Uint32Array
}

export { unreached } from './depth-first.ts'

export function dominatorTree(graph: HeapGraph): DominatorTree {
  const steps = dominatorSteps(graph)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The same in steps of a second for ten million nodes, between which the thread can do other things. */
export function* dominatorSteps(graph: HeapGraph): Generator<undefined, DominatorTree> {
  const onDetours = withoutStaticsTables(graph)
  const numbered = (yield* byPasses(graph, onDetours)) ?? (yield* inDepth(graph, onDetours))
  yield
  return byNode(graph.nodeCount, numbered)
}

interface Numbered {
  /** The node of each number; each comes behind its dominator. */
  readonly order: Uint32Array
  readonly dominators: Uint32Array
  /** Used up: two words of each node and one more, and one of each number. What is next is made in them. */
  readonly room: Uint32Array
  readonly roomByNumber: Uint32Array
}

/** Of each node, on average. Heaps take three to six; what takes more is left to methods with a bound. */
const mostStepsPerNode = 32

/** Null: it would take too long. */
function* byPasses(graph: HeapGraph, onDetours: OnDetours): Generator<undefined, Numbered | null> {
  const tree = onDetours(() => spanningTree(graph))
  const isDone = yield* dominatorPasses(tree, mostStepsPerNode * tree.order.length)
  return isDone ? { order: tree.order, dominators: tree.parentOf, room: tree.room, roomByNumber: tree.ends } : null
}

function* inDepth(graph: HeapGraph, onDetours: OnDetours): Generator<undefined, Numbered> {
  const reached = onDetours(() => depthFirst(graph))
  yield
  // Of fifty million nodes each of these columns has hundreds of megabytes: what is used up goes before what is next.
  let predecessors: Predecessors | null = onDetours(() => predecessorsOf(graph, reached))
  yield
  const dominators = immediateDominators(reached, predecessors)
  predecessors = null
  yield
  const order = nodesByNumber(graph, reached)
  return {
    order,
    dominators,
    room: new Uint32Array(graph.nodeCount * 2 + 1),
    roomByNumber: new Uint32Array(order.length),
  }
}

/** The node of each number. */
function nodesByNumber({ nodeCount, edgeStarts }: HeapGraph, { count, records }: DepthFirst): Uint32Array {
  const order = new Uint32Array(count)
  for (let node = 0; node < nodeCount; node++) {
    const number = records[edgeStarts[node]! + node]!
    if (number < waiting) order[number] = node
  }
  return order
}

/** What was found by number, by node. In the order of numbers, because the dominators of neighbors lie near each other, and their nodes anywhere. */
function byNode(nodeCount: number, { order, dominators, room, roomByNumber }: Numbered): DominatorTree {
  const dominatorOf = room.subarray(0, nodeCount).fill(unreached)
  const childStarts = room.subarray(nodeCount, nodeCount * 2 + 1).fill(0)
  if (order.length > 0) dominatorOf[order[0]!] = order[0]!
  for (let number = 1; number < order.length; number++) {
    const dominator = order[dominators[number]!]!
    dominatorOf[order[number]!] = dominator
    childStarts[dominator]!++
  }
  let sum = 0
  for (let node = 0; node <= nodeCount; node++) childStarts[node] = sum += childStarts[node]!
  const children = roomByNumber.subarray(0, Math.max(0, order.length - 1))
  // Each stretch is filled from its end; afterwards what was its end is its start.
  for (let number = order.length - 1; number > 0; number--) {
    const node = order[number]!
    children[--childStarts[dominatorOf[node]!]!] = node
  }
  return { reachedCount: order.length, order, dominatorOf, childStarts, children }
}

/** Whether a root keeps the node alive. */
export function isReached({ dominatorOf }: DominatorTree, node: number): boolean {
  return dominatorOf[node] !== unreached
}
