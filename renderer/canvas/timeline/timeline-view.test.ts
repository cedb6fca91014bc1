import { assert, double, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  betweenStretches,
  binningOf,
  clampedStretch,
  pannedStretch,
  steadyWidthPx,
  stretchAround,
  stretchShowing,
  zoomedStretch,
} from './timeline-view.ts'

const extent = { fromMs: 1000, toMs: 11_000 }

describe('the visible time range', () => {
  it('keeps what is under the pointer where it is when it is zoomed', () => {
    expect(zoomedStretch(extent, 3500, 2, extent)).toEqual({ fromMs: 2250, toMs: 7250 })
    expect(zoomedStretch({ fromMs: 2250, toMs: 7250 }, 3500, 0.5, extent)).toEqual(extent)
  })

  it('moves from one place to another, slower towards the end', () => {
    const other = { fromMs: 2000, toMs: 4000 }
    expect(betweenStretches(extent, other, 0)).toEqual(extent)
    expect(betweenStretches(extent, other, 0.5)).toEqual({ fromMs: 1875, toMs: 4875 })
    expect(betweenStretches(extent, other, 1)).toEqual(other)
  })

  it('never leaves the recording and is never empty', () => {
    const any = record({
      fromMs: double({ min: -1e6, max: 1e6, noNaN: true }),
      lengthMs: double({ min: -10, max: 1e6, noNaN: true }),
    })
    assert(
      property(any, ({ fromMs, lengthMs }) => {
        const stretch = clampedStretch({ fromMs, toMs: fromMs + lengthMs }, extent)
        expect(stretch.fromMs).toBeGreaterThanOrEqual(extent.fromMs)
        expect(stretch.toMs).toBeLessThanOrEqual(extent.toMs + 1e-6)
        expect(stretch.toMs).toBeGreaterThan(stretch.fromMs)
      }),
    )
  })

  it('is exactly the recording when it is zoomed out far enough', () => {
    const lengths = double({ min: 0.01, max: 10_000, noNaN: true })
    assert(
      property(lengths, double({ min: 0, max: 1, noNaN: true }), (lengthMs, share) => {
        const stretch = clampedStretch({ fromMs: 3000.3, toMs: 3000.3 + lengthMs }, extent)
        const atMs = stretch.fromMs + share * (stretch.toMs - stretch.fromMs)
        expect(zoomedStretch(stretch, atMs, 1e-7, extent)).toEqual(extent)
      }),
    )
  })

  it('is moved by shares of its length, and no further than it takes to show a time', () => {
    const stretch = { fromMs: 2000, toMs: 3000 }
    expect(pannedStretch(stretch, 0.5, extent)).toEqual({ fromMs: 2500, toMs: 3500 })
    expect(pannedStretch(stretch, -9, extent)).toEqual({ fromMs: 1000, toMs: 2000 })
    expect(stretchShowing(stretch, 2500, extent)).toBe(stretch)
    expect(stretchShowing(stretch, 3200, extent)).toEqual({ fromMs: 2200, toMs: 3200 })
    expect(stretchAround(stretch, extent)).toEqual({ fromMs: 1900, toMs: 3100 })
  })
})

function lengthOf({ range, binCount }: ReturnType<typeof binningOf>): number {
  return (range.toMs - range.fromMs) / binCount
}

describe('bins', () => {
  it('are whole multiples of the time between two samples and at least three pixels wide', () => {
    const { range, binCount } = binningOf({ fromMs: 3000, toMs: 4000 }, 800, extent, 1)
    const binMs = (range.toMs - range.fromMs) / binCount
    expect(binMs).toBe(4)
    expect(range).toEqual({ fromMs: 2500, toMs: 4500 })
  })

  it('stay where they are while the picture is moved', () => {
    const one = binningOf({ fromMs: 3000, toMs: 4000 }, 800, extent, 1)
    const other = binningOf({ fromMs: 3001.5, toMs: 4001.5 }, 800, extent, 1)
    expect(lengthOf(other)).toBe(lengthOf(one))
    expect((other.range.fromMs - one.range.fromMs) % lengthOf(one)).toBe(0)
  })

  it('are made for another width only when they would be drawn much wider or narrower', () => {
    expect(steadyWidthPx(0, 1160)).toBe(1160)
    expect(steadyWidthPx(1160, 840)).toBe(1160)
    expect(steadyWidthPx(840, 1160)).toBe(840)
    expect(steadyWidthPx(1160, 700)).toBe(700)
    expect(steadyWidthPx(700, 1160)).toBe(1160)
  })

  it('are never more than may be asked for, and end with the recording', () => {
    const any = record({
      from: double({ min: 1000, max: 10_000, noNaN: true }),
      length: double({ min: 0.01, max: 10_000, noNaN: true }),
      width: double({ min: 1, max: 20_000, noNaN: true }),
    })
    assert(
      property(any, ({ from, length, width }) => {
        const stretch = clampedStretch({ fromMs: from, toMs: from + length }, extent)
        const { range, binCount } = binningOf(stretch, width, extent, null)
        expect(binCount).toBeLessThanOrEqual(2000)
        expect(range.fromMs).toBeLessThanOrEqual(stretch.fromMs)
        expect(range.toMs).toBeGreaterThanOrEqual(stretch.toMs - 1e-6)
      }),
    )
  })
})
