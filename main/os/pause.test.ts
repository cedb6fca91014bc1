import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pause } from './pause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function isOver(waiting: Promise<void>): Promise<boolean> {
  return await Promise.race([waiting.then(() => true), Promise.resolve(false).then(() => false)])
}

it('a pause is over after its time', async () => {
  const waiting = pause(100)
  await vi.advanceTimersByTimeAsync(99)
  expect(await isOver(waiting)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await expect(waiting).resolves.toBeUndefined()
})

it('a signal ends a pause, and one that came before does not let it begin', async () => {
  const abort = new AbortController()
  const waiting = pause(1e9, abort.signal)
  abort.abort()
  await expect(waiting).resolves.toBeUndefined()
  await expect(pause(1e9, abort.signal)).resolves.toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})
