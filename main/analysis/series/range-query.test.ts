import { array, assert, constantFrom, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { reduce } from './range-query.ts'

const pointsOf = (values: readonly number[], stepMs = 10) => ({
  timeMs: Float64Array.from(values, (_, index) => 100 + index * stepMs),
  value: Float64Array.from(values),
})
const reduced = (values: readonly number[], maxPoints: number, fromMs = 0, toMs = Number.POSITIVE_INFINITY) => {
  const { timeMs, value } = reduce(pointsOf(values), fromMs, toMs, maxPoints)
  return [...timeMs].map((time, index) => [time, value[index]])
}

const measured = (all: readonly (number | undefined)[]) => all.filter((one) => !Number.isNaN(one)) as number[]

test('as many points as are asked for stay as they are', () => {
  expect(reduced([3, 1, 2], 3)).toEqual([
    [100, 3],
    [110, 1],
    [120, 2],
  ])
  expect(reduced([], 0)).toEqual([])
})

test('of more points each bin keeps the least and the greatest at their own times', () => {
  expect(reduced([3, 1, 2, 9, 5, 7, 7, 7], 4)).toEqual([
    [110, 1],
    [130, 9],
    [140, 5],
    [150, 7],
  ])
  expect(reduced([1, 2, 2, 1, 4, 4], 2)).toEqual([
    [100, 1],
    [140, 4],
  ])
  expect(reduced([5, 5, 5], 1)).toEqual([[100, 5]])
})

test('a bin without any value keeps one gap, and others do not count gaps', () => {
  expect(reduced([1, 2, 2, NaN, NaN, 8, NaN, 7], 7)).toEqual([
    [100, 1],
    [110, 2],
    [130, NaN],
    [150, 8],
    [170, 7],
  ])
})

test('bins share out the time from the first point to the last, however long the range is', () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8]
  const expected = [
    [100, 1],
    [130, 4],
    [140, 5],
    [170, 8],
  ]
  for (const [from, to] of [
    [100, 170],
    [0, 1000],
    [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])
    expect(reduced(values, 4, from, to)).toEqual(expected)
})

test('the extremes of all points are always kept, in order of time, and no more than were asked for', () => {
  const value = constantFrom(NaN, 0, 1, -1, 5)
  assert(
    property(array(value, { minLength: 1, maxLength: 60 }), integer({ min: 2, max: 20 }), (values, maxPoints) => {
      const kept = reduced(values, maxPoints)
      expect(kept.length).toBeLessThanOrEqual(maxPoints)
      expect(kept.map(([time]) => time)).toEqual(kept.map(([time]) => time!).toSorted((left, right) => left - right))
      const [before, after] = [measured(values), measured(kept.map(([, one]) => one))]
      expect([Math.min(...after), Math.max(...after)]).toEqual([Math.min(...before), Math.max(...before)])
    }),
    { numRuns: 60 },
  )
})
