import { expect, test } from 'vitest'
import { spanText } from './compare-words.ts'

test.each([
  ['2026-03-01T10:00:45Z', 'In 45 s'],
  ['2026-03-01T10:05:00Z', 'In 5 min'],
  ['2026-03-01T11:30:00Z', 'In 1 h 30 min'],
  ['2026-03-02T12:00:00Z', 'In 1 d 2 h'],
])('between ten o’clock and %s: %s', (to, text) => {
  expect(spanText('2026-03-01T10:00:00Z', to).replaceAll('\u2009', ' ')).toBe(text)
})

test('says only that it is a change where a file doesn’t tell when it was taken', () => {
  expect(spanText(null, '2026-03-01T10:00:00Z')).toBe('Change')
})
