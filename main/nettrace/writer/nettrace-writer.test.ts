import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Field, plainType, typeCodes } from '../payload/field-type.ts'
import { goldenV4 } from '../testing/golden.ts'
import { madeFieldTypes } from '../testing/made-field-types.ts'
import { readAll, type ReadEvent, type ReadResult } from '../testing/read-all.ts'
import { TraceReader } from '../trace/trace-reader.ts'
import { fuzzRuns, fuzzTimeoutMs } from '../../workers/testing/fuzz-runs.ts'
import { type EventInit, NettraceWriter } from './nettrace-writer.ts'

const header = {
  syncUnixMs: Date.UTC(2025, 0, 1, 12),
  syncTicks: 10_000_000n,
  ticksPerSecond: 1_000_000_000,
  pointerBytes: 8,
  pid: 1234,
  processorCount: 4,
} as const

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function payload(x: number): Uint8Array {
  return new Uint8Array(new Int32Array([x]).buffer)
}

/** The writer starts a block a few bytes earlier than the golden stream; everything but places in the stream is the same. */
function withoutPlaces({ events, trace, ...rest }: ReadResult): object {
  return { ...rest, losses: trace.losses, events: events.map((event) => ({ ...event, payloadOffset: 0 })) }
}

test('the writer reproduces what the golden V4 stream says', () => {
  const pieces: Uint8Array[] = []
  const writer = new NettraceWriter({ ...header, write: (bytes) => pieces.push(bytes) })
  const fields = [{ name: 'x', type: plainType(typeCodes.int32) }]
  const type = { provider: 'P', eventId: 7, name: 'E', keywords: 16n, version: 1, level: 4, opcode: 1, fields }
  const metadataId = writer.defineType(type)
  writer.addStack([])
  const stackId = writer.addStack([0x7f0000001000n, 0x7f0000002000n])
  writer.addEvent({ metadataId, timestamp: 100, thread: 100, processor: 2, stackId, payload: payload(-1) })
  writer.addEvent({
    metadataId,
    timestamp: 140,
    thread: 100,
    processor: 2,
    stackId,
    isSorted: false,
    payload: payload(2),
  })
  const activityId = Uint8Array.from({ length: 16 }, (_, index) => index)
  writer.addEvent({ metadataId, timestamp: 120, thread: 200, activityId, payload: payload(3) })
  writer.dropEvents(200, 2)
  writer.addEvent({ metadataId, timestamp: 150, thread: 200, activityId, payload: payload(4) })
  writer.dropEvents(200, 2)
  writer.end(200)
  const bytes = Uint8Array.from(pieces.flatMap((piece) => [...piece]))
  expect(withoutPlaces(readAll([bytes]))).toEqual(withoutPlaces(readAll([goldenV4])))
})

test.each(['compressed', 'plain'] as const)(
  'events with %s headers have both of their activities, one of them or none',
  (headers) => {
    const pieces: Uint8Array[] = []
    const writer = new NettraceWriter({ ...header, headers, write: (bytes) => pieces.push(bytes) })
    const metadataId = writer.defineType({ provider: 'P', eventId: 7, name: 'E', fields: [] })
    const ids = [1, 2].map((value) => new Uint8Array(16).fill(value))
    const [activityId, relatedActivityId] = [ids[0]!, ids[1]!]
    const event = { metadataId, thread: 7, payload: new Uint8Array(0) }
    writer.addEvent({ ...event, timestamp: 1, activityId, relatedActivityId })
    writer.addEvent({ ...event, timestamp: 2, relatedActivityId })
    writer.addEvent({ ...event, timestamp: 3, activityId })
    writer.addEvent({ ...event, timestamp: 4 })
    writer.end(5)
    const [one, two] = ids.map(toHex)
    expect(readAll(pieces).events.map(({ activity, relatedActivity }) => [activity, relatedActivity])).toEqual([
      [one, two],
      [null, two],
      [one, null],
      [null, null],
    ])
  },
)

