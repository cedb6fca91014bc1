import { describe, expect, it } from 'vitest'
import { RateMeter, remainingMs } from './job-progress.ts'

const startMs = 1_000_000

/** A meter that has seen these bytes, one a second unless a time is given. */
function meterOf(...points: readonly (number | readonly [timeMs: number, bytes: number])[]) {
  const meter = new RateMeter()
  for (const [index, point] of points.entries()) {
    const [timeMs, bytes] = typeof point === 'number' ? [index * 1000, point] : point
    meter.note(startMs + timeMs, bytes)
  }
  return meter
}

describe('the rate of a job', () => {
  it('is unknown after one value, and after two that lie too close together', () => {
    expect(meterOf().perSecond).toBeNull()
    expect(meterOf(500).perSecond).toBeNull()
    expect(meterOf([0, 0], [99, 99]).perSecond).toBeNull()
    expect(meterOf([0, 0], [100, 100]).perSecond).toBe(1000)
  })

  it('runs from the oldest value to the newest', () => {
    expect(meterOf(0, 100, 6000).perSecond).toBe(3000)
  })

  it('treats values of one instant as one', () => {
    expect(meterOf([0, 0], [1000, 1000], [2000, 2000], [2019, 4000]).perSecond).toBe(2000)
    expect(meterOf([0, 0], [1000, 1000], [1020, 1020]).perSecond).toBe(1000)
    expect(meterOf([0, 0], [1000, 0], [1010, 1000], [5000, 5000], [6000, 6000]).perSecond).toBe(1000)
  })

  it('forgets what is more than four seconds old', () => {
    expect(meterOf(0, 0, 8000, 8000, 8000, 8000).perSecond).toBe(2000)
    expect(meterOf(0, 0, 8000, 8000, 8000, 8000, 8000).perSecond).toBe(0)
  })

  it('is known for updates that come rarely, too', () => {
    expect(meterOf([0, 0], [10_000, 10_000]).perSecond).toBe(1000)
  })

  it('is never negative', () => {
    expect(meterOf(5000, 0).perSecond).toBe(0)
  })

  it('starts over after a reset', () => {
    const meter = meterOf(0, 1000, 2000, 3000, 4000)
    expect(meter.stablePerSecond).toBe(1000)
    meter.reset()
    expect(meter.perSecond).toBeNull()
    meter.note(startMs + 5000, 0)
    meter.note(startMs + 6000, 1000)
    expect(meter.stablePerSecond).toBeNull()
  })
})

describe('the rate that a remaining time is computed from', () => {
  it('holds while it has at most doubled', () => {
    expect(meterOf(0, 1000, 2000, 4000, 6000).stablePerSecond).toBe(1500)
    expect(meterOf(0, 1000, 2000, 5000, 8000).stablePerSecond).toBeNull()
    expect(meterOf(0, 3000, 6000, 7000, 8000).stablePerSecond).toBeNull()
  })

  it('is unknown before three seconds', () => {
    expect(meterOf([0, 0], [1000, 1000], [2999, 2999]).stablePerSecond).toBeNull()
    expect(meterOf([0, 0], [1000, 1000], [3000, 3000]).stablePerSecond).toBe(1000)
  })

  it('is unknown while nothing is written', () => {
    const meter = meterOf(500, 500, 500, 500, 500)
    expect(meter.stablePerSecond).toBeNull()
    expect(remainingMs(500, 1000, meter)).toBeNull()
  })
})

describe('the remaining time', () => {
  it('is that of the missing bytes, and 0 when more came than expected', () => {
    const meter = meterOf(0, 1000, 2000, 3000)
    expect(remainingMs(3000, 10_000, meter)).toBe(7000)
    expect(remainingMs(3000, 2000, meter)).toBe(0)
    expect(remainingMs(null, 10_000, meter)).toBeNull()
    expect(remainingMs(3000, null, meter)).toBeNull()
  })
})
