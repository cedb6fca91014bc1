import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HeapGraph, largeSize } from '../graph/heap-graph.ts'
import { noRootGroups } from '../graph/root-groups.ts'
import { PlantedHeap } from '../testing/planted-heap.ts'
import { depthFirst, waiting } from './depth-first.ts'
import { dominatorPasses } from './dominator-passes.ts'
import { dominatorSteps, dominatorTree, isReached, unreached } from './dominator-tree.ts'
import { lengauerTarjan } from './lengauer-tarjan.ts'
import { predecessorsOf } from './predecessors.ts'
import { retainedByGroup, retainedSizes } from './retained-sizes.ts'
import { semiNca } from './semi-nca.ts'
import { spanningTree } from './spanning-tree.ts'

/** Nodes that node 0 reaches without one of them. */
function reachedWithout({ nodeCount, edgeStarts, edgeTargets }: HeapGraph, without: number): ReadonlySet<number> {
  const reached = new Set(without === 0 || nodeCount === 0 ? [] : [0])
  for (const node of reached)
    for (const target of edgeTargets.subarray(edgeStarts[node], edgeStarts[node + 1]))
      if (target !== without) reached.add(target)
  return reached
}

/** Any graph: shared objects, cycles, references to itself, the same reference twice, nodes that nothing reaches. */
const graphs = fc
  .integer({ min: 1, max: 24 })
  .chain((count) =>
    fc.tuple(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 3 })), {
        minLength: count,
        maxLength: count,
      }),
      fc.array(fc.tuple(fc.nat(count), fc.nat(count)), { maxLength: count * 3 }),
    ),
  )
  .map(([nodes, edges]) => {
    const heap = new PlantedHeap()
    for (const [bytes, type] of nodes) heap.object(`Type${String(type)}`, bytes)
    for (const [from, to] of edges) heap.refer(from, to)
    return heap.graph()
  })

test('what a node retains is what could be collected without it', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const tree = dominatorTree(graph)
      const retained = retainedSizes(graph, tree)
      const all = reachedWithout(graph, -1)
      for (let node = 0; node < graph.nodeCount; node++) {
        expect(isReached(tree, node)).toBe(all.has(node))
        const left = reachedWithout(graph, node)
        const lost = all.has(node) ? [...all].filter((other) => !left.has(other)) : [node]
        expect(retained[node]).toBe(lost.reduce((sum, other) => sum + graph.sizes[other]!, 0))
      }
    }),
    { numRuns: 300 },
  )
})

/** The dominator of each node of a tree whose passes are done; node 0 has itself. Null: they were given up. */
function passed(graph: HeapGraph, mostSteps: number, leastRegionBits?: number): Map<number, number> | null {
  const tree = spanningTree(graph, leastRegionBits)
  const passes = dominatorPasses(tree, mostSteps)
  for (;;) {
    const step = passes.next()
    if (step.done !== true) continue
    if (!step.value) return null
    return new Map(Array.from(tree.order, (node, number) => [node, tree.order[tree.parentOf[number]!]!]))
  }
}

/** By Lengauer and Tarjan. */
function expected(graph: HeapGraph): Map<number, number> {
  const reached = depthFirst(graph)
  const dominators = lengauerTarjan(reached, predecessorsOf(graph, reached))
  const nodes = new Map<number, number>()
  for (let node = 0; node < graph.nodeCount; node++) {
    const number = reached.records[graph.edgeStarts[node]! + node]!
    if (number < waiting) nodes.set(number, node)
  }
  return new Map(Array.from(nodes, ([number, node]) => [node, nodes.get(dominators[number]!)!]))
}

test('all methods find the same dominators, wherever in a heap objects lie', () => {
  fc.assert(
    fc.property(graphs, fc.constantFrom(0, 1, 3, 13), (graph, leastRegionBits) => {
      const reached = depthFirst(graph)
      const predecessors = predecessorsOf(graph, reached)
      expect(semiNca(reached, predecessors, Infinity)).toEqual(lengauerTarjan(reached, predecessors))
      const found = passed(graph, Infinity, leastRegionBits)
      expect([...found!].toSorted(byNode)).toEqual([...expected(graph)].toSorted(byNode))
    }),
    { numRuns: 300 },
  )
})

