import { describe, expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'
import { startSmallStream } from '../../nettrace/testing/small-stream.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { EventRows } from './event-rows.ts'
import { eventTable } from './event-table.ts'
import type { RowOrder } from './table-source.ts'

type Written = readonly [timeMs: number, thread: number, type: string]

const types = [
  { provider: 'shop-Web', eventId: 1, name: 'Stop', fields: [] },
  { provider: 'Acme', eventId: 2, name: 'Start', fields: [] },
  { provider: 'Zoo', eventId: 3, name: 'Start', fields: [] },
]

/** By their rows: blocks of three threads whose times interleave. */
const events: readonly Written[] = [
  [10, 1003, 'shop-Web'],
  [20, 1003, 'Acme'],
  [20, 1003, 'Zoo'],
  [5, 1001, 'Acme'],
  [15, 1001, 'shop-Web'],
  [20, 1001, 'Acme'],
  [12, 1002, 'Zoo'],
  [30, 1002, 'shop-Web'],
]
const inTime = [3, 0, 6, 4, 1, 2, 5, 7]

function read(rowsPerSegment: number): Trace {
  const { writer, written } = startSmallStream()
  const ids = new Map(types.map((type) => [type.provider, writer.defineType(type)]))
  for (const [timestamp, thread, provider] of events)
    writer.addEvent({
      metadataId: ids.get(provider)!,
      timestamp,
      thread,
      payload: new Uint8Array(),
      isSorted: false,
    })
  writer.end(100)
  const reader = new TraceReader({}, { rowsPerSegment })
  reader.push(written())
  reader.end()
  return reader.trace
}

/** Rows as they are asked for one by one, and as they are handed out in stretches. */
function rowsOf(order: RowOrder, trace: Trace) {
  const stretches: number[] = []
  new EventRows(trace).forEachStretch(order.rows, ({ firstRow }, from, to, list) => {
    for (let place = from; place < to; place++) stretches.push(list?.[place] ?? firstRow + place)
  })
  return [Array.from({ length: order.rowCount }, (_, place) => order.rowAt(place)), stretches]
}

const inRange = (fromMs: number, toMs: number, threads: readonly number[] | null = null) => ({
  selection: { ...wholeTrace, range: { fromMs, toMs }, threads },
})

describe.each([2, 3, 100])('events of segments of %i rows', (rowsPerSegment) => {
  const trace = read(rowsPerSegment)
  const table = eventTable(trace, () => new Uint8Array(0))
  const order = (question: Partial<TraceTableQuestion>) => {
    const all = { table: 'events', selection: wholeTrace, sortBy: null, isDescending: false, search: '' } as const
    return table.order!({ ...all, ...question })
  }
  const rows = (question: Partial<TraceTableQuestion>) => {
    const [one] = rowsOf(order(question), trace)
    return one
  }

  test('are in order of time, and backwards only by time', () => {
    expect(rowsOf(order({}), trace)).toEqual([inTime, inTime])
    expect(rows({ sortBy: 'time_ms' })).toEqual(inTime)
    expect(rows({ sortBy: 'time_ms', isDescending: true })).toEqual(inTime.toReversed())
    expect(rows({ sortBy: 'level', isDescending: true })).toEqual(inTime)
  })

  test('of a range begin with its first time and end before its last', () => {
    expect(rowsOf(order(inRange(10, 20)), trace)).toEqual([
      [0, 6, 4],
      [0, 6, 4],
    ])
    expect(rows(inRange(20, 31))).toEqual([1, 2, 5, 7])
    expect(rows(inRange(20, 10))).toEqual([])
    expect(order(inRange(40, 50))).toMatchObject({ rowCount: 0, selectedCount: 0 })
  })

  test('of some threads are counted apart from those that a search finds among them', () => {
    const selection = { ...wholeTrace, threads: [1001, 1002] }
    expect(rows({ selection })).toEqual([3, 6, 4, 5, 7])
    expect(order({ selection, search: ' ACME ' })).toMatchObject({ rowCount: 2, selectedCount: 5 })
    expect(rows({ ...inRange(6, 25, [1001]), search: 'acme' })).toEqual([5])
    expect(rows({ selection: { ...wholeTrace, threads: [] } })).toEqual([])
    expect(rows({ search: 'START' })).toEqual([3, 6, 1, 2, 5])
    expect(rows({ search: '1002' })).toEqual([6, 7])
  })

  test('by thread, provider or event stay in order of time in each group, whichever the direction', () => {
    const byThread = [3, 4, 5, 6, 7, 0, 1, 2]
    expect(rowsOf(order({ sortBy: 'thread' }), trace)).toEqual([byThread, byThread])
    expect(rows({ sortBy: 'thread', isDescending: true })).toEqual([0, 1, 2, 6, 7, 3, 4, 5])
    expect(rows({ sortBy: 'provider' })).toEqual([3, 1, 5, 0, 4, 7, 6, 2])
    expect(rows({ sortBy: 'provider', isDescending: true })).toEqual([6, 2, 0, 4, 7, 3, 1, 5])
    expect(rows({ sortBy: 'event' })).toEqual([3, 1, 5, 6, 2, 0, 4, 7])
    expect(rows({ sortBy: 'event', isDescending: true })).toEqual([0, 4, 7, 6, 2, 3, 1, 5])
  })

  test('by thread are those that were found', () => {
    expect(rows({ sortBy: 'thread', search: 'acme' })).toEqual([3, 5, 1])
    expect(order({ sortBy: 'thread', search: 'acme', ...inRange(6, 99) })).toMatchObject({
      rowCount: 2,
      selectedCount: 7,
    })
  })

  test('are found by their row again, wherever it lies', () => {
    const found = new EventRows(trace)
    for (const row of [7, 0, 3, 4, 2, 2]) {
      const at = found.find(row)
      expect([found.segment.firstRow + at, found.segment.timestamp[at]]).toEqual([row, events[row]![0]])
    }
  })
})
