import type { Trace } from '../trace/trace.ts'
import { TraceReader, type TraceReaderOptions } from '../trace/trace-reader.ts'
import { readPlain } from './plain-reader.ts'
import { addPlainRow, addSegmentRows, RowHash } from './row-hash.ts'

export interface Comparable {
  readonly hash: string
  readonly eventCount: number
  readonly lostCount: number
  readonly typeCount: number
  readonly sequencePoints: readonly number[]
  readonly isComplete: boolean
}

/**
 * What the reader of the product makes of a stream pushed in pieces, from the rows as they come; where segments are kept, the hash says
 * so if the columns say something else in the end.
 */
export function summarise(bytes: Uint8Array, pieceBytes: number, options: TraceReaderOptions = {}): Comparable {
  const hash = new RowHash()
  const reader = new TraceReader(
    { onEvents: (segment, from, to) => addSegmentRows(hash, reader.trace, segment, from, to) },
    options,
  )
  for (let start = 0; start < bytes.length; start += pieceBytes) reader.push(bytes.subarray(start, start + pieceBytes))
  const isComplete = reader.end()
  const { eventCount, lostEventCount, types, sequencePoints } = reader.trace
  const final = options.keepsSegments === false ? hash : hashOfColumns(reader.trace)
  const summary = {
    hash: final.value === hash.value ? hash.value : `${hash.value}, in the end ${final.value}`,
    eventCount,
    lostCount: lostEventCount,
    typeCount: types.length,
    sequencePoints: sequencePoints.map(({ row }) => row),
    isComplete,
  }
  // Fresh memory for every reader would be half of what reading costs.
  reader.dispose()
  return summary
}

/** Of all rows a trace holds. */
export function hashOfColumns(trace: Trace): RowHash {
  const hash = new RowHash()
  for (const segment of trace.segments) addSegmentRows(hash, trace, segment)
  return hash
}

/** What the plain reader makes of it. */
export function summarisePlain(bytes: Uint8Array): Comparable {
  const hash = new RowHash()
  const { eventCount, lostCount, types, sequencePoints, isComplete } = readPlain(bytes, (row) =>
    addPlainRow(hash, bytes, row),
  )
  return { hash: hash.value, eventCount, lostCount, typeCount: types.length, sequencePoints, isComplete }
}
