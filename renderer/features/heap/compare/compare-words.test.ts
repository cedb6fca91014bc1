import { expect, test } from 'vitest'
import { spanText, totalsText } from './compare-words.ts'

test.each([
  ['2026-03-01T10:00:45Z', 'In 45 s'],
  ['2026-03-01T10:05:00Z', 'In 5 min'],
  ['2026-03-01T11:30:00Z', 'In 1 h 30 min'],
  ['2026-03-02T12:00:00Z', 'In 1 d 2 h'],
])('between ten o’clock and %s: %s', (to, text) => {
  expect(spanText('2026-03-01T10:00:00Z', to, true).replaceAll('\u2009', ' ')).toBe(text)
})

test('says only that it is a change where a file doesn’t tell when it was taken', () => {
  expect(spanText(null, '2026-03-01T10:00:00Z', true)).toBe('Change')
})

test('heaps of several processes are told apart, and what is between them is no time', () => {
  expect(spanText('2026-03-01T10:00:00Z', '2026-03-01T10:05:00Z', false)).toBe('Difference')
  const totals = { objectCount: 1, objectBytes: 24, takenUtc: null, isComplete: true }
  const headOf = (name: string | null, id: number | null, machine: string | null, isOneProcess = false) =>
    totalsText({ ...totals, process: { name, id, machine } }, 'utc', isOneProcess)[0]?.replaceAll('\u2009', ' ')
  expect(headOf('Shop', 7, 'web01')).toBe('Shop (7) on web01')
  expect(headOf('Shop', null, null)).toBe('Shop')
  expect(headOf(null, 7, null)).toBe('process 7')
  expect(headOf(null, null, 'web01')).toBe('on web01')
  expect(headOf(null, null, null)).toBe('24 B')
  expect(headOf('Shop', 7, 'web01', true)).toBe('24 B')
})
