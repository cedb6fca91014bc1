import { ByteBuilder } from '../../../../shared/base/byte-builder.ts'
import { plainType, typeCodes } from '../../../nettrace/payload/field-type.ts'
import { startSmallStream } from '../../../nettrace/testing/small-stream.ts'
import { TraceReader } from '../../../nettrace/trace/trace-reader.ts'
import type { Trace } from '../../../nettrace/trace/trace.ts'

export interface PlantedEvent {
  readonly name: 'Request' | 'Wait'
  readonly thread: number
  readonly timeMs: number
  readonly text: string
  readonly figure: number
}

export const plantedEvents: readonly PlantedEvent[] = [
  { name: 'Request', thread: 1000, timeMs: 1, text: 'GET /orders', figure: 200 },
  { name: 'Request', thread: 1001, timeMs: 2, text: 'POST /orders timeout', figure: 503 },
  { name: 'Wait', thread: 1000, timeMs: 3, text: '', figure: 5_000_000 },
  { name: 'Wait', thread: 1001, timeMs: 40, text: '', figure: 90_000_000 },
  { name: 'Request', thread: 1000, timeMs: 2500, text: 'GET /quotes', figure: 404 },
]

/** Requests have `Path` and `Status`, waits `DurationNs`. */
const bytes: Uint8Array = (() => {
  const { writer, written } = startSmallStream()
  const request = writer.defineType({
    provider: 'Shop-Web',
    eventId: 10,
    name: 'Request',
    fields: [
      { name: 'Path', type: plainType(typeCodes.string) },
      { name: 'Status', type: plainType(typeCodes.int32) },
    ],
  })
  const wait = writer.defineType({
    provider: 'Shop-Locks',
    eventId: 11,
    name: 'Wait',
    fields: [{ name: 'DurationNs', type: plainType(typeCodes.int64) }],
  })
  for (const { name, thread, timeMs, text, figure } of plantedEvents) {
    const payload = new ByteBuilder()
    if (name === 'Request') payload.text(text).i32(figure)
    else payload.i64(BigInt(figure))
    const metadataId = name === 'Request' ? request : wait
    writer.addEvent({ metadataId, timestamp: timeMs, thread, payload: payload.take(), isSorted: true })
  }
  writer.end(100_000)
  return written()
})()

export function plantedTrace(): Trace {
  const reader = new TraceReader({}, {})
  reader.push(bytes)
  reader.end()
  return reader.trace
}

export const plantedBytes = (at: number, length: number): Uint8Array => bytes.subarray(at, at + length)
