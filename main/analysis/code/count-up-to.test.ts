import { expect, test } from 'vitest'
import { countUpTo } from './count-up-to.ts'

test('values equal to the limit count, all of them', () => {
  const values = [1, 3, 3, 3, 7]
  expect([0, 1, 2, 3, 6, 7, 8].map((limit) => countUpTo(values, limit))).toEqual([0, 1, 1, 4, 4, 5, 5])
})

test('without values nothing counts', () => {
  expect(countUpTo([], 5)).toBe(0)
})
