import { assert, property, array, nat } from 'fast-check'
import { expect, test } from 'vitest'
import { pathTree } from '../compare/path-tree.ts'
import { dominatorTree } from '../dominators/dominator-tree.ts'
import { retainedSizes } from '../dominators/retained-sizes.ts'
import { HeapFindingFacts } from '../findings/heap-finding-facts.ts'
import { judgeHeap } from '../findings/judge-heap.ts'
import { readGcDump } from '../gcdump/read-gcdump.ts'
import { gcDumpBytes } from '../testing/gcdump-bytes.ts'
import { PathRows } from '../paths/path-rows.ts'
import { shortestPaths } from '../paths/shortest-paths.ts'
import { DominatorRows } from '../tables/dominator-rows.ts'
import { heapSummary } from '../tables/heap-summary.ts'
import { rootRows } from '../tables/root-rows.ts'
import { typeGroups } from '../tables/type-groups.ts'
import { typeRows } from '../tables/type-rows.ts'
import { plantedFacts } from '../testing/planted-findings.ts'
import { PlantedHeap } from '../testing/planted-heap.ts'
import { withSmallCollections } from '../testing/small-collections.ts'
import type { HeapGraph } from './heap-graph.ts'
import { NodeSet } from './node-set.ts'
import type { HeapRootKind } from './root-groups.ts'

const many = 2100
const mostEntries = 500
const kinds: readonly HeapRootKind[] = ['static', 'strong-handle', 'pinned-handle', 'finalizer-queue', 'stack']

/** Thousands of everything that there may be many of: roots of a kind, groups of roots, handlers, timers, callbacks. */
function crowded(): HeapGraph {
  const heap = new PlantedHeap()
  for (let at = 0; at < many; at++) {
    for (const kind of kinds) heap.root(kind, heap.object('object[]', 50, { generation: 4 }), `[${kind} var s_item]`)
    heap.refer(0, heap.object('[unknown roots]', 0))
  }
  const combined = heap.object('System.EventHandler', 64)
  const list = heap.object('object[]', 8 * many)
  heap.root('static', combined, '[static var s_event]').refer(combined, list)
  for (let at = 0; at < many; at++) {
    const handler = heap.object('System.EventHandler', 64)
    heap.refer(list, handler).refer(handler, heap.object('Shop.PriceView', 200))
    const timer = heap.object('System.Threading.TimerQueueTimer', 96)
    heap.root('strong-handle', timer).refer(timer, heap.object('Shop.Poller', 1000))
    const callback = heap.object('System.Threading.CancellationTokenSource.CallbackNode', 80)
    heap.root('strong-handle', callback).refer(callback, heap.object('Shop.Request', 1000))
  }
  return heap.graph()
}

/** What a document, its comparison and `inspect` work out. */
function answers(graph: HeapGraph) {
  const facts = plantedFacts(graph)
  const heap = { graph, facts }
  const groups = typeGroups(graph, 'type')
  const tree = dominatorTree(graph)
  const retained = retainedSizes(graph, tree)
  const paths = shortestPaths(graph)
  const grouped = { graph, groups, retained }
  return {
    summary: heapSummary(heap, tree, groups),
    roots: rootRows(graph),
    types: typeRows(graph, tree, retained, groups),
    findings: judgeHeap(new HeapFindingFacts({ heap, tree, retained, groups })),
    dominators: new DominatorRows(grouped, tree).rows([]),
    found: new DominatorRows(grouped, tree).find((name) => name.startsWith('Shop')),
    paths: new PathRows(grouped, paths, groups.names.indexOf('Shop.PriceView')).rows([]),
    compared: pathTree({ graph, groups, paths }),
  }
}

test('no answer about a heap needs a Set or a Map with an entry for each object or root', () => {
  const graph = crowded()
  const expected = answers(graph)
  expect(withSmallCollections(mostEntries, () => answers(graph))).toEqual(expected)
  expect(expected.findings.findings.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'event-handlers',
      'timers',
      'cancellation-registrations',
      'finalizer-backlog',
      'handle-leak',
    ]),
  )
})

test('a file has more groups of roots than a Set has entries', () => {
  const graph = crowded()
  const file = gcDumpBytes({ graph, facts: plantedFacts(graph) })
  const read = withSmallCollections(mostEntries, () => readGcDump(file))
  if (!read.ok) throw new Error(read.error.kind)
  const { rootGroups } = read.value.graph
  expect(rootGroups.nodes.length).toBe(many + kinds.length)
  expect(withSmallCollections(mostEntries, () => answers(read.value.graph))).toEqual(answers(read.value.graph))
})

test('a set of nodes has each once, in the order in which they came', () => {
  assert(
    property(array(nat(200)), (nodes) => {
      const set = new NodeSet({ nodeCount: 201 })
      const isNew = nodes.map((node) => set.add(node))
      const plain = new Set(nodes)
      expect([...set]).toEqual([...plain])
      expect([...set.nodes]).toEqual([...plain])
      expect(isNew).toEqual(nodes.map((node, at) => nodes.indexOf(node) === at))
      for (let node = 0; node <= 200; node++) expect(set.has(node)).toBe(plain.has(node))
    }),
  )
})
