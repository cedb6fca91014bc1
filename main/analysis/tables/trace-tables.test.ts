import { expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import {
  type TraceTableName,
  columnsOf,
  traceTableNames,
  type TraceTableQuestion,
} from '../../../shared/model/trace/trace-tables.ts'
import { type PayloadField, PayloadRecord } from '../../events/payload/payload-value.ts'
import { scalar } from '../../events/payload/value-shape.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { PlantedTrace } from '../findings/testing/planted-trace.ts'
import { TraceParts } from '../trace/trace-parts.ts'
import { detailText } from './request-table.ts'
import { foundIn, TraceTables } from './trace-tables.ts'

const ask = (table: TraceTableName, parts: Partial<TraceTableQuestion> = {}): TraceTableQuestion => ({
  table,
  selection: wholeTrace,
  sortBy: null,
  isDescending: false,
  search: '',
  ...parts,
})

function fed(feedEvents: (feed: EventFeed) => void) {
  const parts = new TraceParts()
  const feed = new EventFeed(parts.listener)
  feedEvents(feed)
  return { parts, tables: new TraceTables(parts, feed.trace, () => new Uint8Array(0)) }
}

const ms = 1e6
const field = (name: string, value: string | number): PayloadField => ({ name, value, shape: scalar('text') })

test('waits are paired by thread, the innermost first, and separated by their kind', () => {
  const { tables } = fed((feed) => {
    feed.runtime(302, { ticks: 1 * ms, thread: 0 })
    feed.runtime(301, { ticks: 10 * ms, thread: 1 }, { WaitSource: 0 })
    feed.runtime(301, { ticks: 11 * ms, thread: 1 }, { WaitSource: 1 })
    feed.runtime(302, { ticks: 14 * ms, thread: 1 }, { ClrInstanceID: 0 })
    feed.runtime(302, { ticks: 20 * ms, thread: 1 }, { ClrInstanceID: 0 })
    feed.runtime(301, { ticks: 30 * ms, thread: 2 }, { WaitSource: 1 })
    feed.runtime(302, { ticks: 35 * ms, thread: 2 }, { ClrInstanceID: 0 })
  })
  expect(tables.rowCounts()['blocking-waits']).toBe(2)
  expect(tables.page(ask('blocking-waits'), 0, 10)).toEqual({
    allRowCount: 2,
    rowCount: 2,
    rows: [
      ['', '', 'Unknown', 1, 10, 10, 1, ''],
      ['', '', 'MonitorWait', 2, 8, 5, 2, ''],
    ],
    hasSecrets: false,
  })
})

test('pages are cut out of one order; what is not known comes last either way', () => {
  const { tables } = fed((feed) => {
    const lock = (id: number, from: number, to: number): void => {
      feed.runtime(
        81,
        { ticks: from * ms },
        { ContentionFlags: 0, ClrInstanceID: 0, LockID: id, AssociatedObjectID: 7 },
      )
      feed.runtime(91, { ticks: to * ms }, { ContentionFlags: 0 })
    }
    lock(3, 0, 1)
    lock(1, 10, 15)
    lock(0, 20, 22)
  })
  const locks = (parts: Partial<TraceTableQuestion>, from = 0): readonly unknown[] =>
    tables.page(ask('locks', parts), from, 2).rows.map(([lock]) => lock)
  expect(locks({})).toEqual([1, null])
  expect(locks({}, 2)).toEqual([3])
  expect(locks({ sortBy: 'lock' })).toEqual([1, 3])
  expect(locks({ sortBy: 'lock', isDescending: true })).toEqual([3, 1])
  expect(tables.page(ask('locks', { search: '0x3' }), 0, 10).rowCount).toBe(1)
  expect([...tables.rows(ask('locks', { search: '0X1' }))]).toEqual([[1, 7, 1, 5, 5, 1]])
})

test('pages joined are the table, and a selection leaves rows of its time and threads', () => {
  const { tables } = fed((feed) => {
    for (let index = 0; index < 25; index++)
      feed.runtime(
        80,
        { ticks: index * ms, thread: index % 3 },
        { ExceptionType: `T${index % 7}`, ExceptionHRESULT: 5 },
      )
  })
  const question = ask('thrown', { sortBy: 'type' })
  const whole = tables.page(question, 0, 100)
  expect(whole.allRowCount).toBe(25)
  const joined = [0, 10, 20].flatMap((from) => tables.page(question, from, 10).rows)
  expect(joined).toEqual(whole.rows)
  const selection = { range: { fromMs: 5, toMs: 15 }, threads: [1001], classes: null, transforms: [] }
  const selected = tables.page({ ...question, sortBy: null, selection }, 0, 100)
  expect(selected.allRowCount).toBe(3)
  expect(selected.rows.map(([at]) => at)).toEqual([7, 10, 13])
})

test('the counted rows of every table are those that it lists', () => {
  const { tables } = fed((feed) => {
    for (let index = 0; index < 9; index++) {
      const at = { ticks: index * ms, thread: index % 2 }
      feed.runtime(80, at, { ExceptionType: `T${index % 4}` })
      feed.runtime(55, at, { AverageThroughput: 1, NewWorkerThreadCount: 5, Reason: 6 })
      feed.runtime(301, at, { WaitSource: index % 3 })
      feed.runtime(302, { ...at, ticks: index * ms + 1 }, { ClrInstanceID: 0 })
    }
  })
  const counts = tables.rowCounts()
  expect(counts).toMatchObject({ thrown: 9, 'exception-types': 4, 'thread-pool': 9, 'blocking-waits': 3, logs: 0 })
  const counted = traceTableNames.filter((table) => table !== 'methods' && table !== 'events')
  const listed = counted.map((table) => [table, tables.page(ask(table), 0, 1).allRowCount])
  expect({ ...Object.fromEntries(listed), events: counts.events }).toEqual(counts)
})

test('threads and types of events are tables as any other: selected, searched and sorted', () => {
  const { parts, tables } = fed((feed) => {
    for (let index = 0; index < 10; index++)
      feed.runtime(80, { ticks: index * ms, thread: index < 7 ? 0 : 1 }, { ExceptionType: 'T' })
  })
  const rowsOf = (question: TraceTableQuestion) => tables.page(question, 0, 10).rows
  const [busiest, other] = rowsOf(ask('threads'))
  expect([busiest?.slice(1), other?.slice(1)]).toEqual([
    [null, 7, 0, null, null],
    [null, 3, 0, null, null],
  ])
  const selection = { ...wholeTrace, threads: [Number(other?.[0])] }
  expect(rowsOf(ask('threads', { selection }))).toEqual([other])
  expect(rowsOf(ask('threads', { sortBy: 'events' }))).toEqual([other, busiest])
  expect(rowsOf(ask('event-types', { search: 'exception' })).map((row) => row[4])).toEqual([10])
  expect(rowsOf(ask('event-types', { search: 'no such event' }))).toEqual([])
  expect(parts.types.rows()).toHaveLength(1)
})

test('allocation samples stand for what is not sampled', () => {
  const { tables } = fed((feed) => {
    const sample = { AllocationKind: 0, ClrInstanceID: 0, TypeID: 1, Address: 5 }
    feed.runtime(303, { ticks: 1 }, { ...sample, TypeName: 'Small', ObjectSize: 24, SampledByteOffset: 0 })
    feed.runtime(
      303,
      { ticks: 2 },
      { ...sample, TypeName: 'Shop.Huge`1[System.Int32]', ObjectSize: 10_000_000, SampledByteOffset: 0 },
    )
  })
  expect(tables.rowCounts()['allocated-types']).toBe(2)
  const { rows, absentColumns } = tables.page(ask('allocated-types'), 0, 10)
  const [huge, small] = rows
  expect(huge).toEqual(['Shop.Huge`1[System.Int32]', null, null, 1, 10_000_000, 'Shop.Huge<int>'])
  expect(absentColumns).toEqual(['ticks', 'tick_bytes'])
  expect(small?.slice(0, 4)).toEqual(['Small', null, null, 1])
  // An object much smaller than the mean distance stands for about that distance.
  expect(Number(small?.[4])).toBeGreaterThan(102_400)
  expect(Number(small?.[4])).toBeLessThan(102_500)
})

test('what allocation ticks do not say is left out, and nothing where there are samples as well', () => {
  const tick = { AllocationAmount: 100_000, AllocationKind: 0, ClrInstanceID: 0 }
  const sample = { AllocationKind: 0, ClrInstanceID: 0, TypeID: 1, Address: 5 }
  const absentOf = (hasSamples: boolean) => {
    const { tables } = fed((feed) => {
      feed.runtime(10, { ticks: 1 }, tick)
      if (hasSamples)
        feed.runtime(303, { ticks: 2 }, { ...sample, TypeName: 'Small', ObjectSize: 24, SampledByteOffset: 0 })
    })
    return tables.page(ask('allocated-types'), 0, 10).absentColumns ?? []
  }
  expect([absentOf(false), absentOf(true)]).toEqual([['samples', 'estimated_bytes'], []])
})

test('a starved pool is counted, and each change says why', () => {
  const { parts, tables } = fed((feed) => {
    // Threads write blocks of their own: the stream is not in order.
    feed.runtime(55, { ticks: 3 * ms }, { AverageThroughput: 2, NewWorkerThreadCount: 4, Reason: 7 })
    feed.runtime(55, { ticks: 2 * ms }, { AverageThroughput: 1.5, NewWorkerThreadCount: 5, Reason: 6 })
  })
  expect(foundIn(parts)).toMatchObject({ starvations: 1 })
  expect(tables.rowCounts()['thread-pool']).toBe(2)
  expect(tables.page(ask('thread-pool', { search: 'starv' }), 0, 10).rows).toEqual([[2, 'Starvation', 5, 1.5]])
  expect(tables.page(ask('thread-pool'), 0, 10).rows.map(([time]) => time)).toEqual([2, 3])
})

test('reasons are found by their words and by their names in the runtime, sorted by the words, and answered as names', () => {
  const { tables } = fed((feed) => {
    for (const [at, Reason] of [2, 3, 8].entries())
      feed.runtime(55, { ticks: at * ms }, { AverageThroughput: 1, NewWorkerThreadCount: 4, Reason })
  })
  const reasons = (parts: Partial<TraceTableQuestion>): readonly unknown[] =>
    tables.page(ask('thread-pool', parts), 0, 10).rows.map(([, reason]) => reason)
  expect(reasons({ search: 'hill' })).toEqual(['ClimbingMove'])
  expect(reasons({ search: 'climbingmove' })).toEqual(['ClimbingMove'])
  expect(reasons({ sortBy: 'reason' })).toEqual(['CooperativeBlocking', 'ClimbingMove', 'RandomMove'])
})

test('the detail of a request is its address or its command, otherwise every field', () => {
  const http = [field('scheme', 'https'), field('host', 'a.org'), field('port', '443'), field('pathAndQuery', '/x?y=1')]
  expect(detailText(http)).toBe('https://a.org:443/x?y=1')
  expect(detailText([field('method', 'GET'), field('path', '/orders')])).toBe('GET /orders')
  expect(detailText([field('id', 5), field('text', 'select 1')])).toBe('id=5 text=select 1')
  const pair = new PayloadRecord([field('Key', 'CommandText'), field('Value', 'select 2')])
  const list: PayloadField = { name: 'Arguments', value: [pair], shape: scalar('text') }
  expect(detailText([field('EventName', 'e'), list])).toBe('select 2')
})

test('secrets in what a program threw are dots on the page, in copies and in files, until they are revealed', () => {
  const { tables } = fed((feed) => {
    for (const text of ['no orders', 'Server=db;Password=hunter2;'])
      feed.runtime(80, { ticks: 1 }, { ExceptionType: 'A.Failed', ExceptionMessage: text })
  })
  const messages = (parts: Partial<TraceTableQuestion>): readonly unknown[] =>
    tables.page(ask('thrown', parts), 0, 10).rows.map((row) => row[2])
  expect(messages({})).toEqual(['no orders', 'Server=db;Password=••••••••;'])
  expect(tables.page(ask('thrown'), 0, 10).hasSecrets).toBe(true)
  expect(Array.from(tables.rows(ask('thrown')), (cells) => cells[2])).toEqual(messages({}))
  expect(messages({ isRevealed: true })).toEqual(['no orders', 'Server=db;Password=hunter2;'])
  expect(messages({ search: 'hunter2' })).toEqual(['Server=db;Password=••••••••;'])
})

test('the waiting method is the one that takes the lock, not the code that writes the event about it', () => {
  const trace = new PlantedTrace()
  const stack = trace.stack(
    'Shop!Shop.Cache.Get()',
    'System.Private.CoreLib!System.Threading.Lock.TryEnterSlow(int32)',
    'System.Private.CoreLib!System.Diagnostics.Tracing.NativeRuntimeEventSource.ContentionStart(class T)',
  )
  trace.contention(1, 3, 1, stack)
  const tables = new TraceTables(trace.parts, trace.feed.trace, () => new Uint8Array(0))
  expect(tables.page(ask('lock-waiters'), 0, 10).rows[0]?.[0]).toBe('Shop.Cache.Get()')
})

test('a counter has its smallest, its largest and its last value', () => {
  const planted = new PlantedTrace()
  for (const [at, value] of [30, 10, 20].entries()) planted.counter('cpu-usage', at, value)
  const tables = new TraceTables(planted.parts, planted.feed.trace, planted.feed.read)
  expect(tables.page(ask('counters'), 0, 10).rows).toEqual([['cpu-usage', 'System.Runtime', 'mean', '', 3, 10, 30, 20]])
})

/** For how many locks one method waited; each wait is for one of these. */
const locksOf = (...lockIds: readonly number[]) => {
  const { tables } = fed((feed) => {
    for (const [at, LockID] of lockIds.entries()) {
      feed.runtime(81, { ticks: at * ms, thread: 1 }, { ContentionFlags: 0, ClrInstanceID: 0, LockID })
      feed.runtime(91, { ticks: at * ms + 5, thread: 1 }, { ContentionFlags: 0 })
    }
  })
  const column = columnsOf('lock-waiters').findIndex(({ id }) => id === 'locks')
  return tables.page(ask('lock-waiters'), 0, 10).rows.map((row) => row[column])
}

test('those who wait for locks say for how many, where the runtime names locks', () => {
  expect([locksOf(0, 0), locksOf(7), locksOf(7, 0), locksOf(7, 8, 7)]).toEqual([[null], [1], [2], [2]])
})

test('a recording is compared by the interval of its samples', () => {
  const planted = new PlantedTrace()
  planted.samples(0, 50, 1, planted.stack('Shop!Shop.Program.Main()'))
  const tables = new TraceTables(planted.parts, planted.feed.trace, planted.feed.read)
  Object.assign(planted.feed.trace.header!, { samplingRateNs: 4e6 })
  expect(tables.compare.side(wholeTrace)).toMatchObject({ sampleCount: 50, intervalMs: 4 })
})
