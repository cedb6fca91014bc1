import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Limiter } from './limiter.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Jobs that note their start and end when they are let go. */
function jobs() {
  const started: string[] = []
  const end = new Map<string, () => void>()
  const job = (name: string) => () => {
    started.push(name)
    return new Promise<void>((resolve) => end.set(name, resolve))
  }
  const finish = async (name: string) => {
    end.get(name)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { started, job, finish }
}

test('no more jobs than allowed run at once, and the next one starts when one ends', async () => {
  const { started, job, finish } = jobs()
  const limiter = new Limiter(2, 1000)
  for (const name of ['a', 'b', 'c', 'd']) limiter.run(job(name))
  expect(started).toEqual(['a', 'b'])
  expect(limiter.waitingCount).toBe(2)
  await finish('b')
  expect(started).toEqual(['a', 'b', 'c'])
  await finish('a')
  await finish('c')
  await finish('d')
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  expect([limiter.waitingCount, limiter.peakWaitingCount]).toEqual([0, 2])
})

test('a long job gives up its slot once, and ending later frees no second one', async () => {
  const { started, job, finish } = jobs()
  const limiter = new Limiter(1, 1000)
  for (const name of ['slow', 'b', 'c']) limiter.run(job(name))
  await vi.advanceTimersByTimeAsync(999)
  expect(started).toEqual(['slow'])
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toEqual(['slow', 'b'])
  await finish('slow')
  expect(started).toEqual(['slow', 'b'])
  await finish('b')
  expect(started).toEqual(['slow', 'b', 'c'])
})

test('a slot is free again for a later job', async () => {
  const { started, job, finish } = jobs()
  const limiter = new Limiter(1, 1000)
  limiter.run(job('a'))
  await finish('a')
  limiter.run(job('b'))
  expect(started).toEqual(['a', 'b'])
  await finish('b')
  expect(vi.getTimerCount()).toBe(0)
})

test('waiting jobs can be cancelled', async () => {
  const { started, job, finish } = jobs()
  const limiter = new Limiter(1, 1000)
  for (const name of ['a', 'b', 'c']) limiter.run(job(name))
  limiter.clear()
  await finish('a')
  expect(started).toEqual(['a'])
  expect(limiter.waitingCount).toBe(0)
})
