import { expect, test } from 'vitest'
import { EventFeed } from '../testing/event-feed.ts'
import { combineListeners } from '../trace/combine-listeners.ts'
import { TypeCounts } from '../trace/type-counts.ts'
import { ActivityEvents } from './activity-events.ts'
import { AllocationEvents, allocatedTypes } from './allocation-events.ts'
import { ContentionEvents, lockRows } from './contention-events.ts'
import { ExceptionEvents, exceptionTypes } from './exception-events.ts'
import { JitEvents, jitRows } from './jit-events.ts'
import { LoaderEvents } from './loader-events.ts'
import { ThreadPoolEvents, threadPoolSummary } from './thread-pool-events.ts'

const thrown = (type: string, message: string) => ({
  ExceptionType: type,
  ExceptionMessage: message,
  ExceptionEIP: 1,
  ExceptionHRESULT: 0x80131509,
  ExceptionFlags: 16,
})
const id = (last: number): Uint8Array => Uint8Array.from({ length: 16 }, (_, index) => (index === 15 ? last : 1))
const type = (name: string, opcode = 0) => ({ provider: 'Acme', eventId: name.length, name, opcode, fields: [] })

test('lock waits are paired by thread; the runtime’s own duration is used where there is one', () => {
  const events = new ContentionEvents()
  const feed = new EventFeed(events)
  const lock = { ContentionFlags: 0, ClrInstanceID: 0, LockID: 11, AssociatedObjectID: 22, LockOwnerThreadID: 1003 }
  feed.runtime(91, { ticks: 1, thread: 0 }, { ContentionFlags: 0 })
  feed.runtime(81, { ticks: 100, thread: 1, stack: 5 }, lock)
  feed.runtime(81, { ticks: 150, thread: 2 }, lock)
  feed.runtime(91, { ticks: 200, thread: 2 }, { ContentionFlags: 0, ClrInstanceID: 0, DurationNs: 48 })
  feed.runtime(91, { ticks: 400, thread: 1 }, { ContentionFlags: 0 })
  feed.runtime(81, { ticks: 500, thread: 1 }, lock)
  expect([...events.durationTicks.values]).toEqual([48, 300])
  expect([...events.stackIndex.values]).toEqual([0, 5])
  expect(lockRows(events)).toEqual([
    { lockId: 11, objectId: 22, waitCount: 2, waitTicks: 348, longestTicks: 300, threadCount: 2 },
  ])
})

test('a duration that is no length of time gives way to the time between the events', () => {
  const events = new ContentionEvents()
  const feed = new EventFeed(events)
  const durations = [Number.NaN, Infinity, -5]
  for (const [at, DurationNs] of durations.entries()) {
    feed.runtime(81, { ticks: at * 100, thread: 1 }, { ContentionFlags: 0 })
    feed.runtime(91, { ticks: at * 100 + 30, thread: 1 }, { ContentionFlags: 0, ClrInstanceID: 0, DurationNs })
  }
  expect([...events.durationTicks.values]).toEqual([30, 30, 30])
})

test('locks that threads wait for in turn keep their own waits', () => {
  const events = new ContentionEvents()
  const feed = new EventFeed(events)
  const lockIds = [0x1000, 0x2000, 0x1000, 0x1000 + 2 ** 40, 0x2000]
  for (const [index, lockId] of lockIds.entries()) {
    const lock = {
      ContentionFlags: 0,
      ClrInstanceID: 0,
      LockID: lockId,
      AssociatedObjectID: 0x80,
      LockOwnerThreadID: 1,
    }
    feed.runtime(81, { ticks: index * 10, thread: 1 }, lock)
    feed.runtime(91, { ticks: index * 10 + 1 + index, thread: 1 }, { ContentionFlags: 0 })
  }
  const rows = lockRows(events).map(({ lockId, waitCount, waitTicks }) => [lockId, waitCount, waitTicks])
  expect(rows).toEqual([
    [0x2000, 2, 7],
    [0x1000, 2, 4],
    [0x1000 + 2 ** 40, 1, 4],
  ])
})

test('exceptions are grouped by type in the order of time, with the first message', () => {
  const events = new ExceptionEvents()
  const feed = new EventFeed(events)
  feed.runtime(80, { ticks: 30 }, thrown('A', 'third'))
  feed.runtime(80, { ticks: 10 }, thrown('A', 'first'))
  feed.runtime(80, { ticks: 20 }, thrown('B', 'second'))
  expect(exceptionTypes(events)).toEqual([
    { type: 'A', count: 2, firstTicks: 10, lastTicks: 30, message: 'first' },
    { type: 'B', count: 1, firstTicks: 20, lastTicks: 20, message: 'second' },
  ])
  expect(events.hresult.at(0)).toBe(0x80131509)
})

