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
