import { describe, expect, test } from 'vitest'
import { Coverage, TimeBins } from './time-bins.ts'

/** From 100 to 140 ticks, in bins of ten. */
const bins = new TimeBins({ fromMs: 10, toMs: 14 }, 10, 4)

describe('bins of a stretch of time', () => {
  test('have its beginning and not its end', () => {
    expect([99.9, 100, 139.9, 140].map((ticks) => bins.has(ticks))).toEqual([false, true, true, false])
  })

  test('begin where the one before ends', () => {
    expect([100, 109.9, 110, 129.9, 130, 139.9].map((ticks) => bins.indexOf(ticks))).toEqual([0, 0, 1, 2, 3, 3])
  })

  test('never number a time beyond the last', () => {
    expect(bins.indexOf(140)).toBe(3)
  })

  test('say how long they are, and where in them a time is', () => {
    expect([bins.binTicks, bins.placeOf(100), bins.placeOf(125), bins.placeOf(140)]).toEqual([10, 0, 2.5, 4])
  })
})

function covered(...stretches: readonly (readonly [number, number])[]): readonly number[] {
  const coverage = new Coverage(bins)
  for (const [start, end] of stretches) coverage.add(start, end)
  return Array.from(coverage.finish(), (part) => Number(part.toFixed(6)))
}

describe('what stretches of time cover', () => {
  test('is the part of a bin that they lie in', () => {
    expect(covered([112, 115])).toEqual([0, 0.3, 0, 0])
  })

  test('is whole between the parts at both ends', () => {
    expect(covered([105, 138])).toEqual([0.5, 1, 1, 0.8])
  })

  test('ends with the bin when they do', () => {
    expect(covered([100, 110])).toEqual([1, 0, 0, 0])
    expect(covered([110, 130])).toEqual([0, 1, 1, 0])
    expect(covered([100, 140])).toEqual([1, 1, 1, 1])
    expect(covered([130, 140])).toEqual([0, 0, 0, 1])
  })

  test('is cut at the beginning and at the end', () => {
    expect(covered([0, 105])).toEqual([0.5, 0, 0, 0])
    expect(covered([135, 999])).toEqual([0, 0, 0, 0.5])
    expect(covered([0, 999])).toEqual([1, 1, 1, 1])
  })

  test('is nothing outside, nor where they have no length', () => {
    expect(covered([0, 100], [140, 150], [120, 120], [130, 120])).toEqual([0, 0, 0, 0])
  })

  test('is added up where they overlap', () => {
    expect(covered([100, 120], [105, 115])).toEqual([1.5, 1.5, 0, 0])
  })
})
