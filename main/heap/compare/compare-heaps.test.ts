import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HeapCompareQuestion, HeapCompareRow, HeapCompareSide } from '../../../shared/model/heap/heap-compare.ts'
import { dominatorTree } from '../dominators/dominator-tree.ts'
import { retainedSizes } from '../dominators/retained-sizes.ts'
import type { HeapFacts } from '../graph/heap-facts.ts'
import { shortestPaths } from '../paths/shortest-paths.ts'
import { typeGroups } from '../tables/type-groups.ts'
import { typeRows } from '../tables/type-rows.ts'
import { plantedFacts } from '../testing/planted-findings.ts'
import { PlantedHeap } from '../testing/planted-heap.ts'
import { compareHeaps } from './compare-heaps.ts'
import { heapSide } from './heap-side.ts'

const question: HeapCompareQuestion = {
  measure: 'retained',
  search: '',
  show: 'all',
  sortBy: 'change',
  isDescending: true,
  isReversed: false,
}
const everything = (): boolean => true

function side(
  heap: PlantedHeap,
  takenUtc: string | null = null,
  told: Pick<Partial<HeapFacts>, 'processId' | 'machineName'> = {},
): HeapCompareSide {
  const graph = heap.graph()
  const tree = dominatorTree(graph)
  const groups = typeGroups(graph, 'type')
  return heapSide({
    graph,
    facts: plantedFacts(graph, { takenUtc, ...told }),
    groups,
    paths: shortestPaths(graph),
    types: typeRows(graph, tree, retainedSizes(graph, tree), groups),
  })
}

/** A cache of so many orders in a static field; with a queue, that too. */
function shop(orders: number, queued = 0, module = 'Shop.dll'): PlantedHeap {
  const heap = new PlantedHeap()
  const cache = heap.object('Shop.Cache', 24, { module })
  heap.root('static', cache, '[static var s_cache]')
  for (let at = 0; at < orders; at++) heap.refer(cache, heap.object('Shop.Order', 100, { module }))
  for (let at = 0; at < queued; at++) heap.root('strong-handle', heap.object('Shop.Message', 50, { module }))
  return heap
}

test('types are compared by what they retain, and new and gone ones are marked', () => {
  const { rows, newCount, goneCount, changedCount } = compareHeaps(
    [side(shop(10))],
    side(shop(30, 2)),
    question,
    everything,
  )
  expect(rows.map(({ name, counts, change, state }) => [name, counts, change, state])).toEqual([
    ['Shop.Cache', [1, 1], 2000, null],
    ['Shop.Order', [10, 30], 2000, null],
    ['Shop.Message', [0, 2], 100, 'new'],
  ])
  expect([newCount, goneCount, changedCount]).toEqual([1, 0, 3])
})

test('the path from a root that grew is shown step by step, and so are new roots', () => {
  const { paths } = compareHeaps([side(shop(10))], side(shop(30, 2)), question, everything)
  expect(paths.map(({ name, parent, bytesA, bytesB, state }) => [name, parent, bytesB - bytesA, state])).toEqual([
    ['[static]', -1, 2000, null],
    ['[strong-handle]', -1, 100, 'new'],
    ['[static var s_cache]', 0, 2000, null],
    ['Shop.Message', 1, 100, 'new'],
    ['Shop.Cache', 2, 2000, null],
    ['Shop.Order', 4, 2000, null],
  ])
})

test('growth across three heaps follows the order in which they were captured', () => {
  const heaps = [shop(30, 5), shop(10, 5), shop(20, 9)].map((heap, at) =>
    side(heap, `2026-01-01T0${['3', '1', '2'][at]!}:00:00.000Z`),
  )
  const [own, ...others] = heaps
  const compared = compareHeaps(others, own!, { ...question, show: 'growing' }, everything)
  expect(compared.heaps.map(({ place }) => place)).toEqual([0, 1, -1])
  expect(compared.rows.map(({ name, counts }) => [name, counts])).toEqual([
    ['Shop.Cache', [1, 1, 1]],
    ['Shop.Order', [10, 20, 30]],
  ])
})

test('types without a module are those of the only module of that name', () => {
  const { rows } = compareHeaps([side(shop(10, 0, ''))], side(shop(10)), question, everything)
  expect(rows.map(({ name, module, state }) => [name, module, state])).toEqual([
    ['Shop.Cache', 'Shop.dll', null],
    ['Shop.Order', 'Shop.dll', null],
  ])
})

function ask(part: Partial<HeapCompareQuestion>, matches: (name: string) => boolean = everything): readonly string[] {
  return compareHeaps([side(shop(10, 3))], side(shop(30)), { ...question, ...part }, matches).rows.map(
    ({ name }) => name,
  )
}

test('types are searched, sorted and picked by what became of them', () => {
  expect(ask({}, (name) => name.includes('Order'))).toEqual(['Shop.Order'])
  expect(ask({ show: 'gone' })).toEqual(['Shop.Message'])
  expect(ask({ sortBy: 'countB', isDescending: true })).toEqual(['Shop.Order', 'Shop.Cache', 'Shop.Message'])
  expect(ask({ sortBy: 'name', isDescending: false })).toEqual(['Shop.Cache', 'Shop.Message', 'Shop.Order'])
})

