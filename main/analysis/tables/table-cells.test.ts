import { expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceTableName, TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'
import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { writePayload } from '../../nettrace/writer/payload-writer.ts'
import { PlantedTrace } from '../findings/testing/planted-trace.ts'
import { activity, RequestFeed } from '../requests/testing/request-feed.ts'
import { TraceTables } from './trace-tables.ts'

const tablesOf = (trace: PlantedTrace) => new TraceTables(trace.parts, trace.feed.trace, trace.feed.read)

function cells(trace: PlantedTrace, table: TraceTableName, parts: Partial<TraceTableQuestion> = {}) {
  const question = { table, selection: wholeTrace, sortBy: null, isDescending: false, search: '', ...parts }
  return tablesOf(trace).page(question, 0, 100).rows
}

test('loads are listed in the order of their starts, those inside of others after them', () => {
  const trace = new PlantedTrace()
  trace.runtime(290, 1, { thread: 1 }, { AssemblyName: 'Shop' })
  trace.runtime(73, 2, { thread: 1 }, { TypeLoadStartID: 1 })
  trace.runtime(74, 4, { thread: 1 }, { TypeLoadStartID: 1, TypeName: 'Shop.Cart' })
  trace.runtime(291, 7, { thread: 1 }, { AssemblyName: 'Shop', Success: 0 })
  trace.runtime(290, 3, { thread: 2 }, { AssemblyName: 'Other' })
  trace.runtime(291, 5, { thread: 2 }, { AssemblyName: 'Other', Success: 1 })
  expect(cells(trace, 'loads')).toEqual([
    [1, 'assembly', 'Shop', 6, 0, 'no', 1001],
    [2, 'type', 'Shop.Cart', 2, 1, '', 1001],
    [3, 'assembly', 'Other', 2, 0, 'yes', 1002],
  ])
})

test('compiled methods are counted with their time and size', () => {
  const trace = new PlantedTrace()
  const stack = trace.stack('Shop!Shop.Program.Main()')
  trace.compilation(10, stack, 'Shop.Cart', 1)
  trace.compilation(20, stack, 'Shop.Cart', 2)
  trace.compilation(30, stack, 'Shop.Order', 1)
  expect(cells(trace, 'compilations').map((row) => row.slice(0, 5))).toEqual([
    ['Shop.Cart.M', 2, 2, 10, 20],
    ['Shop.Order.M', 1, 1, 10, 10],
  ])
})

test('messages of a log are in the order of time, with their level in words', () => {
  const trace = new PlantedTrace()
  trace.log(20, 4, 'Shop.Late')
  trace.log(10, 3, 'Shop.Early')
  trace.log(30, 77, 'Shop.Odd')
  expect(cells(trace, 'logs').map((row) => row.slice(0, 3))).toEqual([
    [10, 'Warning', 'Shop.Early'],
    [20, 'Error', 'Shop.Late'],
    [30, '77', 'Shop.Odd'],
  ])
})

test('a message of a log has the name of its event, or its number where it has no name', () => {
  const trace = new PlantedTrace()
  const fields = [
    ...['Level', 'EventId'].map((name) => ({ name, type: plainType(typeCodes.int32) })),
    ...['LoggerName', 'EventName', 'FormattedMessage'].map((name) => ({ name, type: plainType(typeCodes.string) })),
  ]
  const type = { provider: 'Microsoft-Extensions-Logging', eventId: 1, name: 'FormattedMessage', opcode: 0, fields }
  for (const [at, [number, name]] of (
    [
      [42, 'Slow'],
      [42, ''],
      [0, ''],
    ] as const
  ).entries())
    trace.feed.push(type, { ticks: at * 1e6 }, writePayload(fields, [3, number, 'Shop.Orders', name, 'took 3 s']))
  expect(cells(trace, 'logs').map((row) => row.slice(2, 5))).toEqual([
    ['Shop.Orders', 'took 3 s', 'Slow'],
    ['Shop.Orders', 'took 3 s', '42'],
    ['Shop.Orders', 'took 3 s', ''],
  ])
})

test('what was thrown says by which method, with which code and on which thread', () => {
  const trace = new PlantedTrace()
  const stack = trace.stack('Shop!Shop.Program.Main()', 'Shop!Shop.Cart.Save()')
  const thrown = { ExceptionType: 'A.Failed', ExceptionMessage: 'no', ExceptionHRESULT: 0x80131509 }
  trace.runtime(80, 20, { thread: 2, stack }, thrown)
  trace.runtime(80, 10, { thread: 1 }, { ...thrown, ExceptionType: 'A.First' })
  const rows = cells(trace, 'thrown')
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    [10, 'A.First', 'no'],
    [20, 'A.Failed', 'no'],
  ])
  expect(rows[1]!.slice(3, 6)).toEqual(['Shop.Cart.Save()', 0x80131509, 1002])
})

