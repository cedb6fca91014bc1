import type { Damage } from '../damage.ts'
import type { TraceHeader } from '../trace-header.ts'
import type { Trace } from '../trace/trace.ts'
import { TraceReader, type TraceReaderOptions } from '../trace/trace-reader.ts'
import type { TraceSegment } from '../trace/trace-segment.ts'
import type { TraceEventType } from '../trace/trace-tables.ts'

export interface ReadEvent {
  readonly metadataId: number
  readonly captureThread: number
  readonly thread: number
  readonly processor: number
  /** Addresses, leaf first. */
  readonly stack: string
  readonly timestamp: number
  readonly activity: string | null
  readonly relatedActivity: string | null
  readonly payload: string
  /** Stream offset of the payload. */
  readonly payloadOffset: number
}

export interface ReadResult {
  readonly header: TraceHeader | null
  readonly types: readonly TraceEventType[]
  readonly events: readonly ReadEvent[]
  readonly damage: readonly Damage[]
  /** All stacks in the order of their definition. */
  readonly stacks: readonly string[]
  /** Ticks since sync. */
  readonly sequencePoints: readonly number[]
  readonly lostEventCount: number
  readonly isComplete: boolean
  readonly trace: Trace
}

/** For tests: the whole stream as plain objects, bytes as hexadecimal text. */
export function readAll(chunks: readonly Uint8Array[], options: TraceReaderOptions = {}): ReadResult {
  const events: ReadEvent[] = []
  const stacks: string[] = ['']
  const payloads: string[] = []
  const reader = new TraceReader(
    {
      onEventType: () => (bytes, _view, start, end, row, segment) => {
        payloads[segment.firstRow + row] = hex(bytes, start, end)
      },
      onStack: (bytes, _view, start, end, stackIndex) => {
        stacks[stackIndex] = hex(bytes, start, end)
      },
      onEvents: (segment, from, to) => {
        for (let row = from; row < to; row++)
          events.push(eventOf(reader.trace, segment, row, stacks, payloads[segment.firstRow + row] ?? ''))
      },
    },
    options,
  )
  // A copy per chunk that is wiped afterwards: the reader must not keep hold of what it was given.
  for (const chunk of chunks) {
    const copy = chunk.slice()
    reader.push(copy)
    copy.fill(0xee)
  }
  const isComplete = reader.end()
  const { trace } = reader
  const { header, types, damage, lostEventCount } = trace
  const sequencePoints = trace.sequencePoints.map(({ ticks }) => ticks)
  return { header, types, events, damage, stacks, sequencePoints, lostEventCount, isComplete, trace }
}

function eventOf(
  trace: Trace,
  segment: TraceSegment,
  row: number,
  stacks: readonly string[],
  payload: string,
): ReadEvent {
  return {
    metadataId: trace.types[segment.typeIndex[row]!]!.metadataId,
    captureThread: trace.threads[segment.captureThread.at(row)]!.id,
    thread: trace.threads[segment.threadIndex[row]!]!.id,
    processor: segment.processor.at(row),
    stack: stacks[segment.stackIndex[row]!] ?? '',
    timestamp: segment.timestamp[row]!,
    activity: guid(trace, segment.activity.at(row)),
    relatedActivity: guid(trace, segment.relatedActivity.at(row)),
    payload,
    payloadOffset: segment.payloadStreamOffset(row),
  }
}

function guid(trace: Trace, index: number): string | null {
  return index === 0 ? null : hex(trace.activities.bytesOf(index), 0, 16)
}

function hex(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let index = start; index < end; index++) text += bytes[index]!.toString(16).padStart(2, '0')
  return text
}
