import { expect, test } from 'vitest'
import { findingFacts, mebibyte } from '../../testing/planted-findings.ts'
import { PlantedHeap } from '../../testing/planted-heap.ts'
import { accumulationPoint } from './accumulation-point.ts'
import { longChain } from './long-chain.ts'
import { manyOwners } from './many-owners.ts'
import { singleOwner } from './single-owner.ts'
import { staticCollection } from './static-collection.ts'

/** So many objects below an array of an owner that a static field holds, and as many bytes elsewhere. */
function collection(count: number, bytes: number, elsewhere = 0): PlantedHeap {
  const heap = new PlantedHeap()
  const owner = heap.object('Shop.Orders', 24)
  const array = heap.object('Shop.Order[]', 8 * count)
  heap.root('static', owner, '[static var s_orders]').refer(owner, array)
  for (let at = 0; at < count; at++) heap.refer(array, heap.object('Shop.Order', bytes))
  // A hundred owners of the same size, so that none of them stands out.
  const others = elsewhere > 0 ? 99 : 0
  for (let at = 0; at < others; at++) heap.root('stack', heap.object(`Other.Type${String(at)}`, elsewhere / 99))
  return heap
}

test('one owner of a fifth of the heap is reported by the field that holds it', () => {
  expect(singleOwner.judge(findingFacts(collection(1000, 2000, 4 * mebibyte)))).toMatchObject({
    kind: 'found',
    title: 'Shop.Orders holds 32.4% of the heap',
    confidence: 'medium',
    evidence: [
      { type: 'Shop.Orders', root: 'static s_orders' },
      { type: 'Shop.Order[]', count: 1000 },
    ],
  })
})

test('an owner of less, or of a small heap, is not a finding', () => {
  expect(singleOwner.judge(findingFacts(collection(1000, 2000, 20 * mebibyte)))).toMatchObject({ kind: 'passed' })
  expect(singleOwner.judge(findingFacts(collection(10, 2000)))).toMatchObject({ kind: 'passed' })
})

test('runtime tables are not owners; what they hold is', () => {
  const heap = new PlantedHeap()
  const table = heap.object('object[]', 8000)
  heap.root('pinned-handle', table)
  const cache = heap.object('Shop.Cache', 2 * mebibyte)
  heap.refer(table, cache)
  for (let at = 0; at < 50; at++) heap.refer(table, heap.object(`Other.Type${String(at)}`, 40_000))
  expect(singleOwner.judge(findingFacts(heap))).toMatchObject({ evidence: [{ type: 'Shop.Cache' }] })
})

test('thousands of objects of one type below another object are reported', () => {
  expect(accumulationPoint.judge(findingFacts(collection(6000, 2000)))).toMatchObject({
    kind: 'found',
    title: 'Shop.Order objects pile up in Shop.Orders',
    confidence: 'high',
    evidence: [{ count: 6000, type: 'Shop.Order', root: 'static s_orders' }],
  })
  expect(accumulationPoint.judge(findingFacts(collection(4000, 2000)))).toMatchObject({ kind: 'passed' })
})

test('a static field with a large collection is reported, one with a large object is not', () => {
  expect(staticCollection.judge(findingFacts(collection(2000, 1000)))).toMatchObject({
    kind: 'found',
    evidence: [
      { text: expect.stringContaining('Static s_orders: Shop.Orders, 2\u2009000 references') as string, count: 2000 },
    ],
  })
  const buffer = new PlantedHeap()
  buffer.root('static', buffer.object('byte[]', 8 * mebibyte), '[static var s_buffer]')
  expect(staticCollection.judge(findingFacts(buffer))).toMatchObject({ kind: 'passed' })
})

test.each([
  ['pinned-handle', 3],
  ['strong-handle', 4],
] as const)(
  'a static field keeps its collection although an array of the runtime refers to it too: %s',
  (kind, generation) => {
    const heap = collection(2000, 1000)
    const [owner, table] = [1, heap.object('object[]', 8000, { generation })]
    heap.root(kind, table).refer(table, owner)
    const facts = findingFacts(heap)
    const verdict = staticCollection.judge(facts)
    expect(verdict).toMatchObject({ kind: 'found', title: 'Static s_orders keeps 1.92 MiB' })
    const field = facts.tree.dominatorOf[owner]!
    expect([facts.graph.types[facts.graph.typeOf[field]!]!.name, facts.retained[field]]).toEqual([
      '[static var s_orders]',
      verdict.kind === 'found' ? verdict.heldBytes : null,
    ])
  },
)

test('what else keeps the collection of a static field is named', () => {
  const heap = collection(2000, 1000)
  const other = heap.object('Shop.Worker', 24)
  heap.root('stack', other).refer(other, 1)
  expect(staticCollection.judge(findingFacts(heap))).toMatchObject({
    title: 'Static s_orders holds 1.92 MiB, and so does Shop.Worker',
    contrary: ['Clearing static s_orders alone frees none of it: Shop.Worker keeps it alive too.', expect.any(String)],
  })
})

test('an array of the program under a handle is no array of the runtime', () => {
  const heap = collection(2000, 1000)
  const kept = heap.object('object[]', 8000, { generation: 2 })
  heap.root('strong-handle', kept).refer(kept, 1)
  expect(staticCollection.judge(findingFacts(heap))).toMatchObject({
    title: 'Static s_orders holds 1.92 MiB, and so does object[]',
  })
})

function sessions(count: number, bytes: number): PlantedHeap {
  const heap = collection(1000, 2000)
  for (let at = 0; at < count; at++) heap.root('stack', heap.object('Shop.Session', bytes))
  return heap
}

test('many objects of one type without a common owner are reported', () => {
  expect(manyOwners.judge(findingFacts(sessions(200, 10_000)))).toMatchObject({
    kind: 'found',
    evidence: [{ count: 200, type: 'Shop.Session', retainedBytes: 2_000_000 }],
  })
  expect(manyOwners.judge(findingFacts(sessions(200, 1000)))).toMatchObject({ kind: 'passed' })
})

function chain(length: number): PlantedHeap {
  const heap = new PlantedHeap()
  let last = heap.object('Shop.Queue', 24)
  heap.root('static', last, '[static var s_queue]')
  for (let at = 0; at < length; at++) {
    const next = heap.object('Shop.Node', 300)
    heap.refer(last, next)
    last = next
  }
  return heap
}

test('a chain of objects that keep each other alive is reported', () => {
  expect(longChain.judge(findingFacts(chain(6000)))).toMatchObject({
    kind: 'found',
    title: '6\u2009000 objects of Shop.Node in one chain',
    summary: expect.stringContaining('Shop.Queue, held by static s_queue') as string,
  })
  expect(longChain.judge(findingFacts(chain(100)))).toMatchObject({
    kind: 'passed',
    measured: 'at most 100 objects in a row',
  })
})
