import { assert, bigInt, property } from 'fast-check'
import { expect, test } from 'vitest'
import { highHalf, lowHalf, unsignedOf } from './word-halves.ts'

test('both halves of a number are the number', () => {
  assert(
    property(bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
      expect(unsignedOf(lowHalf(value), highHalf(value))).toBe(value)
      expect([lowHalf(value), highHalf(value)]).toEqual([lowHalf(value) | 0, highHalf(value) | 0])
    }),
  )
  expect([lowHalf(-1n), highHalf(-1n), lowHalf(-(2n ** 40n)), highHalf(-(2n ** 40n))]).toEqual([-1, -1, 0, -256])
})
