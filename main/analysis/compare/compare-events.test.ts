import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CompareEventsSide } from '../../../shared/model/trace/trace-compare-events.ts'
import { compareEvents } from './compare-events.ts'

type Figures = readonly [count: number, amount: number | null, p95Ms?: number]

function sideOf(rows: Readonly<Record<string, Figures>>, changes: Partial<CompareEventsSide> = {}): CompareEventsSide {
  return {
    durationMs: 10_000,
    requestCount: 100,
    isRecorded: true,
    rows: Object.entries(rows).map(([name, [count, amount, p95Ms]]) => ({
      key: name,
      name,
      count,
      amount,
      p95Ms: p95Ms ?? null,
    })),
    ...changes,
  }
}

const perSecond = { pace: 'second', search: '' } as const

test('types are compared by bytes per second, including new and gone ones', () => {
  const a = sideOf({ 'System.String': [10, 4000], 'App.Old': [1, 100] })
  const b = sideOf({ 'System.String': [60, 24_000], 'App.New': [2, 300] }, { durationMs: 20_000 })
  const { rows, paces } = compareEvents(a, b, perSecond)
  expect(rows.map(({ name, a: before, b: after, change }) => [name, before?.amount, after?.amount, change])).toEqual([
    ['System.String', 400, 1200, 800],
    ['App.New', undefined, 15, 15],
    ['App.Old', 10, undefined, -10],
  ])
  expect(paces).toEqual(['second', 'request'])
})

test('figures per request are shown when both sides have requests', () => {
  const a = sideOf({ Broken: [50, null] })
  const b = sideOf({ Broken: [50, null] }, { requestCount: 25 })
  expect(compareEvents(a, b, { ...perSecond, pace: 'request' }).rows[0]).toMatchObject({ change: 1.5 })
  const without = compareEvents(a, sideOf({}, { requestCount: 0 }), { ...perSecond, pace: 'request' })
  expect([without.pace, without.paces]).toEqual(['second', ['second']])
})

test('routes are compared by p95, which doesn’t depend on the length of the recording', () => {
  const a = sideOf({ 'GET /orders': [100, 900, 12] })
  const b = sideOf({ 'GET /orders': [400, 9000, 40] }, { durationMs: 40_000 })
  expect(compareEvents(a, b, perSecond).rows[0]).toMatchObject({ a: { p95Ms: 12 }, b: { p95Ms: 40 }, change: 28 })
})

test('search matches names only', () => {
  const a = sideOf({ 'System.String': [1, 1], 'App.Order': [1, 1] })
  expect(compareEvents(a, a, { ...perSecond, search: ' order' }).rows.map(({ name }) => name)).toEqual(['App.Order'])
})

test('comparing B with A gives A with B, signs reversed', () => {
  const rows = fc.dictionary(
    fc.constantFrom('A', 'B', 'C'),
    fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 9999 })),
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(rows, rows, fc.constantFrom('second', 'request'), (one, other, pace) => {
      const [x, y] = [sideOf(one), sideOf(other, { durationMs: 7000, requestCount: 30 })]
      const turned = compareEvents(y, x, { pace, search: '' }).rows.map((row) => ({
        ...row,
        a: row.b,
        b: row.a,
        change: 0 - row.change,
      }))
      expect(compareEvents(x, y, { pace, search: '' }).rows).toEqual(turned)
    }),
  )
})

test('a search looks at keys and at names, whatever their case', () => {
  const rows = [
    { key: 'Gen 0, AllocSmall', name: 'Gen 0: Small objects', count: 2, amount: 4, p95Ms: null },
    { key: 'Gen 1, Induced', name: 'Gen 1: By code', count: 1, amount: 9, p95Ms: null },
  ]
  const [a, b] = [sideOf({}, { rows }), sideOf({})]
  const found = (search: string) => compareEvents(a, b, { ...perSecond, search }).rows.map(({ key }) => key)
  expect(found('SMALL OBJ')).toEqual(['Gen 0, AllocSmall'])
  expect(found(' induced ')).toEqual(['Gen 1, Induced'])
  expect(found('gen')).toEqual(['Gen 1, Induced', 'Gen 0, AllocSmall'])
  expect(found('nothing')).toEqual([])
})

test('changes of one size are in the order of their keys, and the longest durations count more than sums', () => {
  const a = sideOf({ C: [10, null], A: [10, null], B: [10, null] })
  expect(compareEvents(a, sideOf({}), perSecond).rows.map(({ key }) => key)).toEqual(['A', 'B', 'C'])
  const slower = compareEvents(sideOf({ R: [10, 500, 20] }), sideOf({ R: [10, 500, 35] }), perSecond)
  expect(slower.rows[0]).toMatchObject({ change: 15, a: { count: 1, amount: 50, p95Ms: 20 } })
})

test('a side of no length has no pace, and figures of none', () => {
  const none = sideOf({ A: [5, 10] }, { durationMs: 0, requestCount: 0 })
  const { paces, pace, rows } = compareEvents(none, sideOf({ A: [5, 10] }), { ...perSecond, pace: 'request' })
  expect([paces, pace, rows]).toMatchObject([[], 'second', [{ a: { count: 0, amount: 0 }, change: 1 }]])
})

test('a thousand rows are sent, and how many there are', () => {
  const many = sideOf(Object.fromEntries(Array.from({ length: 1003 }, (_, index) => [`T${index}`, [index, null]])))
  const { rows, rowCount } = compareEvents(many, sideOf({}), perSecond)
  expect([rows.length, rowCount, rows[0]!.key]).toEqual([1000, 1003, 'T1002'])
})
