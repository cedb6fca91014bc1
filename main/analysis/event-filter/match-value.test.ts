import { expect, test } from 'vitest'
import { parseFilter } from '../../../shared/filter/parse-filter.ts'
import { matchesText, patternOf } from './match-value.ts'

function pattern(filter: string) {
  const parsed = parseFilter(filter)
  if (!parsed.ok || (parsed.node?.kind !== 'compare' && parsed.node?.kind !== 'in')) throw new Error(filter)
  return patternOf(parsed.node)
}

/** Which of the numbers around 10 fit. */
const fitting = (filter: string) => [9, 10, 11].filter((number) => pattern(filter)({ text: String(number), number }))

test.each([
  ['Size < 10', [9]],
  ['Size <= 10', [9, 10]],
  ['Size = 10', [10]],
  ['Size != 10', [9, 11]],
  ['Size >= 10', [10, 11]],
  ['Size > 10', [11]],
  ['Size in 10..11', [10, 11]],
  ['Size in 9..10', [9, 10]],
])('%s decides at its limit', (filter, expected) => {
  expect(fitting(filter)).toEqual(expected)
})

test('a string is neither above nor below a number', () => {
  for (const operator of ['<', '<=', '>', '>=']) expect(matchesText(pattern(`Size ${operator} 10`), '9')).toBe(false)
  expect(matchesText(pattern('Size in 9..11'), '10')).toBe(false)
})

test('a string that reads like the number is equal to it, but a number is not equal by how it reads', () => {
  expect(matchesText(pattern('Name = 10'), '10')).toBe(true)
  expect(matchesText(pattern('Name = 10'), '11')).toBe(false)
  expect(pattern('Name = 10')({ text: '10', number: 11 })).toBe(false)
})

test('the case of strings does not matter', () => {
  expect(matchesText(pattern('Name = "Orders"'), 'oRDERS')).toBe(true)
  expect(matchesText(pattern('Name = "Orders"'), 'Orders2')).toBe(false)
  expect(matchesText(pattern('Name contains "ORD"'), 'my orders')).toBe(true)
})

const isAbove = (filter: string, number: number) => pattern(filter)({ text: String(number), number })

test('a time is compared in the unit of its field', () => {
  expect([isAbove('WaitMs > 5 ms', 6), isAbove('WaitMs > 5 ms', 4), isAbove('WaitMs > 5 s', 6)]).toEqual([
    true,
    false,
    false,
  ])
})
