import { expect, test } from 'vitest'
import { typedNumber } from './typed-number.ts'

test.each([
  ['1000', 1000],
  ['1,000', 1000],
  ['12,500,000.5', 12_500_000.5],
  ['12\u2009500', 12_500],
  ['0,5', 0.5],
  ['0,125', 0.125],
  ['2,25', 2.25],
  ['\u2212 3.5', -3.5],
  ['-1e3', -1000],
  ['1.000,5', Number.NaN],
  ['  ', Number.NaN],
  ['ten', Number.NaN],
])('%o is %d', (text, value) => {
  expect(typedNumber(text)).toBe(value)
})
