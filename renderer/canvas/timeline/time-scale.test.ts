import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { liveSpanLimits, timeOfX, xOfTime, zoomRange } from './time-scale.ts'

describe('the time scale', () => {
  test('maps the ends to the edges and back', () => {
    const range = { fromMs: 1000, toMs: 301_000 }
    expect(xOfTime(range, 600, 1000)).toBe(0)
    expect(xOfTime(range, 600, 301_000)).toBe(600)
    expect(timeOfX(range, 600, 300)).toBe(151_000)
  })

  test('time to pixel and back is the same time', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e12, max: 2e12, noNaN: true }),
        fc.integer({ min: 1000, max: 86_400_000 }),
        fc.integer({ min: 10, max: 4000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (fromMs, span, widthPx, share) => {
          const range = { fromMs, toMs: fromMs + span }
          const time = fromMs + span * share
          expect(Math.abs(timeOfX(range, widthPx, xOfTime(range, widthPx, time)) - time)).toBeLessThan(0.01)
        },
      ),
    )
  })

  test('zooming keeps the time under the pointer where it is', () => {
    const range = zoomRange({ fromMs: 0, toMs: 100_000 }, 25_000, 0.5, liveSpanLimits)
    expect(range).toEqual({ fromMs: 12_500, toMs: 62_500 })
  })

  test('zooming stops at the shortest and longest span', () => {
    const { shortestMs, longestMs } = liveSpanLimits
    const short = zoomRange({ fromMs: 0, toMs: 600 }, 300, 0.01, liveSpanLimits)
    expect(short.toMs - short.fromMs).toBe(shortestMs)
    const long = zoomRange({ fromMs: 0, toMs: longestMs }, 300, 9, liveSpanLimits)
    expect(long.toMs - long.fromMs).toBe(longestMs)
  })
})
