import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'
import { startSmallStream } from '../../nettrace/testing/small-stream.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { EventRows } from './event-rows.ts'
import { eventTable } from './event-table.ts'

const ask = (parts: Partial<TraceTableQuestion>): TraceTableQuestion => ({
  table: 'events',
  selection: wholeTrace,
  sortBy: null,
  isDescending: false,
  search: '',
  ...parts,
})

const names = ['Request', 'Query', 'Lock']
const someEvent = fc.record({ thread: fc.nat(4), name: fc.nat(2), step: fc.nat(9) })
interface Written {
  readonly timeMs: number
  readonly name: string
  readonly threadId: number
}

/** One tick is a millisecond; every event of a thread comes at or after its last one. */
function written(events: readonly { readonly thread: number; readonly name: number; readonly step: number }[]) {
  const { writer, written: bytes } = startSmallStream()
  const types = names.map((name, index) =>
    writer.defineType({ provider: 'Shop', eventId: 10 + index, name, fields: [] }),
  )
  const clocks = new Map<number, number>()
  const expected: Written[] = []
  for (const { thread, name, step } of events) {
    const timeMs = (clocks.get(thread) ?? 0) + step
    clocks.set(thread, timeMs)
    writer.addEvent({
      metadataId: types[name]!,
      timestamp: timeMs,
      thread: 1000 + thread,
      payload: new Uint8Array(),
      isSorted: false,
    })
    expected.push({ timeMs, name: names[name]!, threadId: 1000 + thread })
  }
  writer.end(100_000)
  return { bytes: bytes(), expected: expected.toSorted((a, b) => a.timeMs - b.timeMs) }
}

function read(bytes: Uint8Array, rowsPerSegment: number): Trace {
  const reader = new TraceReader({}, { rowsPerSegment })
  reader.push(bytes)
  reader.end()
  return reader.trace
}

function rowsOf(trace: Trace, question: TraceTableQuestion) {
  const table = eventTable(trace, () => new Uint8Array(0))
  const order = table.order!(question)
  const rows = Array.from({ length: order.rowCount }, (_, place): Written => {
    const row = order.rowAt(place)
    return {
      timeMs: table.cell(row, 0) as number,
      name: table.cell(row, 1) as string,
      threadId: table.cell(row, 4) as number,
    }
  })
  return { rows, selectedCount: order.selectedCount }
}

const someEvents = fc.array(someEvent, { maxLength: 80 })
const someSegments = fc.integer({ min: 1, max: 30 })

test('events come in order of time over all threads and segments, and backwards when asked', () => {
  fc.assert(
    fc.property(someEvents, someSegments, (events, rowsPerSegment) => {
      const { bytes, expected } = written(events)
      const trace = read(bytes, rowsPerSegment)
      expect(rowsOf(trace, ask({})).rows).toEqual(expected)
      expect(rowsOf(trace, ask({ sortBy: 'time_ms', isDescending: true })).rows).toEqual(expected.toReversed())
    }),
  )
})

test('a selection leaves the events of its range and threads, a search those whose name or thread has the text', () => {
  const range = fc.record({ fromMs: fc.nat(40), toMs: fc.nat(60) })
  const search = fc.constantFrom('', 'que', 'LOCK', '1003', 'shop', 'nothing')
  fc.assert(
    fc.property(
      someEvents,
      someSegments,
      fc.option(range),
      fc.option(fc.subarray([1000, 1001, 1002])),
      search,
      (events, rowsPerSegment, wantedRange, threads, sought) => {
        const { bytes, expected } = written(events)
        const selected = expected.filter(
          ({ timeMs, threadId }) =>
            (wantedRange === null || (timeMs >= wantedRange.fromMs && timeMs < wantedRange.toMs)) &&
            (threads === null || threads.includes(threadId)),
        )
        const found = selected.filter(({ name, threadId }) =>
          `${name} shop ${threadId}`.toLowerCase().includes(sought.toLowerCase()),
        )
        const selection = { range: wantedRange, threads, classes: null, transforms: [] }
        const answer = rowsOf(read(bytes, rowsPerSegment), ask({ selection, search: sought }))
        expect(answer).toEqual({ rows: found, selectedCount: selected.length })
      },
    ),
  )
})

test('sorted by event or thread, events of one group stay in order of time', () => {
  fc.assert(
    fc.property(
      someEvents,
      someSegments,
      fc.constantFrom('event', 'thread'),
      fc.boolean(),
      fc.constantFrom('', 'que'),
      (events, rowsPerSegment, sortBy, isDescending, search) => {
        const { bytes, expected } = written(events)
        const key = ({ name, threadId }: Written): string => (sortBy === 'event' ? name : String(threadId))
        const sign = isDescending ? -1 : 1
        const sorted = expected
          .filter(({ name }) => name.toLowerCase().includes(search))
          .toSorted((a, b) => (key(a) === key(b) ? 0 : key(a) < key(b) ? -sign : sign))
        expect(rowsOf(read(bytes, rowsPerSegment), ask({ sortBy, isDescending, search })).rows).toEqual(sorted)
      },
    ),
  )
})

test('many thousand events are sorted like a few, and each is handed to who looks at all of them', () => {
  const events = Array.from({ length: 10_000 }, (_, at) => ({ thread: at % 5, name: at % 3, step: at % 2 }))
  const { bytes, expected } = written(events)
  const trace = read(bytes, 3000)
  const sorted = expected.toSorted((a, b) => a.threadId - b.threadId)
  expect(rowsOf(trace, ask({ sortBy: 'thread' })).rows).toEqual(sorted)
  const order = eventTable(trace, () => new Uint8Array(0)).order!(ask({}))
  const seen: number[] = []
  new EventRows(trace).forEachStretch(order.rows, ({ firstRow }, from, to, list) => {
    for (let place = from; place < to; place++) seen.push(list?.[place] ?? firstRow + place)
  })
  expect(seen).toEqual(Array.from({ length: order.rowCount }, (_, place) => order.rowAt(place)))
})
