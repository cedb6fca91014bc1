import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeLimitMs, closeWhenDrained } from './closing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Closes a view whose sessions drain after so long; what was over by then. */
async function closeAfter(drainMs: number, atMs: number) {
  const seen = { isDrained: null as boolean | null, isWorkerClosed: false }
  const drained = new Promise((resolve) => setTimeout(resolve, drainMs))
  const closeWorker = async () => void (seen.isWorkerClosed = true)
  void closeWhenDrained(drained, closeWorker).then((isDrained) => (seen.isDrained = isDrained))
  await vi.advanceTimersByTimeAsync(atMs)
  return seen
}

test('a view is closed when its sessions have drained, and its worker with them', async () => {
  expect(await closeAfter(300, 299)).toEqual({ isDrained: null, isWorkerClosed: false })
  expect(await closeAfter(300, 300)).toEqual({ isDrained: true, isWorkerClosed: true })
})

test('a view is closed after three seconds at the latest; its worker lives on for its sessions', async () => {
  expect(closeLimitMs).toBe(3000)
  expect(await closeAfter(8000, 2999)).toEqual({ isDrained: null, isWorkerClosed: false })
  expect(await closeAfter(8000, 3000)).toEqual({ isDrained: false, isWorkerClosed: false })
  expect(await closeAfter(8000, 8000)).toEqual({ isDrained: false, isWorkerClosed: true })
})

test('the worker of sessions that never drain ends after half a minute', async () => {
  expect(await closeAfter(1e6, 29_999)).toEqual({ isDrained: false, isWorkerClosed: false })
  expect(await closeAfter(1e6, 30_000)).toEqual({ isDrained: false, isWorkerClosed: true })
})
