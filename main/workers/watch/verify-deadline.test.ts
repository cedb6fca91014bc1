import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VerifyDeadline, verifyLimitMs, verifySilenceMs } from './verify-deadline.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the deadline of a verification', () => {
  it('is over once nothing was read for a while', () => {
    const onOver = vi.fn()
    const deadline = new VerifyDeadline(0, onOver)
    vi.advanceTimersByTime(verifySilenceMs - 1)
    deadline.beat()
    vi.advanceTimersByTime(verifySilenceMs - 1)
    expect(onOver).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onOver).toHaveBeenCalledExactlyOnceWith(verifySilenceMs)
    vi.advanceTimersByTime(verifyLimitMs(0))
    expect(onOver).toHaveBeenCalledOnce()
  })

  it('is over in spite of progress when a file of its size should have been read', () => {
    const sizeBytes = 100_000_000
    const onOver = vi.fn()
    const deadline = new VerifyDeadline(sizeBytes, onOver)
    const steps = Math.floor(verifyLimitMs(sizeBytes) / 5000)
    for (let step = 0; step < steps; step += 1) {
      vi.advanceTimersByTime(5000)
      if (step < steps - 1) deadline.beat()
    }
    expect(onOver).toHaveBeenCalledExactlyOnceWith(80_000)
  })

  it('grows with the size, and is silent after the end', () => {
    expect(verifyLimitMs(10 * 2 ** 30)).toBeGreaterThan(verifyLimitMs(2 ** 30))
    const onOver = vi.fn()
    new VerifyDeadline(0, onOver).dispose()
    vi.advanceTimersByTime(verifyLimitMs(0))
    expect(onOver).not.toHaveBeenCalled()
  })
})