const first = activity(1, 1)
const second = activity(1, 2)

function served(): RequestFeed {
  const trace = new RequestFeed()
  trace.hosting('Start', 10, first, { method: 'GET', path: '/orders/5' }, 1)
  trace.hosting('Stop', 40, first, {}, 2)
  trace.hosting('Start', 50, second, { method: 'GET', path: '/orders/6' }, 1)
  trace.hosting('Stop', 60, second, {}, 1)
  return trace
}

test('a request is a row with its address, times and threads', () => {
  const rows = cells(served(), 'requests')
  expect(rows.map((row) => [row[0], row[1], row[3], row[4], row[7], row[9], row[10]])).toEqual([
    [10, 'incoming', 'GET /orders/5', 'GET /orders/{id}', 30, 0, null],
    [50, 'incoming', 'GET /orders/6', 'GET /orders/{id}', 10, 1, null],
  ])
  expect(rows.map((row) => row.slice(11))).toEqual([
    ['Microsoft.AspNetCore.Hosting', '//1/1', 1001, 1002],
    ['Microsoft.AspNetCore.Hosting', '//1/2', 1001, 1001],
  ])
})

test('requests of one route are one row with their durations', () => {
  const [row] = cells(served(), 'routes')
  expect(row).toEqual(['GET /orders/{id}', 'incoming', 'from paths', 2, 0, 10, 30, 30, 40, 0])
})

test('routes of a part are those of the requests that began in it', () => {
  const selection = { ...wholeTrace, range: { fromMs: 45, toMs: 100 } }
  expect(cells(served(), 'routes', { selection }).map((row) => row.slice(3))).toEqual([[1, 0, 10, 10, 10, 10, 0]])
  expect(cells(served(), 'routes', { selection: { ...wholeTrace, threads: [999] } })).toEqual([])
})

test('activities of the application are listed with what they carried', () => {
  const trace = new PlantedTrace()
  trace.activity('Shop', 'Sync', 7, 0, 10, 25, { Query: 'all', Host: 'db' })
  expect(cells(trace, 'activities')).toEqual([
    [10, 'Sync', 'Query=all Host=db', 15, 'Shop', expect.any(String), 1000, 1000],
  ])
})

