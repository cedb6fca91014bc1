import { describe, expect, it } from 'vitest'
import { formatAgo } from './ago.ts'

describe('a past moment in words', () => {
  it.each([
    [-20, 'just now'],
    [200, 'just now'],
    [18_400, '18 s ago'],
    [300_000, '5 min ago'],
    [7_200_000, '2 h ago'],
    [200_000_000, '2 d ago'],
  ])('%d ms before now is %s', (elapsedMs, text) => {
    expect(formatAgo(elapsedMs)).toBe(text)
  })
})
