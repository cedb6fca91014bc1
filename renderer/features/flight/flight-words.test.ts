import { expect, test } from 'vitest'
import { adviceOf, costOf, gapText } from './flight-words.ts'

const measured = { kind: 'measured', percent: 12, withinPercent: 1.5 } as const

test('a cost within the normal variation of the process is reported as such, without a figure', () => {
  expect(costOf({ kind: 'too-small', withinPercent: 3 })).toMatchObject({ text: 'Too small to measure' })
  expect(costOf({ kind: 'unknown' }).text).toBe('Not measured')
  expect(costOf(measured).text).toMatch(/^\+ 12/)
})

test('advice comes above the share that is accepted, and names what costs most', () => {
  expect(adviceOf(measured, 'samples', 5)).toMatch(/^Costs more than 5.*Stack samples cost most/)
  expect(adviceOf(measured, 'samples', 20)).toBe(null)
  expect(adviceOf(measured, null, 5)).toBe(null)
  expect(adviceOf({ kind: 'too-small', withinPercent: 30 }, 'stacks', 5)).toBe(null)
})

test('the gap of .NET Core 3 is reported once there is one', () => {
  expect(gapText(0)).toBe(null)
  expect(gapText(400)).toContain('400')
})