test('allocation ticks add up by type, also in the oldest form', () => {
  const events = new AllocationEvents()
  const feed = new EventFeed(events)
  const tick = {
    AllocationAmount: 5,
    AllocationKind: 0,
    ClrInstanceID: 0,
    AllocationAmount64: 8_000_000_000,
    TypeID: 1,
  }
  feed.runtime(10, { ticks: 1 }, { ...tick, TypeName: 'System.Byte[]' })
  feed.runtime(10, { ticks: 2 }, { ...tick, TypeName: 'System.String', AllocationAmount64: 100 })
  feed.runtime(10, { ticks: 3 }, { ...tick, TypeName: 'System.String', AllocationAmount64: 200 })
  feed.runtime(10, { ticks: 4 }, { AllocationAmount: 7 })
  expect(allocatedTypes(events)).toEqual([
    { type: 'System.Byte[]', tickCount: 1, bytes: 8_000_000_000 },
    { type: 'System.String', tickCount: 2, bytes: 300 },
    { type: '', tickCount: 1, bytes: 7 },
  ])
})

test('thread-pool starvation is recognized by adjustment reasons', () => {
  const events = new ThreadPoolEvents()
  const feed = new EventFeed(events)
  for (const [ticks, count, reason] of [
    [1, 4, 0],
    [2, 5, 6],
    [3, 6, 6],
  ] as const)
    feed.runtime(55, { ticks }, { AverageThroughput: 1.5, NewWorkerThreadCount: count, Reason: reason })
  feed.runtime(50, { ticks: 4 }, { ActiveWorkerThreadCount: 9 })
  expect(threadPoolSummary(events)).toEqual({ adjustmentCount: 3, starvationCount: 2, mostWorkers: 6, mostActive: 9 })
})

test('compilations of a method are summed over its tiers', () => {
  const events = new JitEvents()
  const feed = new EventFeed(events)
  const compile = (from: number, to: number, thread: number, size: number): void => {
    feed.runtime(145, { ticks: from, thread }, { MethodID: 9, ModuleID: 1, MethodToken: 2, MethodILSize: 40 })
    const names = { MethodNamespace: 'N.T', MethodName: 'M', MethodSignature: 'void ()' }
    feed.runtime(
      143,
      { ticks: to, thread },
      { MethodID: 9, ModuleID: 1, MethodStartAddress: 5, MethodSize: size, ...names },
    )
  }
  compile(10, 30, 1, 100)
  compile(40, 45, 2, 60)
  feed.runtime(143, { ticks: 50 }, { MethodID: 8, MethodSize: 5, MethodNamespace: 'N', MethodName: 'Unstarted' })
  expect(jitRows(events)).toEqual([
    { method: 'N.T.M', displayName: 'T.M', compilationCount: 2, ticks: 25, ilBytes: 40, codeBytes: 160 },
  ])
})

test('methods are in order of the time that their compilations took', () => {
  const events = new JitEvents()
  const feed = new EventFeed(events)
  for (const [at, [MethodName, ticks]] of (
    [
      ['Fast', 2],
      ['Slow', 9],
      ['Fair', 5],
    ] as const
  ).entries()) {
    feed.runtime(145, { ticks: at * 10 }, { MethodID: at + 1, MethodILSize: 40 })
    const names = { MethodNamespace: 'N', MethodName, MethodSignature: '' }
    feed.runtime(143, { ticks: at * 10 + ticks }, { MethodID: at + 1, MethodSize: 5, ...names })
  }
  expect(jitRows(events).map(({ method }) => method)).toEqual(['N.Slow', 'N.Fair', 'N.Fast'])
})

test('loads nest: a stop ends the innermost open load of its kind', () => {
  const events = new LoaderEvents()
  const feed = new EventFeed(events)
  feed.runtime(290, { ticks: 1 }, { ClrInstanceID: 0, AssemblyName: 'Lib' })
  feed.runtime(73, { ticks: 2 }, { TypeLoadStartID: 1 })
  feed.runtime(73, { ticks: 3 }, { TypeLoadStartID: 2 })
  feed.runtime(74, { ticks: 5 }, { TypeLoadStartID: 2, TypeID: 1, TypeName: 'Inner' })
  feed.runtime(74, { ticks: 9 }, { TypeLoadStartID: 1, TypeID: 2, TypeName: 'Outer' })
  feed.runtime(291, { ticks: 20 }, { ClrInstanceID: 0, AssemblyName: 'Lib', Success: 0 })
  expect(events.rows.map((row) => [row.name, row.depth, row.durationTicks, row.isFound])).toEqual([
    ['Inner', 2, 2, true],
    ['Outer', 1, 7, true],
    ['Lib', 0, 19, false],
  ])
})

