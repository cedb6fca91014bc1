import { expect, test } from 'vitest'
import { exponentialQuantiles } from './exponential-histogram.ts'

test('quantiles are within half a bucket of the exact ones and within the recorded range', () => {
  const scale = 3
  const base = 2 ** (2 ** -scale)
  const values = Array.from({ length: 1000 }, (_, index) => (index + 1) / 10)
  const indexOf = (value: number) => Math.ceil(Math.log(value) / Math.log(base)) - 1
  const first = indexOf(values[0]!)
  const buckets = Array.from({ length: indexOf(values.at(-1)!) - first + 1 }, () => 0)
  for (const value of values) buckets[indexOf(value) - first]!++
  const histogram = { scale, count: 1000, zeroCount: 0, minimum: 0.1, maximum: 100, buckets: buckets.join(', ') }
  const [p50, p95, p99] = exponentialQuantiles(histogram, [0.5, 0.95, 0.99]) as [number, number, number]
  for (const [estimate, exact] of [
    [p50, 50],
    [p95, 95],
    [p99, 99],
  ] as const) {
    expect(estimate / exact).toBeGreaterThan(1 / base)
    expect(estimate / exact).toBeLessThan(base)
  }
  expect(exponentialQuantiles(histogram, [1])[0]).toBeLessThanOrEqual(100)
})

test('an empty histogram has no quantiles; zeros come first', () => {
  const empty = { scale: 0, count: 0, zeroCount: 0, minimum: 0, maximum: 0, buckets: '' }
  expect(exponentialQuantiles(empty, [0.5])).toEqual([null])
  const zeros = { scale: 0, count: 10, zeroCount: 9, minimum: 0, maximum: 8, buckets: '1' }
  expect(exponentialQuantiles(zeros, [0.5, 0.9])).toEqual([0, 0])
  expect(exponentialQuantiles(zeros, [0.95])[0]).toBeGreaterThan(0)
})
