import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linearTicks, logTicks, niceCeiling, niceStep } from './ticks.ts'

describe('linear ticks', () => {
  test('are round numbers', () => {
    expect(linearTicks(0, 60, 4)).toEqual([0, 20, 40, 60])
    expect(linearTicks(0, 0.5, 5)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5])
    expect(linearTicks(-10, 10, 4)).toEqual([-10, -5, 0, 5, 10])
  })

  test('the ceiling holds the value and is a whole number of steps', () => {
    expect(niceCeiling(0, 53, 3)).toBe(60)
    expect(niceCeiling(0, 243, 3)).toBe(300)
    expect(niceCeiling(0, 0, 3)).toBe(1)
  })

  test('never are more than asked for (plus the one at the start) and lie inside', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-9, max: 1e15, noNaN: true }),
        fc.integer({ min: 1, max: 12 }),
        (high, maxTicks) => {
          const ticks = linearTicks(0, high, maxTicks)
          expect(ticks.length).toBeLessThanOrEqual(maxTicks + 1)
          for (const tick of ticks) expect(tick).toBeLessThanOrEqual(high * (1 + 1e-6))
          expect(niceStep(high, maxTicks)).toBeGreaterThan(0)
        },
      ),
    )
  })
})

describe('log ticks', () => {
  test('use threes while there is room', () => {
    expect(logTicks(8, 1400, 5)).toEqual([10, 30, 100, 300, 1000])
  })
  test('fall back to decades, then to every nth decade', () => {
    expect(logTicks(1, 1e6, 7)).toEqual([1, 10, 100, 1000, 10_000, 100_000, 1_000_000])
    expect(logTicks(1, 1e12, 5)).toEqual([1, 1000, 1_000_000, 1e9, 1e12])
  })
  test('are empty for bounds a log axis cannot have', () => {
    expect(logTicks(0, 10, 5)).toEqual([])
    expect(logTicks(10, 10, 5)).toEqual([])
  })
})
