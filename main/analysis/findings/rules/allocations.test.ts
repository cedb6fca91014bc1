import { expect, test } from 'vitest'
import { PlantedTrace, pool } from '../testing/planted-trace.ts'
import { allocationHotSpot, largeObjectChurn } from './allocations.ts'

const large = 1
const mebibyte = 2 ** 20

/** 100 ticks within a second. */
function allocating(method: string, type: string, bytes: number, kind: number): PlantedTrace {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, method)
  for (let at = 0; at < 100; at++) trace.allocation(at * 10, stack, type, bytes, kind)
  return trace.endAt(1000)
}

test('large objects are reported by the method and type that allocate them', () => {
  const trace = allocating('Shop!Shop.ImageBuffer.RentLargeBuffer()', 'System.Byte[]', mebibyte, large)
  for (let at = 0; at < 10; at++) trace.collection(at * 50, 1, { generation: 2, reason: 4 })
  expect(trace.judge(largeObjectChurn)).toMatchObject({
    kind: 'found',
    confidence: 'high',
    evidence: [
      { method: 'ImageBuffer.RentLargeBuffer', type: 'System.Byte[]', link: { table: 'allocating-methods' } },
      { count: 10, link: { table: 'collections', search: 'Large-object allocation' } },
    ],
  })
  expect(trace.judge(allocationHotSpot)).toMatchObject({ kind: 'passed' })
})

test('of many methods that allocate large objects, five are evidence', () => {
  const trace = new PlantedTrace()
  for (let method = 0; method < 8; method++) {
    const stack = trace.stack(...pool, `Shop!Shop.Images.Rent${method}()`)
    for (let at = 0; at < 20 + method; at++) trace.allocation(at * 10, stack, 'System.Byte[]', mebibyte, large)
  }
  const verdict = trace.endAt(1000).judge(largeObjectChurn)
  expect(verdict.kind === 'found' ? verdict.evidence.map(({ method }) => method) : []).toEqual(
    [7, 6, 5, 4, 3].map((method) => `Images.Rent${method}`),
  )
})

test('one method that causes most of a high allocation rate is reported', () => {
  const trace = allocating('Shop!Shop.BasketTotals.SumWithGarbage()', 'System.String', mebibyte, 0)
  expect(trace.judge(allocationHotSpot)).toMatchObject({
    kind: 'found',
    evidence: [{ method: 'BasketTotals.SumWithGarbage', type: 'System.String', count: 100 }],
  })
  expect(trace.judge(largeObjectChurn)).toMatchObject({ kind: 'passed' })
})

test('samples of allocations are judged like ticks', () => {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, 'Shop!Shop.ImageBuffer.RentLargeBuffer()')
  for (let at = 0; at < 100; at++) trace.sampledAllocation(at * 10, stack, 'System.Byte[]', mebibyte, at % 2)
  trace.endAt(1000)
  expect(trace.judge(allocationHotSpot)).toMatchObject({
    kind: 'found',
    evidence: [{ method: 'ImageBuffer.RentLargeBuffer', type: 'System.Byte[]', count: 50 }],
  })
  expect(trace.judge(largeObjectChurn)).toMatchObject({ kind: 'found', evidence: [{ count: 50 }] })
})

test('a low allocation rate is not a finding', () => {
  const trace = allocating('Shop!Shop.Orders.Place()', 'System.String', 1000, 0)
  expect(trace.judge(allocationHotSpot)).toMatchObject({ kind: 'passed' })
})

test('without allocations nothing is judged', () => {
  const trace = new PlantedTrace().endAt(1000)
  for (const rule of [largeObjectChurn, allocationHotSpot])
    expect(trace.judge(rule)).toMatchObject({ kind: 'not-judged', question: 'allocations' })
})

/** Large objects of `bytesPerSecond` in all, and collections because of them, within a second. */
function churning(bytesPerSecond: number, collections: number): PlantedTrace {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, 'Shop!Shop.ImageBuffer.Rent()')
  for (let at = 0; at < 4; at++) trace.allocation(at * 10, stack, 'System.Byte[]', bytesPerSecond / 4, large)
  for (let at = 0; at < collections; at++) trace.collection(100 + at * 50, 1, { generation: 2, reason: 4 })
  return trace.endAt(1000)
}

