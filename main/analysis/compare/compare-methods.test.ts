import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CompareSide } from '../../../shared/model/trace/trace-compare.ts'
import { callsOf, picture } from '../stacks/testing/picture.ts'
import { compareMethods } from './compare-methods.ts'
import { compareSide } from './compare-side.ts'

const facts = { intervalMs: 1, durationMs: 10_000, requestCount: 100 }
const sideOf = (lines: readonly string[], changes: Partial<typeof facts> = {}): CompareSide =>
  compareSide(callsOf(picture(lines)), { ...facts, ...changes })

const a = sideOf(['Main;Parse 600', 'Main;Read 300', 'Main;Old 100'])
const b = sideOf(['Main;Parse 1500', 'Main;Read 310', 'Main;New 190'])
const bySelf = { unit: 'share', measure: 'self', search: '' } as const

test('methods are sorted by their change, including new and gone ones', () => {
  const { rows, whole, units } = compareMethods(a, b, bySelf)
  expect(
    rows.map(({ method, a: before, b: after, change }) => [method, before, after, Math.round(change * 10) / 10]),
  ).toEqual([
    ['Parse', 60, 75, 15],
    ['Read', 30, 15.5, -14.5],
    ['Old', 10, null, -10],
    ['New', null, 9.5, 9.5],
  ])
  expect([whole, units]).toEqual([{ a: 100, b: 100 }, ['share', 'time', 'request']])
})

test('figures per second and per request are shown when both sides have the data', () => {
  const time = compareMethods(a, b, { ...bySelf, unit: 'time' })
  expect(time.rows[0]).toMatchObject({ method: 'Parse', a: 600, b: 1500, change: 900 })
  const twice = sideOf(['Main;Parse 1500', 'Main;Read 310', 'Main;New 190'], { requestCount: 200 })
  expect(
    compareMethods(a, twice, { ...bySelf, unit: 'request' }).rows.find(({ method }) => method === 'Parse'),
  ).toMatchObject({
    a: 6,
    b: 7.5,
  })
  const without = compareMethods(a, sideOf(['Main 5'], { requestCount: 0 }), { ...bySelf, unit: 'request' })
  expect([without.units, without.unit, without.rows[0]?.b]).toEqual([['share', 'time'], 'share', 100])
})

test('a change that sampling alone explains is marked as noise and left out of sums', () => {
  const before = sideOf(['Main;Work 10000', 'Main;Rest 100'])
  const after = sideOf(['Main;Work 10000', 'Main;Rest 115'])
  const { rows, more, less } = compareMethods(before, after, { ...bySelf, unit: 'time' })
  const rest = rows.find(({ method }) => method === 'Rest')!
  expect([rest.change, Math.abs(rest.change) <= rest.noise]).toEqual([15, true])
  expect([more, less]).toEqual([0, 0])
})

test('search matches names and doesn’t change sums', () => {
  const found = compareMethods(a, b, { ...bySelf, search: 'pars' })
  expect(found.rows.map(({ method }) => method)).toEqual(['Parse'])
  expect(found.more).toBe(compareMethods(a, b, bySelf).more)
})

test('comparing B with A gives A with B, signs reversed', () => {
  const name = fc.constantFrom('A', 'B', 'C', 'D')
  const lines = fc.array(
    fc
      .tuple(fc.array(name, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 500 }))
      .map(([path, weight]) => `${path.join(';')} ${String(weight)}`),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(
      lines,
      lines,
      fc.constantFrom('share', 'time', 'request'),
      fc.constantFrom('self', 'total'),
      (one, other, unit, measure) => {
        const question = { unit, measure, search: '' } as const
        const [x, y] = [sideOf(one), sideOf(other, { requestCount: 70 })]
        const forth = compareMethods(x, y, question)
        const back = compareMethods(y, x, question)
        const turned = back.rows.map(({ a: before, b: after, change, ...row }) => ({
          ...row,
          a: after,
          b: before,
          change: change === 0 ? 0 : -change,
        }))
        expect(forth.rows.map((row) => ({ ...row, change: row.change === 0 ? 0 : row.change }))).toEqual(turned)
        expect(forth.more).toBeCloseTo(-back.less, 9)
        const sum = forth.rows.reduce((total, { change }) => total + change, 0)
        expect(measure === 'self' ? sum : 0).toBeCloseTo(measure === 'self' ? forth.whole.b - forth.whole.a : 0, 6)
      },
    ),
  )
})