test('loaded modules are counted by when they came, and are no load with a beginning and an end', () => {
  const events = new LoaderEvents()
  const feed = new EventFeed(events)
  feed.runtime(152, { ticks: 4 }, { ModuleID: 1 })
  feed.runtime(152, { ticks: 6 }, { ModuleID: 2 })
  feed.runtime(80, { ticks: 7 }, thrown('E', ''))
  expect([[...events.moduleTicks.values], events.rows.length]).toEqual([[4, 6], 0])
})

test('a load whose stop never came ends with the one around it, and a stop without a load is no row', () => {
  const events = new LoaderEvents()
  const feed = new EventFeed(events)
  feed.runtime(290, { ticks: 1 }, { ClrInstanceID: 0, AssemblyName: 'Lib' })
  feed.runtime(73, { ticks: 2 }, { TypeLoadStartID: 1 })
  feed.runtime(291, { ticks: 20 }, { ClrInstanceID: 0, AssemblyName: 'Lib', Success: 1 })
  feed.runtime(74, { ticks: 30 }, { TypeLoadStartID: 1, TypeID: 2, TypeName: 'Late' })
  expect(events.rows.map((row) => [row.name, row.depth, row.durationTicks])).toEqual([['Lib', 0, 19]])
})

test('starts and stops of one activity are a row, and the starter is its parent', () => {
  const types = new TypeCounts()
  const events = new ActivityEvents(types)
  const feed = new EventFeed(combineListeners([types, events]))
  const none = new Uint8Array(0)
  feed.push(type('RequestStart'), { ticks: 1, activity: id(1) }, none)
  feed.push(type('QueryStart'), { ticks: 2, activity: id(2), related: id(1) }, none)
  feed.push(type('Plain'), { ticks: 3, activity: id(2) }, none)
  feed.push(type('QueryStop'), { ticks: 5, thread: 1, activity: id(2) }, none)
  feed.push(type('Send', 9), { ticks: 6 }, none)
  feed.push(type('RequestStop'), { ticks: 9, activity: id(1) }, none)
  feed.push(type('RequestStart'), { ticks: 10, activity: id(3) }, none)
  const rows = events
    .rows()
    .map((row) => [row.name, row.startTicks, row.durationTicks, row.stopThreadIndex, row.parent])
  expect(rows).toEqual([
    ['Request', 1, 8, 0, -1],
    ['Query', 2, 3, 1, 0],
    ['Request', 10, null, null, -1],
  ])
  expect(events.kinds.map(({ name }) => name)).toEqual(['Request', 'Query'])
})

test('a stop ends the last start of its own kind, whatever else has the same id', () => {
  const types = new TypeCounts()
  const events = new ActivityEvents(types)
  const feed = new EventFeed(combineListeners([types, events]))
  const none = new Uint8Array(0)
  for (const [name, ticks, activity] of [
    ['RequestStart', 1, id(1)],
    ['QueryStart', 2, id(1)],
    ['SendOutStart', 3, id(1)],
    ['RequestStop', 5, id(1)],
    ['SendOutStop', 8, id(1)],
    ['QueryStop', 20, id(1)],
    // Without an id it is that of the same thread.
    ['RequestStart', 30, undefined],
    ['QueryStart', 31, undefined],
    ['RequestStop', 35, undefined],
    ['QueryStop', 38, undefined],
  ] as const)
    feed.push(type(name), { ticks, ...(activity === undefined ? {} : { activity }) }, none)
  expect(events.rows().map(({ name, startTicks, durationTicks }) => [name, startTicks, durationTicks])).toEqual([
    ['Request', 1, 4],
    ['Query', 2, 18],
    ['SendOut', 3, 5],
    ['Request', 30, 5],
    ['Query', 31, 7],
  ])
})

test('activities are counted before anybody asks for them, and those that come later are found', () => {
  const types = new TypeCounts()
  const events = new ActivityEvents(types)
  const feed = new EventFeed(combineListeners([types, events]))
  const none = new Uint8Array(0)
  feed.push(type('RequestStart'), { ticks: 1, activity: id(1) }, none)
  feed.push(type('QueryStart'), { ticks: 2, activity: id(2) }, none)
  expect([events.count, events.kinds.map(({ name, startCount }) => [name, startCount])]).toEqual([
    2,
    [
      ['Request', 1],
      ['Query', 1],
    ],
  ])
  expect(events.rows()).toHaveLength(2)
  feed.push(type('QueryStart'), { ticks: 3, activity: id(3) }, none)
  feed.push(type('QueryStop'), { ticks: 4, activity: id(3) }, none)
  expect(events.count).toBe(3)
  expect(events.rows().map(({ name, durationTicks }) => [name, durationTicks])).toEqual([
    ['Request', null],
    ['Query', null],
    ['Query', 1],
  ])
})
