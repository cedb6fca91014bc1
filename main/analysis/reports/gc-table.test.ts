import { expect, test } from 'vitest'
import { EventFeed } from '../testing/event-feed.ts'
import { GcEvents } from './gc-events.ts'
import { gcTable } from './gc-table.ts'

const suspend = (feed: EventFeed, thread: number, from: number, to: number, reason = 1): void => {
  feed.runtime(9, { ticks: from, thread }, { Reason: reason, Count: 0, ClrInstanceID: 0 })
  feed.runtime(8, { ticks: to, thread }, { ClrInstanceID: 0 })
}
const start = (feed: EventFeed, ticks: number, number: number, generation: number, type = 0): void =>
  feed.runtime(1, { ticks }, { Count: number, Depth: generation, Reason: 1, Type: type, ClrInstanceID: 0 })
const stop = (feed: EventFeed, ticks: number, number: number): void =>
  feed.runtime(2, { ticks }, { Count: number, Depth: 0, ClrInstanceID: 0 })
const restart = (feed: EventFeed, thread: number, ticks: number): void =>
  feed.runtime(3, { ticks, thread }, { ClrInstanceID: 0 })

function tableOf(fill: (feed: EventFeed) => void) {
  const events = new GcEvents()
  fill(new EventFeed(events))
  return gcTable(events.inOrder())
}

test('a blocking GC lasts from suspension to restart, ignoring suspensions by the sampler', () => {
  const [row] = tableOf((feed) => {
    suspend(feed, 1, 100, 130)
    // The sampler's suspension, on its own thread: its reason is no collection's.
    suspend(feed, 2, 105, 107, 0)
    restart(feed, 2, 109)
    start(feed, 140, 7, 1)
    stop(feed, 180, 7)
    feed.runtime(
      4,
      { ticks: 181 },
      { GenerationSize0: 10, TotalPromotedSize0: 1, GenerationSize1: 20, TotalPromotedSize1: 2 },
    )
    restart(feed, 1, 200)
  })
  expect(row).toMatchObject({
    number: 7,
    generation: 1,
    startTicks: 140,
    durationTicks: 40,
    pauseStartTicks: 100,
    pauseTicks: 100,
    suspendTicks: 30,
    heapBeforeBytes: null,
    heapAfterBytes: 30,
    promotedBytes: 3,
  })
})

test('a background collection has two pauses, and one that starts within the first has its own', () => {
  const rows = tableOf((feed) => {
    suspend(feed, 1, 100, 110)
    start(feed, 120, 1, 2, 1)
    start(feed, 130, 2, 1)
    stop(feed, 150, 2)
    restart(feed, 1, 160)
    suspend(feed, 3, 300, 305, 6)
    restart(feed, 3, 320)
    stop(feed, 400, 1)
  })
  expect(
    rows.map((row) => [row.number, row.pauseStartTicks, row.pauseTicks, row.suspendTicks, row.durationTicks]),
  ).toEqual([
    // Time of the first suspension, and the whole second pause.
    [1, 100, 10 + 20, 10 + 5, 280],
    [2, 130, 30, 0, 20],
  ])
})

test('a GC in progress when recording began is left out; one that never ended stays open', () => {
  const rows = tableOf((feed) => {
    stop(feed, 10, 4)
    restart(feed, 1, 20)
    suspend(feed, 1, 100, 110)
    start(feed, 120, 5, 0)
  })
  expect(rows.map((row) => [row.number, row.pauseTicks, row.durationTicks])).toEqual([[5, null, null]])
})
