import { expect, test } from 'vitest'
import { ThreadPoolEvents } from '../reports/thread-pool-events.ts'
import { queueLengths } from './pool-queue.ts'

function lengths(enqueued: readonly number[], dequeued: readonly number[]): readonly (readonly number[])[] {
  const events = new ThreadPoolEvents()
  for (const ticks of enqueued) events.enqueuedTicks.push(ticks)
  for (const ticks of dequeued) events.dequeuedTicks.push(ticks)
  const queue = queueLengths(events)
  return Array.from(queue.ticks, (ticks, row) => [ticks, queue.lengths[row]!])
}

test('a queue grows with what comes and shrinks with what is taken, in the order of time', () => {
  expect(lengths([20, 10], [30])).toEqual([
    [10, 1],
    [20, 2],
    [30, 1],
  ])
})

test('what comes and is taken at the same time comes first', () => {
  expect(lengths([10], [10])).toEqual([
    [10, 1],
    [10, 0],
  ])
})

test('the shortest queue counts as empty: some waited when the recording began', () => {
  expect(lengths([30], [10, 20])).toEqual([
    [10, 1],
    [20, 0],
    [30, 1],
  ])
})

test('a queue that was only filled begins empty', () => {
  expect(lengths([10, 20], [])).toEqual([
    [10, 1],
    [20, 2],
  ])
  expect(lengths([], [])).toEqual([])
})
