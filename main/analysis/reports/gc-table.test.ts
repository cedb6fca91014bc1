import { expect, test } from 'vitest'
import { EventFeed } from '../testing/event-feed.ts'
import { gcEventIds, GcEvents } from './gc-events.ts'
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

const { suspendStart, suspendStop, start: gcStart, stop: gcStop, heapStats, perHeapHistory, restartStop } = gcEventIds

/** Rows of events given as id, ticks, values and thread. */
const table = (
  ...events: readonly (readonly [id: number, ticks: number, values?: readonly number[], thread?: number])[]
) => gcTable(events.map(([id, ticks, values = [], threadIndex = 0]) => ({ id, ticks, values, threadIndex })))

test('heap sizes before are those of all heaps, of the collection that is under way', () => {
  const rows = table(
    [perHeapHistory, 1, [1000]],
    [gcStart, 10, [1, 0, 0, 0]],
    [perHeapHistory, 11, [100]],
    [perHeapHistory, 12, [50]],
    [perHeapHistory, 13, []],
    [gcStop, 20, [1]],
    [perHeapHistory, 21, [7]],
  )
  expect(rows.map(({ heapBeforeBytes }) => heapBeforeBytes)).toEqual([150])
})

test('heap sizes of a background collection come when those within it have ended', () => {
  const rows = table(
    [gcStart, 10, [1, 2, 0, 1]],
    [gcStart, 20, [2, 0, 0, 0]],
    [gcStop, 30, [2]],
    [heapStats, 31, [5, 1]],
    [perHeapHistory, 40, [70]],
    [gcStop, 50, [1]],
    [heapStats, 51, [9, 2]],
    [perHeapHistory, 60, [80]],
  )
  expect(
    rows.map(({ heapBeforeBytes, heapAfterBytes, promotedBytes }) => [heapBeforeBytes, heapAfterBytes, promotedBytes]),
  ).toEqual([
    [70, 9, 2],
    [null, 5, 1],
  ])
})

test('what is left after a collection is told once, by generation', () => {
  const [row] = table(
    [gcStart, 10, [1]],
    [heapStats, 11, [99]],
    [gcStop, 20, [1]],
    [heapStats, 21, [100, 40, 10, 1, 20, 2, 30]],
    [heapStats, 22, [5, 5, 5]],
  )
  expect(row).toMatchObject({ generation: 0, reason: 0, type: 0, heapAfterBytes: 100, promotedBytes: 40 })
  expect(row!.generations.map(({ sizeBytes, promotedBytes }) => [sizeBytes, promotedBytes])).toEqual([
    [10, 1],
    [20, 2],
    [30, 0],
    [0, 0],
    [0, 0],
  ])
})

test('statistics behind a stop of a collection that nobody saw start are of none', () => {
  const [row] = table(
    [gcStart, 10, [1]],
    [gcStop, 20, [1]],
    [gcStop, 30, [9]],
    [heapStats, 31, [100]],
    [gcStop, 40, []],
  )
  expect(row).toMatchObject({ durationTicks: 10, heapAfterBytes: null, promotedBytes: null, generations: [] })
})

test('a restart ends the suspension of its own thread, once', () => {
  const rows = table(
    [suspendStart, 10, [], 1],
    [suspendStop, 12, [], 2],
    [suspendStop, 15, [], 1],
    [gcStart, 20, [1]],
    [restartStop, 25, [], 2],
    [gcStop, 30, [1]],
    [restartStop, 40, [], 1],
    [restartStop, 90, [], 1],
  )
  expect(rows).toMatchObject([{ pauseStartTicks: 10, pauseTicks: 30, suspendTicks: 5 }])
})

test('a pause without a collection is nobody’s', () => {
  expect(table([suspendStart, 10], [restartStop, 20], [gcStart, 30, [1]], [gcStop, 35, [1]])).toMatchObject([
    { pauseStartTicks: 30, pauseTicks: null },
  ])
  const again = table(
    [suspendStart, 10],
    [gcStart, 12, [1]],
    [gcStop, 18, [1]],
    [restartStop, 20],
    [suspendStart, 50],
    [restartStop, 60],
  )
  expect(again).toMatchObject([{ pauseTicks: 10 }])
})

test('a collection after the first pause of a background one has the pause of its own suspension', () => {
  const rows = table(
    [suspendStart, 0],
    [gcStart, 5, [1, 2, 0, 1]],
    [restartStop, 10],
    [suspendStart, 20],
    [suspendStop, 22],
    [gcStart, 25, [2]],
    [gcStop, 28, [2]],
    [restartStop, 30],
    [gcStop, 50, [1]],
  )
  expect(
    rows.map(({ pauseStartTicks, pauseTicks, suspendTicks }) => [pauseStartTicks, pauseTicks, suspendTicks]),
  ).toEqual([
    [0, 10, 0],
    [20, 10, 2],
  ])
})
