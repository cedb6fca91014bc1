import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../workers/testing/fuzz-runs.ts'
import { arrayOf, plainType, typeCodes } from '../payload/field-type.ts'
import { writeEventType } from '../writer/metadata-writer.ts'
import { writePayload } from '../writer/payload-writer.ts'
import { decodeUserEvent, encodeUserEvent } from './user-event-record.ts'
import { UserEventsTrace } from './user-events-trace.ts'

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/[0-9a-f]{2}/g) ?? [], (pair) => parseInt(pair, 16))
const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const guid = 'a0a1a2a3a4a5a6a7a8a9aaabacadaeaf'
const otherGuid = 'b0b1b2b3b4b5b6b7b8b9babbbcbdbebf'

const bare = { eventId: 80, metadata: null, activityId: null, relatedActivityId: null, payload: bytesOf('0102') }
const vectors = [
  // version, id 80, no extension (offset 4, length 0), payload (offset 0, length 2)
  ['01 5000 04000000 00000200 0102', bare],
  // extension of 17 bytes: an activity id; the payload begins behind it
  [`01 5000 04001100 11000200 02${guid} 0102`, { ...bare, activityId: bytesOf(guid) }],
  // metadata of three bytes, both ids, no payload
  [
    `01 0700 04002a00 2a000000 0103000000 010203 02${guid} 03${otherGuid}`,
    {
      eventId: 7,
      metadata: bytesOf('010203'),
      activityId: bytesOf(guid),
      relatedActivityId: bytesOf(otherGuid),
      payload: new Uint8Array(0),
    },
  ],
] as const

test.each(vectors)('the record %s is written and read', (hex, event) => {
  const bytes = bytesOf(hex)
  expect(toHex(encodeUserEvent(event))).toBe(toHex(bytes))
  expect(decodeUserEvent(bytes)).toEqual({ ok: true, value: { ...event, unknownExtension: 0 } })
})

test.each([
  ['01 5000 04000000 000002', 0, 'malformed'],
  ['02 5000 04000000 00000000', 0, 'unsupported'],
  ['01 5000 04000100 00000000', 3, 'malformed'],
  ['01 5000 04000000 00000100', 7, 'malformed'],
  ['01 5000 04000300 03000000 010100', 12, 'malformed'],
  ['01 5000 04000200 02000000 02a0', 12, 'malformed'],
])('the record %s is refused at byte %i', (hex, offset, kind) => {
  const result = decodeUserEvent(bytesOf(hex))
  // Each record stands for itself: those behind it are read.
  expect(result).toMatchObject({ ok: false, error: { offset, kind, block: 'user_events', canContinue: true } })
})

test('an extension of a kind that is not known yet is left out, the event stays', () => {
  const result = decodeUserEvent(bytesOf('01 5000 04000300 03000200 099999 0102'))
  expect(result).toMatchObject({ ok: true, value: { unknownExtension: 9, payload: bytesOf('0102') } })
})

const guidBytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
const event = fc.record({
  eventId: fc.nat(65_535),
  metadata: fc.option(fc.uint8Array({ maxLength: 80 })),
  activityId: fc.option(guidBytes),
  relatedActivityId: fc.option(guidBytes),
  payload: fc.uint8Array({ maxLength: 300 }),
})

test('what is encoded is decoded, and changed or cut records never throw', () => {
  fc.assert(
    fc.property(event, fc.nat(), fc.nat(255), (init, at, value) => {
      const bytes = encodeUserEvent(init)
      expect(decodeUserEvent(bytes)).toEqual({ ok: true, value: { ...init, unknownExtension: 0 } })
      decodeUserEvent(bytes.subarray(0, at % (bytes.length + 1)))
      bytes[at % bytes.length] = value
      decodeUserEvent(bytes)
    }),
    { numRuns: fuzzRuns(300) },
  )
})

test('records become the columns of a trace, types described once and native ones named by their tracepoint', () => {
  const fields = [
    { name: 'x', type: plainType(typeCodes.int32) },
    { name: 'list', type: arrayOf(plainType(typeCodes.string)) },
  ]
  const type = { provider: 'Acme', eventId: 7, name: 'Order', keywords: 5n, version: 2, level: 3, opcode: 1, fields }
  const payloads: string[] = []
  const records = new UserEventsTrace(
    {
      syncUnixMs: Date.UTC(2025, 0, 1),
      syncTicks: 10n ** 15n,
      ticksPerSecond: 1e9,
      pointerBytes: 8,
      pid: 42,
      processorCount: 2,
      providers: new Map([['runtime_events', 'Microsoft-Windows-DotNETRuntime']]),
    },
    { onEventType: () => (bytes, _view, start, end) => void payloads.push(toHex(bytes.subarray(start, end))) },
  )
  const payload = writePayload(fields, [-1, ['a', 'b']])
  const plain = { eventId: 7, metadata: null, activityId: null, relatedActivityId: null, payload }
  const context = { tracepoint: 'acme_events', thread: 100, processor: 1, stack: [0x7f00n, 0x7f10n] }
  records.add(encodeUserEvent({ ...plain, metadata: writeEventType(999, type), activityId: bytesOf(guid) }), {
    ...context,
    ticks: 50,
  })
  records.add(encodeUserEvent({ ...plain, relatedActivityId: bytesOf(otherGuid) }), {
    ...context,
    ticks: 40,
    stack: [],
  })
  records.add(encodeUserEvent(bare), { ...context, tracepoint: 'runtime_events', thread: 101, ticks: 60 })
  expect(records.add(bytesOf('0199'), { ...context, ticks: 70 })).toBe(false)
  records.end()

  const { trace } = records
  expect(records.damage).toMatchObject([{ block: 'user_events', offset: 0 }])
  for (let index = 0; index < 1500; index++) records.add(bytesOf('0199'), { ...context, ticks: 70 })
  expect([records.damage.length, records.damageCount]).toEqual([1000, 1501])
  expect([trace.damage, trace.isComplete, trace.lostEventCount]).toEqual([[], true, 0])
  const segment = trace.segments[0]!
  const rows = Array.from({ length: segment.count }, (_, row) => {
    const { provider, eventId, name, version } = trace.types[segment.typeIndex[row]!]!
    return [
      [provider, eventId, name, version].join('/'),
      segment.timestamp[row],
      trace.threads[segment.threadIndex[row]!]!.id,
      segment.processor.at(row),
      trace.stacks.byteLength(segment.stackIndex[row]!),
      toHex(trace.activities.bytesOf(segment.activity.at(row))),
      toHex(trace.activities.bytesOf(segment.relatedActivity.at(row))),
    ]
  })
  const none = '00'.repeat(16)
  expect(rows).toEqual([
    ['Acme/7/Order/2', 50, 100, 1, 16, guid, none],
    ['Acme/7/Order/2', 40, 100, 1, 0, none, otherGuid],
    ['Microsoft-Windows-DotNETRuntime/80//0', 60, 101, 1, 16, none, none],
  ])
  expect(trace.types[0]).toMatchObject(type)
  expect(payloads).toEqual([toHex(payload), toHex(payload), '0102'])
})