test('lists and trees of one type are one step of the path, however long they are', () => {
  const heap = new PlantedHeap()
  let last = heap.object('Shop.Node', 100)
  heap.root('static', last, '[static var s_first]')
  for (let at = 0; at < 200; at++) {
    const next = heap.object('Shop.Node', 100)
    heap.refer(last, next)
    last = next
  }
  expect([...side(heap).paths.counts]).toEqual([201, 201, 201, 201])
})

test('a static field whose collection has grown is named with its owner', () => {
  const shops = [20_000, 40_000, 60_000].map((orders) => side(shop(orders)))
  const two = compareHeaps([shops[0]!], shops[1]!, question, everything)
  expect(two.growth).toEqual({
    title: 'Shop.Cache grew by 1.91 MiB',
    text: '20\u2009000 more objects of Shop.Order. Kept by static s_cache. Look for a limit or an expiry there.',
    confidence: 'medium',
  })
  expect(compareHeaps(shops.slice(0, 2), shops[2]!, question, everything).growth?.confidence).toBe('high')
})

test('shrinking, slow growth and objects held only by handles are not growth', () => {
  const [small, large] = [side(shop(20_000)), side(shop(40_000))]
  expect(compareHeaps([large], small, question, everything).growth).toBeNull()
  expect(compareHeaps([small], side(shop(20_100)), question, everything).growth).toBeNull()
  expect(compareHeaps([side(shop(10))], side(shop(10, 50_000)), question, everything).growth).toBeNull()
})

/** Those of the two documents are others. */
function withoutGroup({ group: _group, ...row }: HeapCompareRow): Omit<HeapCompareRow, 'group'> {
  return row
}

const randomHeap = fc
  .array(fc.record({ type: fc.integer({ min: 0, max: 4 }), owner: fc.nat(20), root: fc.boolean() }), { maxLength: 20 })
  .map((objects) => {
    const heap = new PlantedHeap()
    const nodes = objects.map(({ type }) => heap.object(`Shop.Type${String(type)}`, 1000 * (type + 1)))
    for (const [at, { owner, root }] of objects.entries()) {
      const above = nodes[owner]
      if (root || above === undefined)
        heap.root(at % 2 === 0 ? 'static' : 'stack', nodes[at]!, at % 2 === 0 ? `[static var s_${String(at)}]` : null)
      else heap.refer(above, nodes[at]!)
    }
    return heap
  })

test('swapping the heaps reverses every sign and turns new into gone', () => {
  const turned = { new: 'gone', gone: 'new', null: null } as const
  fc.assert(
    fc.property(randomHeap, randomHeap, fc.constantFrom('retained' as const, 'shallow' as const), (x, y, measure) => {
      const [a, b] = [side(x), side(y)]
      const there = compareHeaps([a], b, { ...question, measure, sortBy: 'name' }, everything)
      const back = compareHeaps([b], a, { ...question, measure, sortBy: 'name' }, everything)
      expect(back.rows.map(withoutGroup)).toEqual(
        there.rows.map((row) => ({
          ...withoutGroup(row),
          counts: row.counts.toReversed(),
          shallow: row.shallow.toReversed(),
          retained: row.retained.toReversed(),
          countChange: 0 - row.countChange,
          change: 0 - row.change,
          state: turned[`${row.state}`],
        })),
      )
      expect(back.paths).toEqual(
        there.paths.map(({ countA, countB, bytesA, bytesB, state, ...path }) => ({
          ...path,
          countA: countB,
          countB: countA,
          bytesA: bytesB,
          bytesB: bytesA,
          state: turned[`${state}`],
        })),
      )
      // What reversing in the question gives is the same.
      const turnedRound = compareHeaps([a], b, { ...question, measure, sortBy: 'name', isReversed: true }, everything)
      expect(turnedRound.rows.map(withoutGroup)).toEqual(back.rows.map(withoutGroup))
      // All of what changed is in the rows of types.
      expect(
        compareHeaps([a], b, { ...question, measure: 'shallow' }, everything).rows.reduce(
          (sum, { change }) => sum + change,
          0,
        ),
      ).toBe(b.objectBytes - a.objectBytes)
    }),
  )
})

/** Whether a shop of ten orders is that of twenty thousand, and has grown then. */
function grown(...told: readonly Parameters<typeof side>[2][]): readonly boolean[] {
  const [first, second] = told.map((one, at) => side(shop(at === 0 ? 10 : 20_000), null, one))
  const { isOneProcess, growth } = compareHeaps([first!], second!, question, everything)
  return [isOneProcess, growth !== null]
}

test('a heap is not said to have grown from that of another process or machine', () => {
  expect(grown({ processId: 7 }, { processId: 7 })).toEqual([true, true])
  expect(grown({ processId: 7 }, { processId: null, machineName: 'web01' })).toEqual([true, true])
  expect(grown({ processId: 7 }, { processId: 8 })).toEqual([false, false])
  expect(grown({ machineName: 'web01' }, { machineName: 'web02' })).toEqual([false, false])
})
