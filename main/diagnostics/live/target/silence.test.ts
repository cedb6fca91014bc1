import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SilenceWatch } from './silence.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a target that sends is not silent because somebody set the clock, and one that stopped is since it sent last', () => {
  const told: (number | null)[] = []
  const watch = new SilenceWatch({ intervalMs: 1000, now: Date.now, onChange: (sinceMs) => void told.push(sinceMs) })
  watch.expect(1000)
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(1000)
  watch.heard()
  vi.setSystemTime(Date.now() - 7_200_000)
  const lastMs = Date.now()
  expect(told).toEqual([])
  vi.advanceTimersByTime(3500)
  expect(told).toEqual([lastMs])
  watch.heard()
  expect(told).toEqual([lastMs, null])
  watch.dispose()
  expect(vi.getTimerCount()).toBe(0)
})
