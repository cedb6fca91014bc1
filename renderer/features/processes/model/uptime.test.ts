import { describe, expect, it } from 'vitest'
import { formatAgo, formatUptime } from './uptime.ts'

describe('uptime', () => {
  it.each([
    [-5, '0:00'],
    [41_000, '0:41'],
    [42 * 60_000 + 10_000, '42:10'],
    [3_600_000, '1:00:00'],
    [3 * 3_600_000 + 5 * 60_000 + 51_000, '3:05:51'],
    [6 * 86_400_000 + 4.5 * 3_600_000, '6 d 4 h'],
  ])('%d ms is %s', (elapsedMs, text) => {
    expect(formatUptime(elapsedMs)).toBe(text)
  })
  it.each([
    [200, 'just now'],
    [18_400, '18 s ago'],
    [300_000, '5 min ago'],
    [7_200_000, '2 h ago'],
    [200_000_000, '2 d ago'],
  ])('%d ms before now is %s', (elapsedMs, text) => {
    expect(formatAgo(elapsedMs)).toBe(text)
  })
})