function byNode([a]: readonly [number, number], [b]: readonly [number, number]): number {
  return a - b
}

test('each number of a spanning tree comes behind the one that refers to it', () => {
  fc.assert(
    fc.property(graphs, fc.constantFrom(0, 1, 3), (graph, leastRegionBits) => {
      const { order, parentOf, edges, ends } = spanningTree(graph, leastRegionBits)
      expect(new Set(order)).toEqual(reachedWithout(graph, -1))
      for (let number = 0; number < order.length; number++) {
        const numbers = edges.subarray(ends[number - 1] ?? 0, ends[number])
        const targets = graph.edgeTargets.subarray(
          graph.edgeStarts[order[number]!],
          graph.edgeStarts[order[number]! + 1],
        )
        expect(Array.from(numbers, (target) => order[target]!)).toEqual([...targets])
        if (number === 0) continue
        const parent = parentOf[number]!
        expect(parent).toBeLessThan(number)
        expect(edges.subarray(ends[parent - 1] ?? 0, ends[parent])).toContain(number)
      }
    }),
  )
})

/** A list: each node refers to the next, to the one before and to the list itself, which a field holds. */
function linkedList(count: number): HeapGraph {
  const heap = new PlantedHeap()
  const list = heap.object('System.Collections.Generic.LinkedList<int>', 40)
  heap.root('static', list, '[static var s_list]')
  let before = list
  for (let at = 0; at < count; at++) {
    const node = heap.object('System.Collections.Generic.LinkedListNode<int>', 48)
    heap.refer(before, node).refer(node, before).refer(node, list)
    before = node
  }
  return heap.graph()
}

test('a list whose nodes all refer to it takes no more steps a node than a short one', () => {
  const graph = linkedList(3000)
  expect(passed(graph, 32 * graph.nodeCount)).toEqual(expected(graph))
})

test('a list that leads both ways, in a larger heap, does not take a pass for each of its nodes', () => {
  const heap = new PlantedHeap()
  const nodes = Array.from({ length: 300 }, () => heap.object('System.Threading.TimerQueueTimer', 96))
  for (const [at, node] of nodes.entries()) {
    if (at > 0) heap.refer(nodes[at - 1]!, node).refer(node, nodes[at - 1]!)
  }
  heap.root('strong-handle', nodes[0]!).root('stack', nodes.at(-1)!)
  // What two objects refer to is looked at in each pass.
  const shared = heap.object('Owner', 24)
  heap.root('static', shared, '[static var s_owner]')
  for (let at = 0; at < 20_000; at++) heap.refer(shared, heap.object('Item', 24))
  const graph = heap.graph()
  expect(passed(graph, 32 * graph.nodeCount)).toEqual(expected(graph))
})

test('methods that would walk for long are given up for one that does not', () => {
  const count = 400
  const heap = new PlantedHeap()
  const chain = Array.from({ length: count }, () => heap.object('Node', 8))
  const beside = Array.from({ length: count }, () => heap.object('Side', 8))
  for (const [at, node] of chain.entries()) heap.refer(chain[at - 1] ?? 0, node)
  // From the end of the chain to each of them, and from a place of its own above: the ways up are all of the chain in between.
  for (const [at, node] of beside.entries()) heap.refer(chain[at]!, node).refer(chain.at(-1)!, node)
  const graph = heap.graph()
  expect(passed(graph, 8 * graph.nodeCount)).toBeNull()
  const reached = depthFirst(graph)
  const predecessors = predecessorsOf(graph, reached)
  expect(semiNca(reached, predecessors, 16 * reached.count)).toBeNull()
  const { dominatorOf } = dominatorTree(graph)
  expect(beside.map((node) => dominatorOf[node])).toEqual(chain)
})

