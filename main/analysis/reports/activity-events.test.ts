import { expect, test } from 'vitest'
import { activity } from '../requests/testing/request-feed.ts'
import { EventFeed, type FedEvent } from '../testing/event-feed.ts'
import { combineListeners } from '../trace/combine-listeners.ts'
import { TypeCounts } from '../trace/type-counts.ts'
import { ActivityEvents } from './activity-events.ts'

const id = (last: number): Uint8Array => Uint8Array.from({ length: 16 }, (_, index) => (index === 15 ? last : 1))

function recorded() {
  const types = new TypeCounts()
  const events = new ActivityEvents(types)
  const feed = new EventFeed(combineListeners([types, events]))
  const push = (name: string, event: FedEvent, { provider = 'Acme', opcode = 0, payload = new Uint8Array(0) } = {}) =>
    feed.push({ provider, eventId: name.length, name, opcode, fields: [] }, event, payload)
  const kinds = () => events.kinds.map(({ provider, name, startCount }) => [provider, name, startCount])
  return { events, feed, push, kinds }
}

test('nothing was started in a recording without events', () => {
  const events = new ActivityEvents(new TypeCounts())
  expect([events.count, events.leftOutCount, events.kinds, events.rows()]).toEqual([0, 0, [], []])
})

test('a row says where its start was: type, thread, stack, activity and payload', () => {
  const { events, feed, push } = recorded()
  push('Plain', { ticks: 1 }, { payload: new Uint8Array(3) })
  push('QueryStart', { ticks: 2, thread: 2, stack: 7, activity: id(4) }, { payload: new Uint8Array(5) })
  expect(events.rows()[0]).toMatchObject({
    provider: 'Acme',
    name: 'Query',
    threadIndex: 2,
    stopThreadIndex: null,
    activityIndex: feed.trace.activities.intern(id(4), 0),
    startStackIndex: 7,
    typeIndex: 1,
    payloadOffset: 3,
    payloadLength: 5,
  })
})

test('an opcode of its own counts more than the name, and other opcodes are neither start nor stop', () => {
  const { events, push, kinds } = recorded()
  push('Query', { ticks: 1 }, { opcode: 1 })
  push('QueryStop', { ticks: 4 })
  push('ReplyStart', { ticks: 5 }, { opcode: 7 })
  expect(kinds().map(([, , count]) => count)).toContain(1)
  expect(events.rows().map((row) => [row.name, row.startTicks, row.durationTicks])).toEqual([['Query', 1, 3]])
})

test('events of the runtime and the sample profiler are no activities; those of other native-sounding sources are', () => {
  const { kinds, push } = recorded()
  push('GCStart', { ticks: 1 }, { provider: 'Microsoft-Windows-DotNETRuntime', opcode: 1 })
  push('GCStart', { ticks: 1 }, { provider: 'Microsoft-Windows-DotNETRuntimePrivate', opcode: 1 })
  push('SampleStart', { ticks: 1 }, { provider: 'Microsoft-DotNETCore-SampleProfiler', opcode: 1 })
  push('LoadStart', { ticks: 2 }, { provider: 'Microsoft-DotNETCore-SampleProfiler-Tools' })
  push('LoadStart', { ticks: 3 }, { provider: 'My-Microsoft-Windows-DotNETRuntime' })
  push('', { ticks: 4 }, { opcode: 1 })
  expect(kinds()).toEqual([
    ['Microsoft-DotNETCore-SampleProfiler-Tools', 'Load', 1],
    ['My-Microsoft-Windows-DotNETRuntime', 'Load', 1],
  ])
})

test('activities of one name are of one kind for each provider, in the order of the first types', () => {
  const { kinds, push } = recorded()
  push('QueryStop', { ticks: 1 })
  push('LoadStart', { ticks: 2 })
  push('QueryStart', { ticks: 3 })
  push('LoadStart', { ticks: 4 }, { provider: 'Other' })
  push('LoadStart', { ticks: 5 })
  expect(kinds()).toEqual([
    ['Acme', 'Query', 1],
    ['Acme', 'Load', 2],
    ['Other', 'Load', 1],
  ])
})

test('rows are in the order of their starts, whatever the order of the blocks', () => {
  const { events, push } = recorded()
  push('QueryStop', { ticks: 30, thread: 1, activity: id(2) })
  push('QueryStart', { ticks: 20, activity: id(2) })
  push('QueryStop', { ticks: 15, thread: 1, activity: id(1) })
  push('QueryStart', { ticks: 10, activity: id(1) })
  push('QueryStop', { ticks: 10, activity: id(3) })
  push('QueryStart', { ticks: 10, activity: id(3) })
  expect(events.rows().map((row) => [row.startTicks, row.durationTicks, row.stopThreadIndex])).toEqual([
    [10, 5, 1],
    [10, 0, 0],
    [20, 10, 1],
  ])
})

test('a stop before the start of its activity ends nothing', () => {
  const { events, push } = recorded()
  push('QueryStop', { ticks: 9, activity: id(1) })
  push('QueryStart', { ticks: 10, activity: id(1) })
  expect(events.rows()).toMatchObject([{ startTicks: 10, durationTicks: null }])
})