const kind = (bytes: number, collections: number) => churning(bytes, collections).judge(largeObjectChurn).kind

const sure = (bytes: number, collections: number) => {
  const verdict = churning(bytes, collections).judge(largeObjectChurn)
  return verdict.kind === 'found' && verdict.confidence
}

test('large objects are much from twenty MiB a second on, or by five collections; both together are sure', () => {
  expect([kind(20 * mebibyte, 0), kind(20 * mebibyte - 4, 0), kind(4, 5), kind(4, 4)]).toEqual([
    'found',
    'passed',
    'found',
    'passed',
  ])
  expect([sure(20 * mebibyte, 5), sure(20 * mebibyte, 0), sure(4, 5)]).toEqual(['high', 'medium', 'medium'])
})

test('collections alone say how many there were because of large objects', () => {
  const trace = new PlantedTrace()
  for (let at = 0; at < 6; at++) trace.collection(at * 50, 1, { generation: 2, reason: 4 })
  trace.collection(500, 1, { generation: 0 })
  expect(trace.endAt(1000).judge(largeObjectChurn)).toMatchObject({
    summary: expect.stringContaining('6 collections because of them'),
    evidence: [{ text: '6 full collections because the large object heap was full', count: 6 }],
  })
})

test('the shares of a method are of all small objects, those without symbols among them', () => {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, 'Shop!Shop.A.Make()')
  const other = trace.stack(...pool, 'Shop!Shop.B.Make()')
  for (let at = 0; at < 10; at++) {
    trace.allocation(at, stack, at < 4 ? 'X' : 'Y', 10 * mebibyte)
    trace.allocation(at, other, 'Z', 2 * mebibyte)
    trace.allocation(at, 0, 'Z', 8 * mebibyte)
  }
  expect(trace.endAt(1000).judge(allocationHotSpot)).toMatchObject({
    summary: 'A.Make allocates 100 MiB per second, 50.0% of all.',
    evidence: [
      { method: 'A.Make', type: 'Y', count: 10, text: 'A.Make allocated 100 MiB, most of it Y' },
      { method: 'B.Make', type: 'Z', count: 10 },
    ],
  })
})

test('the methods that allocate most are named, five at most', () => {
  const trace = new PlantedTrace()
  for (let method = 0; method < 12; method++)
    trace.allocation(method, trace.stack(...pool, `Shop!Shop.Maker.Make${method}()`), 'X', 2 ** method * mebibyte)
  const verdict = trace.endAt(1000).judge(allocationHotSpot)
  const { evidence } = verdict as Extract<typeof verdict, { kind: 'found' }>
  expect(evidence.map(({ method }) => method)).toEqual(Array.from({ length: 5 }, (_, at) => `Maker.Make${11 - at}`))
})

test('large objects that only the framework allocates need a recording of allocations to say whose they are', () => {
  const trace = new PlantedTrace()
  for (let at = 0; at < 100; at++) trace.allocation(at * 10, 0, 'System.Byte[]', mebibyte, large)
  expect(trace.endAt(1000).judge(largeObjectChurn)).toMatchObject({
    kind: 'found',
    nextStep: 'Record allocations to see who allocates large objects.',
  })
})

const hotSpotKind = (own: number, others: number) => {
  const trace = new PlantedTrace()
  trace.allocation(0, trace.stack(...pool, 'Shop!Shop.A.Make()'), 'X', own)
  trace.allocation(1, 0, 'X', others)
  return trace.endAt(1000).judge(allocationHotSpot).kind
}

test('a hot spot allocates two fifths of all bytes and twenty MiB per second', () => {
  expect([
    hotSpotKind(20 * mebibyte, 30 * mebibyte),
    hotSpotKind(20 * mebibyte, 30 * mebibyte + 8),
    hotSpotKind(20 * mebibyte - 8, 0),
  ]).toEqual(['found', 'passed', 'passed'])
})