test('what a type retains counts every byte exactly once', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const tree = dominatorTree(graph)
      const retained = retainedSizes(graph, tree)
      const sums = retainedByGroup(tree, retained, (node) => graph.typeOf[node]!, graph.types.length)
      const expected = new Float64Array(graph.types.length)
      // What no root reaches counts for itself.
      for (let node = 0; node < graph.nodeCount; node++)
        if (tree.dominatorOf[node] === unreached) expected[graph.typeOf[node]!]! += retained[node]!
      for (const node of tree.order) {
        const type = graph.typeOf[node]!
        let above = node
        while (above !== 0 && graph.typeOf[tree.dominatorOf[above]!] !== type) above = tree.dominatorOf[above]!
        if (above === 0) expected[type]! += retained[node]!
      }
      expect([...sums]).toEqual([...expected])
    }),
  )
})

test('children are the nodes whose dominator a node is', () => {
  const heap = new PlantedHeap()
  const [owner, left, right, shared, lost] = ['Owner', 'Left', 'Right', 'Shared', 'Lost'].map((name) =>
    heap.object(name, 10),
  ) as [number, number, number, number, number]
  heap.root('static', owner, '[static var Shop.s_owner]')
  heap.refer(owner, left).refer(owner, right).refer(left, shared).refer(right, shared).refer(lost, shared)
  const graph = heap.graph()
  const tree = dominatorTree(graph)
  const below = (node: number): readonly number[] => [
    ...tree.children.subarray(tree.childStarts[node], tree.childStarts[node + 1]),
  ]
  expect(below(owner).toSorted((a, b) => a - b)).toEqual([left, right, shared])
  expect([tree.dominatorOf[shared], tree.dominatorOf[lost]]).toEqual([owner, unreached])
  expect(retainedSizes(graph, tree)[owner]).toBe(40)
  expect(tree.reachedCount).toBe(graph.nodeCount - 1)
})

test('what a static field holds is below the field, and the references of the graph stay as they are', () => {
  const heap = new PlantedHeap()
  const [list, literal] = [heap.object('Shop.Order[]', 100), heap.object('string', 20)]
  const table = heap.object('object[]', 8000)
  heap.root('static', list, '[static var s_orders]')
  heap.root('pinned-handle', table).refer(table, list).refer(table, literal)
  const graph = heap.graph()
  const before = graph.edgeTargets.slice()
  const steps = dominatorSteps(graph)
  let step = steps.next()
  while (step.done !== true) {
    // Others look at the graph between the steps.
    expect(graph.edgeTargets).toEqual(before)
    step = steps.next()
  }
  const { dominatorOf } = step.value
  expect(graph.types[graph.typeOf[dominatorOf[list]!]!]?.rawName).toBe('[static var s_orders]')
  expect(dominatorOf[literal]).toBe(table)
  expect(graph.edgeTargets).toEqual(before)
})

test('a list of a million objects is no deeper than a short one', () => {
  const count = 1_000_000
  const sizes = new Uint32Array(count).fill(24)
  sizes[count - 1] = largeSize
  const graph: HeapGraph = {
    nodeCount: count,
    typeOf: new Uint32Array(count),
    sizes,
    largeSizes: { nodes: Uint32Array.of(count - 1), bytes: Float64Array.of(5e9) },
    addresses: new BigUint64Array(0),
    edgeStarts: Uint32Array.from({ length: count + 1 }, (_, node) => Math.min(node, count - 1)),
    edgeTargets: Uint32Array.from({ length: count - 1 }, (_, node) => node + 1),
    edgeFields: null,
    fieldNames: [],
    generations: null,
    types: [{ rawName: 'Node', name: 'Node', module: '' }],
    rootGroups: noRootGroups,
  }
  const tree = dominatorTree(graph)
  const retained = retainedSizes(graph, tree)
  expect(tree.dominatorOf[count - 1]).toBe(count - 2)
  expect(retained[0]).toBe(24 * (count - 1) + 5e9)
  expect(retainedByGroup(tree, retained, () => 0, 1)[0]).toBe(retained[0])
})