const fieldName = fc.string({ maxLength: 12 }).map((name) => `f${name.replaceAll('\0', '')}`)
const fields: fc.Arbitrary<Field[]> = fc.array(fc.record({ name: fieldName, type: madeFieldTypes(fieldName) }), {
  maxLength: 5,
})

const guid = fc.uint8Array({ minLength: 16, maxLength: 16 })
const event = fc.record({
  type: fc.nat(2),
  step: fc.oneof(fc.nat(200), fc.nat(2 ** 31 - 1), fc.integer({ min: 0, max: 2 ** 45 })),
  thread: fc.oneof(fc.nat(5), fc.integer({ min: 0, max: 2 ** 53 - 1 })),
  processor: fc.nat(3),
  stackId: fc.nat(300),
  isSorted: fc.boolean(),
  activityId: fc.option(guid),
  payload: fc.uint8Array({ maxLength: 300 }),
  flush: fc.integer({ min: 0, max: 9 }),
})

test(
  'what is written is read back, wherever the stream is cut',
  () => {
    fc.assert(
      fc.property(
        fc.array(fields, { minLength: 3, maxLength: 3 }),
        fc.array(event, { maxLength: 40 }),
        fc.bigInt({ min: 0n, max: 2n ** 62n }),
        fc.integer({ min: 1, max: 997 }),
        (types, events, syncTicks, pieceBytes) => {
          const pieces: Uint8Array[] = []
          const writer = new NettraceWriter({ ...header, syncTicks, write: (bytes) => pieces.push(bytes) })
          const ids = types.map((fields, index) =>
            writer.defineType({ provider: `P${index}`, eventId: index, name: 'E', fields }),
          )
          const expected: Partial<ReadEvent>[] = []
          // Each thread has its own clock, so that runs of different threads step back in time.
          const clocks = new Map<number, number>()
          for (const entry of events) {
            const timestamp = (clocks.get(entry.thread) ?? 0) + entry.step
            clocks.set(entry.thread, timestamp)
            const { thread, processor, stackId, isSorted, payload } = entry
            const init: EventInit = {
              metadataId: ids[entry.type]!,
              timestamp,
              thread,
              processor,
              stackId,
              isSorted,
              payload,
            }
            writer.addEvent(entry.activityId ? { ...init, activityId: entry.activityId } : init)
            expected.push({
              metadataId: ids[entry.type]!,
              thread,
              captureThread: thread,
              processor,
              timestamp,
              payload: toHex(payload),
            })
            if (entry.flush === 0) writer.flush()
            if (entry.flush === 1) writer.sequencePoint(timestamp)
          }
          writer.end(0)
          const stream = Uint8Array.from(pieces.flatMap((piece) => [...piece]))
          const chunks: Uint8Array[] = []
          for (let start = 0; start < stream.length; start += pieceBytes)
            chunks.push(stream.subarray(start, start + pieceBytes))
          const result = readAll(chunks)
          expect(result.damage).toEqual([])
          expect(result.isComplete).toBe(true)
          expect(result.lostEventCount).toBe(0)
          expect(result.events).toMatchObject(expected)
          expect(result.types.map((type) => (type.isOpaque ? 'opaque' : type.fields))).toEqual(types)
        },
      ),
      { numRuns: fuzzRuns(150) },
    )
  },
  fuzzTimeoutMs,
)

test(
  'a stream with changed bytes never throws, never hangs and holds no more than a block',
  () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ at: fc.nat(goldenV4.length - 1), value: fc.nat(255) }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 200 }),
        (changes, pieceBytes) => {
          const stream = goldenV4.slice()
          for (const { at, value } of changes) stream[at] = value
          const reader = new TraceReader({})
          let heldBytes = 0
          for (let start = 0; start < stream.length; start += pieceBytes) {
            reader.push(stream.subarray(start, start + pieceBytes))
            heldBytes = Math.max(heldBytes, reader.heldByteCount)
          }
          reader.end()
          expect(heldBytes).toBeLessThanOrEqual(goldenV4.length)
        },
      ),
      { numRuns: fuzzRuns(1500) },
    )
  },
  fuzzTimeoutMs,
)