test('the overview counts collections, allocated types, exceptions and messages of the part that is selected', () => {
  const trace = new PlantedTrace()
  trace.collection(10, 4, { generation: 0 })
  trace.collection(20, 6, { generation: 2, reason: 1 })
  trace.collection(90, 3, { generation: 0 })
  const stack = trace.stack('Shop!Shop.Program.Main()')
  for (const [atMs, type] of [
    [10, 'A'],
    [20, 'B'],
    [30, 'B'],
    [90, 'C'],
  ] as const)
    trace.allocation(atMs, stack, type, 1000)
  for (const atMs of [11, 12, 91]) trace.runtime(80, atMs, {}, { ExceptionType: 'E', ExceptionMessage: 'no' })
  for (const [atMs, level] of [
    [10, 2],
    [11, 3],
    [12, 4],
    [13, 5],
    [91, 4],
  ] as const)
    trace.log(atMs, level, 'Shop')
  trace.endAt(100)
  const all = tablesOf(trace).overview(wholeTrace)
  expect(all.collections).toEqual({
    count: 3,
    inducedCount: 1,
    pauseMs: 13,
    generations: [
      { generation: 0, count: 2, pauseMs: 7, longestMs: 4 },
      { generation: 1, count: 0, pauseMs: 0, longestMs: 0 },
      { generation: 2, count: 1, pauseMs: 6, longestMs: 6 },
    ],
  })
  expect(all.allocated).toEqual({
    bytes: 4000,
    typeCount: 3,
    rows: [
      { type: 'B', name: 'B', bytes: 2000 },
      { type: 'A', name: 'A', bytes: 1000 },
      { type: 'C', name: 'C', bytes: 1000 },
    ],
  })
  expect([all.exceptions, all.logs]).toEqual([
    { count: 3, rows: [{ type: 'E', count: 3 }] },
    { warnings: 1, errors: 3 },
  ])
  expect(all.durationMs).toBe(90)
  const part = tablesOf(trace).overview({ ...wholeTrace, range: { fromMs: 20, toMs: 90 } })
  expect(part).toMatchObject({
    durationMs: 70,
    collections: { count: 1, inducedCount: 1, pauseMs: 6 },
    allocated: { bytes: 2000, typeCount: 1 },
    exceptions: { count: 0 },
    logs: { warnings: 0, errors: 0 },
  })
})

test('one side of a comparison adds up what has the same name, the heaviest first', () => {
  const trace = served()
  trace.collection(10, 4, { generation: 0 })
  trace.collection(20, 6, { generation: 0 })
  trace.collection(30, 7, { generation: 1 })
  const stack = trace.stack('Shop!Shop.Program.Main()')
  trace.allocation(10, stack, 'A', 1000)
  trace.allocation(20, stack, 'B', 3000)
  trace.allocation(21, stack, 'B', 3000)
  for (const type of ['E', 'F', 'F']) trace.runtime(80, 12, {}, { ExceptionType: type, ExceptionMessage: 'no' })
  trace.wait(10, 15, 1, trace.stack('Shop!Shop.Cart.Save()', 'System.Private.CoreLib!System.Threading.Monitor.Wait()'))
  trace.endAt(110)
  const { compare } = tablesOf(trace)
  const side = (kind: Parameters<typeof compare.eventsSide>[0], selection = wholeTrace) => {
    const { rows, ...head } = compare.eventsSide(kind, selection)
    return [head, rows.map(({ name, count, amount, p95Ms }) => [name, count, amount, p95Ms])]
  }
  const head = { durationMs: 100, requestCount: 2, isRecorded: true }
  expect(side('collections')).toEqual([
    head,
    [
      ['Gen 0: Small-object allocation', 2, 10, null],
      ['Gen 1: Small-object allocation', 1, 7, null],
    ],
  ])
  expect(side('allocations')).toEqual([
    head,
    [
      ['B', 2, 6000, null],
      ['A', 1, 1000, null],
    ],
  ])
  expect(side('exceptions')).toEqual([
    head,
    [
      ['F', 2, null, null],
      ['E', 1, null, null],
    ],
  ])
  expect(side('waits')).toEqual([head, [['Cart.Save', 1, 5, null]]])
  expect(side('requests')).toEqual([head, [['GET /orders/{id}', 2, 40, 30]]])
  const range = { fromMs: 15, toMs: 30 }
  expect(side('collections', { ...wholeTrace, range })).toEqual([
    { durationMs: 15, requestCount: 0, isRecorded: true },
    [['Gen 0: Small-object allocation', 1, 6, null]],
  ])
  expect(
    compare
      .events(compare.eventsSide('exceptions', wholeTrace), {
        kind: 'exceptions',
        selection: wholeTrace,
        pace: 'second',
        search: '',
      })
      .rows.map(({ change }) => change),
  ).toEqual([0, 0])
})

test('what was not recorded is no side of a comparison', () => {
  const { compare } = tablesOf(new PlantedTrace().endAt(10))
  for (const kind of ['collections', 'allocations', 'exceptions', 'waits', 'requests'] as const)
    expect(compare.eventsSide(kind, wholeTrace)).toMatchObject({ isRecorded: false, rows: [] })
})
