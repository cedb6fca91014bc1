import { describe, expect, test } from 'vitest'
import { axisRange, valueOfY, valueTicks, yOfValue, type ValueScale } from './value-scale.ts'

const extent = (low: number, high: number, lowestPositive = low > 0 ? low : Infinity) => ({ low, high, lowestPositive })

describe('the value axis', () => {
  test('puts the ends of the range at the ends of the plot, linear and log', () => {
    const linear: ValueScale = { kind: 'linear', low: 0, high: 60, topPx: 10, bottomPx: 110 }
    expect([yOfValue(linear, 0), yOfValue(linear, 60), yOfValue(linear, 30)]).toEqual([110, 10, 60])
    const log: ValueScale = { kind: 'log', low: 10, high: 1000, topPx: 0, bottomPx: 100 }
    expect(yOfValue(log, 100)).toBeCloseTo(50)
    expect(valueOfY(log, 50)).toBeCloseTo(100)
    expect(valueOfY(linear, 60)).toBeCloseTo(30)
  })

  test('zero on a log axis lies on its floor', () => {
    const log: ValueScale = { kind: 'log', low: 10, high: 1000, topPx: 0, bottomPx: 100 }
    expect(yOfValue(log, 0)).toBe(100)
  })

  test('a linear axis starts at zero and ends at a round number', () => {
    expect(axisRange(extent(11, 44.8), 'linear', null)).toEqual({ low: 0, high: 60 })
    expect(axisRange(extent(0, 0), 'linear', null)).toEqual({ low: 0, high: 1 })
  })

  test('an axis with negative values has zero on a tick', () => {
    const range = axisRange(extent(-3, 7), 'linear', null)
    expect(valueTicks({ kind: 'linear', ...range, topPx: 0, bottomPx: 100 })).toContain(0)
    expect(range.low).toBeLessThanOrEqual(-3)
  })

  test('a log axis starts below the smallest positive value', () => {
    expect(axisRange(extent(0, 419, 12), 'log', null)).toEqual({ low: 10, high: 1000 })
  })

  test('grows at once, shrinks only when less than half is used', () => {
    const previous = { low: 0, high: 100 }
    expect(axisRange(extent(0, 130), 'linear', previous).high).toBeGreaterThan(130)
    expect(axisRange(extent(0, 61), 'linear', previous)).toBe(previous)
    expect(axisRange(extent(0, 20), 'linear', previous).high).toBeLessThan(50)
  })
})
