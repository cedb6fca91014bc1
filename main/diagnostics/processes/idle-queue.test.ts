import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IdleQueue } from './idle-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A job that takes this long by the test's clock. */
const busy = (done: string[], name: string, tookMs: number) => () => {
  done.push(name)
  vi.setSystemTime(Date.now() + tookMs)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + tookMs)
}

test('jobs wait a moment, then run in order', async () => {
  const queue = new IdleQueue()
  const done: string[] = []
  for (const name of ['a', 'b']) queue.add(() => void done.push(name))
  expect(queue.length).toBe(2)
  await vi.advanceTimersByTimeAsync(249)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['a', 'b'])
  expect([queue.length, vi.getTimerCount()]).toEqual([0, 0])
})

test('long jobs are done one at a time with a pause between them', async () => {
  const queue = new IdleQueue()
  const done: string[] = []
  for (const name of ['a', 'b', 'c']) queue.add(busy(done, name, 100))
  await vi.advanceTimersByTimeAsync(250)
  expect(done).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(39)
  expect(done).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['a', 'b'])
  await vi.advanceTimersByTimeAsync(40)
  expect(done).toEqual(['a', 'b', 'c'])
  vi.restoreAllMocks()
})

test('a job added after a pause runs too', async () => {
  const queue = new IdleQueue()
  const done: string[] = []
  queue.add(() => void done.push('a'))
  await vi.advanceTimersByTimeAsync(1000)
  queue.add(() => void done.push('b'))
  await vi.advanceTimersByTimeAsync(250)
  expect(done).toEqual(['a', 'b'])
})

test('nothing runs after disposal', async () => {
  const queue = new IdleQueue()
  const done: string[] = []
  queue.add(() => void done.push('a'))
  queue.dispose()
  expect([queue.length, vi.getTimerCount()]).toEqual([0, 0])
  await vi.advanceTimersByTimeAsync(1000)
  expect(done).toEqual([])
  new IdleQueue().dispose()
})
