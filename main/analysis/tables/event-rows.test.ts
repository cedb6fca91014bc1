import { expect, test } from 'vitest'
import { startSmallStream } from '../../nettrace/testing/small-stream.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { EventRows } from './event-rows.ts'
import type { RowList } from './table-source.ts'

const rowsPerSegment = 256

/** Events whose timestamps are their rows, in segments of 256 rows. */
function traceOf(count: number): Trace {
  const { writer, metadataId, written } = startSmallStream()
  for (let row = 0; row < count; row++)
    writer.addEvent({ metadataId, timestamp: row, thread: 1, payload: new Uint8Array(0), isSorted: true })
  writer.end(count)
  const reader = new TraceReader({}, { rowsPerSegment })
  reader.push(written())
  reader.end()
  return reader.trace
}

const trace = traceOf(600)

test('a row is found in its segment, whichever was found before', () => {
  const rows = new EventRows(trace)
  expect(rows.count).toBe(600)
  const found = [0, 255, 256, 255, 511, 512, 599, 256].map((row) => {
    const at = rows.find(row)
    return [rows.segment.index, at]
  })
  expect(found).toEqual([
    [0, 0],
    [0, 255],
    [1, 0],
    [0, 255],
    [1, 255],
    [2, 0],
    [2, 87],
    [1, 0],
  ])
})

function stretches(rows: RowList): readonly string[] {
  const seen: string[] = []
  const events = new EventRows(trace)
  events.forEachStretch(rows, (segment, from, to, list) => {
    expect([segment, list]).toEqual([events.segment, list === null ? null : rows])
    seen.push(`${segment.index}: ${from}-${to}`)
  })
  return seen
}

const pieces: RowList = (take) => {
  take(3, 9)
  take(200, 600)
}

test('stretches of rows end where their segment ends', () => {
  expect(stretches(pieces)).toEqual(['0: 3-9', '0: 200-256', '1: 0-256', '2: 0-88'])
  expect(stretches((take) => take(256, 512))).toEqual(['1: 0-256'])
})

test('a list of rows is looked at as far as they lie in one segment', () => {
  expect(stretches(Uint32Array.of(5, 3, 255, 256, 300, 511, 256, 512, 0, 599))).toEqual([
    '0: 0-3',
    '1: 3-7',
    '2: 7-8',
    '0: 8-9',
    '2: 9-10',
  ])
  expect(stretches(new Uint32Array(0))).toEqual([])
})