test('of activities with one id, the one that started last stops first', () => {
  const { events, push } = recorded()
  for (const ticks of [1, 2, 3]) push('QueryStart', { ticks, activity: id(1) })
  push('QueryStop', { ticks: 5, activity: id(1) })
  push('QueryStop', { ticks: 9, activity: id(1) })
  expect(events.rows().map(({ durationTicks }) => durationTicks)).toEqual([null, 7, 2])
})

test('another provider, another task and another id stop nothing', () => {
  const { events, push } = recorded()
  push('QueryStart', { ticks: 1, activity: id(1) })
  push('QueryStop', { ticks: 2, activity: id(1) }, { provider: 'Other' })
  push('LoadStop', { ticks: 3, activity: id(1) })
  push('QueryStop', { ticks: 4, activity: id(2) })
  push('QueryStop', { ticks: 5 })
  expect(events.rows()).toMatchObject([{ durationTicks: null }])
})

test('without an id a stop ends what its own thread started', () => {
  const { events, push } = recorded()
  push('QueryStart', { ticks: 1, thread: 1 })
  push('QueryStart', { ticks: 2, thread: 2 })
  push('LoadStart', { ticks: 2, thread: 1 })
  push('QueryStop', { ticks: 7, thread: 1 })
  push('QueryStop', { ticks: 9, thread: 3 })
  expect(events.rows().map(({ durationTicks, activityIndex, path }) => [durationTicks, activityIndex, path])).toEqual([
    [6, 0, null],
    [null, 0, null],
    [null, 0, null],
  ])
})

test('a thread’s number is never taken for the number of an activity', () => {
  const { events, feed, push } = recorded()
  push('QueryStart', { ticks: 1, thread: 1 })
  push('QueryStop', { ticks: 2, thread: 4, activity: id(1) })
  expect(feed.trace.activities.intern(id(1), 0)).toBe(1)
  expect(events.rows()).toMatchObject([{ durationTicks: null }])
})

test('begin and end of a task are start and stop of it', () => {
  const { events, push } = recorded()
  push('BeginExecute', { ticks: 1, activity: id(1) }, { opcode: 1 })
  push('EndExecute', { ticks: 4, activity: id(1) }, { opcode: 2 })
  push('Beginner', { ticks: 5, activity: id(2) }, { opcode: 1 })
  push('Endless', { ticks: 7, activity: id(3) }, { opcode: 1 })
  push('BackEndPing', { ticks: 8, activity: id(3) }, { opcode: 1 })
  expect(events.rows().map(({ name, durationTicks }) => [name, durationTicks])).toEqual([
    ['Execute', 3],
    ['Beginner', null],
    ['Endless', null],
    ['BackEndPing', null],
  ])
})

test('the path of an activity names its parent when the start names no other', () => {
  const { events, push } = recorded()
  push('QueryStart', { ticks: 1, activity: activity(1, 2) })
  push('QueryStart', { ticks: 2, activity: activity(1, 2, 3) })
  push('QueryStart', { ticks: 3, activity: activity(1, 5, 3) })
  push('QueryStart', { ticks: 4, activity: activity(1, 2, 4), related: activity(1, 2, 3) })
  push('QueryStart', { ticks: 5, activity: activity(1, 2, 5), related: id(9) })
  push('QueryStart', { ticks: 6, activity: activity(1) })
  push('QueryStart', { ticks: 7, activity: id(1) })
  expect(events.rows().map(({ path, parent }) => [path, parent])).toEqual([
    ['//1/2', -1],
    ['//1/2/3', 0],
    ['//1/5/3', -1],
    ['//1/2/4', 1],
    ['//1/2/5', 0],
    ['//1', -1],
    [null, -1],
  ])
})

test('the parent is the latest start of the starter’s activity, also when the start itself has none', () => {
  const { events, push } = recorded()
  push('LoadStart', { ticks: 1, activity: id(1) })
  push('LoadStart', { ticks: 2, activity: id(1) })
  push('QueryStart', { ticks: 3, related: id(1) })
  push('QueryStart', { ticks: 4, activity: id(2) })
  push('LoadStart', { ticks: 5 })
  expect(events.rows().map(({ parent }) => parent)).toEqual([-1, -1, 1, -1, -1])
})

test('rows stay the same until something is read, and a stop that comes later ends its row', () => {
  const { events, push } = recorded()
  push('QueryStart', { ticks: 1, activity: id(1) })
  const rows = events.rows()
  expect(events.rows()).toBe(rows)
  push('QueryStop', { ticks: 5, activity: id(1) })
  expect(events.rows()).toMatchObject([{ startTicks: 1, durationTicks: 4 }])
})

test('stops that come out of order end the activities of their time', () => {
  const { events, push } = recorded()
  push('QueryStart', { ticks: 1, activity: id(1) })
  push('QueryStart', { ticks: 3, activity: id(1) })
  push('QueryStop', { ticks: 8, activity: id(1), thread: 1 })
  push('QueryStop', { ticks: 5, activity: id(1), thread: 2 })
  expect(events.rows().map(({ startTicks, durationTicks }) => [startTicks, durationTicks])).toEqual([
    [1, 7],
    [3, 2],
  ])
})
