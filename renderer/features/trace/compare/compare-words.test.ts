import { expect, test } from 'vitest'
import { changeText, figureText, perSecondText, relativeText } from './compare-words.ts'

test.each([
  [1.034, '+1.0'],
  [-0.354, '−0.35'],
  [0, '0'],
  [0.001, '0'],
  [1234, '+1\u2009234'],
])('a change of %f', (change, expected) => {
  expect(changeText(change)).toBe(expected)
})

test('a figure that is not there is none', () => {
  expect([figureText(null), figureText(0.5), figureText(12.34)]).toEqual(['–', '0.50', '12.3'])
})

test('a sum is shown per second, and whole where no time has passed', () => {
  expect([perSecondText(10, 5, String), perSecondText(10, 0, String), perSecondText(null, 0, String)]).toEqual([
    '2',
    '10 in total',
    'not recorded',
  ])
})

test('what a change is beside what was before', () => {
  const row = { method: 'A', name: 'A', module: 'M' }
  expect(relativeText({ ...row, a: 10, b: 15, change: 5, noise: 1 })).toBe('+50%')
  expect(relativeText({ ...row, a: 10, b: 5, change: -5, noise: 1 })).toBe('−50%')
  expect(relativeText({ ...row, a: 0.5, b: 55, change: 54.5, noise: 1 })).toBe('110 times')
  expect(relativeText({ ...row, a: null, b: 5, change: 5, noise: 1 })).toBe('new')
  expect(relativeText({ ...row, a: 5, b: null, change: -5, noise: 1 })).toBe('gone')
  expect(relativeText({ ...row, a: 5, b: 6, change: 1, noise: 2 })).toBe('within noise')
})
