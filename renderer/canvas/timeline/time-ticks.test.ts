import { describe, expect, test } from 'vitest'
import { timeStep, timeTicks } from './time-ticks.ts'

describe('time ticks', () => {
  test('five minutes with room for five times are whole minutes', () => {
    expect(timeStep({ fromMs: 0, toMs: 300_000 }, 5 * 110)).toBe(60_000)
    expect(timeTicks({ fromMs: 30_000, toMs: 200_000 }, 60_000, 0)).toEqual([60_000, 120_000, 180_000])
  })
  test('stand at full local hours in a zone that is half an hour off', () => {
    const offset = 5.5 * 3_600_000
    const [first] = timeTicks({ fromMs: 0, toMs: 7_200_000 }, 3_600_000, offset)
    expect(((first ?? 0) + offset) % 3_600_000).toBe(0)
  })
})
