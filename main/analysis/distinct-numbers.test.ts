import { expect, test } from 'vitest'
import { DistinctNumbers } from './distinct-numbers.ts'

test('a number counts once', () => {
  const numbers = new DistinctNumbers()
  expect([7, 7, 0, -1, -1].map((value) => numbers.add(value))).toEqual([true, false, true, true, false])
  expect(numbers.count).toBe(3)
  expect([-1, 0, 1, 6, 7, 8].map((value) => numbers.has(value))).toEqual([true, true, false, false, true, false])
})

test.each([1022, 1023, 1024, 2047, 100_000])('%i is kept, and what was there before it too', (value) => {
  const numbers = new DistinctNumbers()
  numbers.add(-1)
  expect(numbers.has(value)).toBe(false)
  expect([numbers.add(value), numbers.add(value)]).toEqual([true, false])
  expect([-1, value - 1, value, value + 1].map((one) => numbers.has(one))).toEqual([true, false, true, false])
  expect(numbers.count).toBe(2)
})
