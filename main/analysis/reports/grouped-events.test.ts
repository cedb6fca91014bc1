import { expect, test } from 'vitest'
import { EventFeed } from '../testing/event-feed.ts'
import { AllocationEvents, allocatedTypes } from './allocation-events.ts'
import { AllocationSamples } from './allocation-samples.ts'
import { eventFilter } from './event-filter.ts'
import { ExceptionEvents, exceptionTypes } from './exception-events.ts'
import { WaitEvents } from './wait-events.ts'

const thrown = (type: string, message: string) => {
  return { ExceptionType: type, ExceptionMessage: message, ExceptionEIP: 1, ExceptionHRESULT: 1, ExceptionFlags: 16 }
}

test('exceptions of a selection are grouped by type, the most frequent first and those as frequent by name', () => {
  const events = new ExceptionEvents()
  const feed = new EventFeed(events)
  feed.runtime(80, { ticks: 5 }, thrown('Early', 'left out'))
  feed.runtime(80, { ticks: 30 }, thrown('C', 'c2'))
  feed.runtime(80, { ticks: 40, thread: 2 }, thrown('B', 'other thread'))
  feed.runtime(80, { ticks: 20 }, thrown('C', 'c1'))
  feed.runtime(80, { ticks: 20 }, thrown('C', 'as early'))
  feed.runtime(80, { ticks: 25 }, thrown('B', 'b'))
  feed.runtime(80, { ticks: 26 }, thrown('A', 'a'))
  feed.runtime(81, { ticks: 27 }, {})
  const shown = exceptionTypes(events, eventFilter({ fromTicks: 10, threads: new Set([0]) }))
  expect(shown).toEqual([
    { type: 'C', count: 3, firstTicks: 20, lastTicks: 30, message: 'c1' },
    { type: 'A', count: 1, firstTicks: 26, lastTicks: 26, message: 'a' },
    { type: 'B', count: 1, firstTicks: 25, lastTicks: 25, message: 'b' },
  ])
  expect(events.count).toBe(7)
})

test('allocations are grouped by type, the most bytes first and as many by name', () => {
  const events = new AllocationEvents()
  const feed = new EventFeed(events)
  const tick = (ticks: number, TypeName: string, bytes: number) =>
    feed.runtime(10, { ticks }, { AllocationAmount: bytes, AllocationAmount64: bytes, TypeID: 1, TypeName })
  tick(1, 'B', 100)
  tick(2, 'C', 150)
  tick(3, 'A', 100)
  tick(4, 'C', 60)
  tick(99, 'D', 1000)
  expect(allocatedTypes(events, eventFilter({ toTicks: 99 }))).toEqual([
    { type: 'C', tickCount: 2, bytes: 210 },
    { type: 'A', tickCount: 1, bytes: 100 },
    { type: 'B', tickCount: 1, bytes: 100 },
  ])
})

test('a sampled object stands for as many bytes as are allocated until one of its size is chosen', () => {
  const events = new AllocationSamples()
  const feed = new EventFeed(events)
  const sampled = (ticks: number, ObjectSize: number) =>
    feed.runtime(303, { ticks }, { AllocationKind: 0, TypeID: 1, TypeName: 'A', Address: 1, ObjectSize })
  sampled(1, 0)
  sampled(2, 24)
  sampled(3, 10_000_000)
  feed.runtime(10, { ticks: 4 }, {})
  const [none, small, large] = events.estimatedBytes.values
  expect([events.count, none, large]).toEqual([3, 0, 10_000_000])
  // About the mean distance between two samples: a small object is hardly ever chosen.
  expect(small).toBeGreaterThan(102_400)
  expect(small).toBeLessThan(102_424)
})

test('waits are paired on their thread, the innermost first', () => {
  const events = new WaitEvents()
  const feed = new EventFeed(events)
  const start = (ticks: number, thread: number, stack: number, WaitSource: number) =>
    feed.runtime(301, { ticks, thread, stack }, { WaitSource, AssociatedObjectID: 0, ClrInstanceID: 0 })
  feed.runtime(302, { ticks: 5, thread: 1 })
  start(10, 1, 7, 1)
  start(20, 1, 8, 0)
  start(25, 2, 9, 1)
  feed.runtime(302, { ticks: 30, thread: 1 })
  feed.runtime(302, { ticks: 60, thread: 1 })
  feed.runtime(302, { ticks: 61, thread: 1 })
  const rows = Array.from({ length: events.count }, (_, row) =>
    [events.startTicks, events.durationTicks, events.threadIndex, events.stackIndex, events.source].map((column) =>
      column.at(row),
    ),
  )
  expect(rows).toEqual([
    [20, 10, 1, 8, 0],
    [10, 50, 1, 7, 1],
  ])
})
