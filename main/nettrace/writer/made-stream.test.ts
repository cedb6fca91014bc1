import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Field } from '../payload/field-type.ts'
import { summarise, summarisePlain } from '../testing/both-readers.ts'
import { madeFieldTypes } from '../testing/made-field-types.ts'
import { readAll } from '../testing/read-all.ts'
import { fuzzRuns, fuzzTimeoutMs } from '../../workers/testing/fuzz-runs.ts'
import { firstThreadId, madeFormats, type MadeStream, makeStream, threadCount } from './made-stream.ts'

const name = fc.string({ maxLength: 10, unit: 'binary' }).map((text) => `n${text.replaceAll('\0', '')}`)

function fieldsWith(withArrays: boolean): fc.Arbitrary<Field[]> {
  const type = madeFieldTypes(name, { withArrays })
  return fc.array(fc.record({ name, type }), { maxLength: 4 })
}

const guid = fc.uint8Array({ minLength: 16, maxLength: 16 }).filter((bytes) => bytes.some((byte) => byte !== 0))
const event = fc.record({
  type: fc.nat(2),
  step: fc.oneof(fc.nat(200), fc.nat(2 ** 31 - 1), fc.integer({ min: 0, max: 2 ** 45 })),
  thread: fc.nat(threadCount - 1),
  processor: fc.nat(3),
  stack: fc.array(fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }), { maxLength: 5 }),
  activityId: fc.option(guid),
  payload: fc.uint8Array({ maxLength: 300 }),
  after: fc.constantFrom('nothing', 'nothing', 'nothing', 'flush', 'sequence-point'),
} as const)

function stream(arrays: boolean): fc.Arbitrary<MadeStream> {
  return fc.record({
    syncUnixMs: fc.integer({ min: 0, max: 4e12 }),
    syncTicks: fc.bigInt({ min: 0n, max: 2n ** 62n }),
    ticksPerSecond: fc.constantFrom(1e7, 1e9, 2_533_203),
    pointerBytes: fc.constantFrom(4 as const, 8 as const),
    types: fc.array(
      fc.record({
        provider: name,
        eventId: fc.nat(65_535),
        name,
        version: fc.nat(255),
        level: fc.nat(5),
        keywords: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        opcode: fc.nat(255),
        fields: fieldsWith(arrays),
      }),
      { minLength: 3, maxLength: 3 },
    ),
    events: fc.array(event, { maxLength: 40 }),
  })
}

test.each(madeFormats)(
  'what is written as %s is read back by both readers, wherever it is cut',
  (format) => {
    fc.assert(
      fc.property(stream(format !== 'v4'), fc.integer({ min: 1, max: 997 }), (made, pieceBytes) => {
        const bytes = makeStream(made, format)
        const pieces: Uint8Array[] = []
        for (let start = 0; start < bytes.length; start += pieceBytes)
          pieces.push(bytes.subarray(start, start + pieceBytes))
        const result = readAll(pieces)
        expect(result.damage).toEqual([])
        expect([result.isComplete, result.lostEventCount]).toEqual([true, 0])
        expect(result.header).toMatchObject({
          syncUnixMs: made.syncUnixMs,
          ticksPerSecond: made.ticksPerSecond,
          pointerBytes: made.pointerBytes,
          pid: 77,
          processorCount: 4,
        })
        const hasOpcode = format !== 'v4'
        expect(result.types.filter((type) => !type.isUndefined)).toMatchObject(
          made.types.map((type) => ({ ...type, opcode: hasOpcode ? type.opcode : 0 })),
        )
        expect(result.events).toMatchObject(expectedEvents(made, format === 'v3'))
        expect(summarise(bytes, pieceBytes)).toEqual(summarisePlain(bytes))
      }),
      { numRuns: fuzzRuns(60) },
    )
  },
  fuzzTimeoutMs,
)

/** Three types and threads, stacks that come back, an activity, and each way to end a block. */
const shortStream: MadeStream = {
  syncUnixMs: Date.UTC(2026, 0, 2),
  syncTicks: 2n ** 40n,
  ticksPerSecond: 1e7,
  pointerBytes: 8,
  types: [0, 1, 2].map((index) => ({
    provider: `P${index}`,
    eventId: 300 + index,
    name: `E${index}`,
    version: index,
    level: 5 - index,
    keywords: 2n ** 63n + BigInt(index),
    opcode: index,
    fields: [],
  })),
  events: Array.from({ length: 12 }, (_, index) => ({
    type: index % 3,
    step: index * 1000,
    thread: index % threadCount,
    processor: index % 4,
    stack: [[], [7n], [1n, 2n ** 31n]][index % 3]!,
    activityId: index % 4 === 1 ? new Uint8Array(16).fill(index) : null,
    payload: new Uint8Array(index % 5).fill(index),
    after: (['nothing', 'flush', 'nothing', 'sequence-point'] as const)[index % 4]!,
  })),
}

test.each(madeFormats)('a short stream is the same in %s as in every other format', (format) => {
  const bytes = makeStream(shortStream, format)
  const { damage, events, types, isComplete, header, sequencePoints } = readAll([bytes])
  expect([damage, isComplete]).toEqual([[], true])
  expect(events).toMatchObject(expectedEvents(shortStream, format === 'v3'))
  expect(types).toMatchObject(shortStream.types.map((type) => ({ ...type, opcode: format === 'v4' ? 0 : type.opcode })))
  expect(header).toMatchObject({ pid: 77, processorCount: 4, syncUnixMs: shortStream.syncUnixMs })
  expect(sequencePoints).toHaveLength(format === 'v3' ? 0 : 4)
  const magic = new TextDecoder().decode(bytes.subarray(0, 8))
  expect(magic === 'Nettrace').toBe(format !== 'v3')
})

const lengthOf = (format: (typeof madeFormats)[number]) => makeStream(shortStream, format).length

test('plain headers take more room than compressed ones', () => {
  expect(lengthOf('v5-plain')).toBeGreaterThan(lengthOf('v5') + 12 * 40)
  expect(lengthOf('v6-plain')).toBeGreaterThan(lengthOf('v6') + 12 * 20)
})

function expectedEvents(made: MadeStream, isNetperf: boolean): readonly object[] {
  let timestamp = 0
  return made.events.map((event) => {
    timestamp += event.step
    const address = (value: bigint): string => {
      const bytes = new Uint8Array(8)
      new DataView(bytes.buffer).setBigUint64(0, value, true)
      return toHex(bytes.subarray(0, made.pointerBytes))
    }
    return {
      timestamp,
      thread: firstThreadId + event.thread,
      ...(isNetperf ? {} : { processor: event.processor }),
      stack: event.stack.map(address).join(''),
      activity: event.activityId === null ? null : toHex(event.activityId),
      payload: toHex(event.payload),
    }
  })
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
