import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import type { TrimPreview } from '../../../shared/model/trace/trace-trim.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rundownProvider, runtimeProvider, sampleProvider } from '../../../shared/model/runtime-providers.ts'
import type { RangeSource } from '../../nettrace/framing/stream-blocks.ts'
import { type ReadResult, readAll } from '../../nettrace/testing/read-all.ts'
import { startSmallStream } from '../../nettrace/testing/small-stream.ts'
import { streamOf, type } from '../../nettrace/testing/v6-streams.ts'
import { concat, madeFormats, type MadeStream, makeStream } from '../../nettrace/writer/made-stream.ts'
import { fuzzRuns, fuzzTimeoutMs } from '../../workers/testing/fuzz-runs.ts'
import { anyBatches, batchedStream, batchedTypes, threadIds } from './testing/batched-stream.ts'
import { utf16Text } from '../../nettrace/byte-cursor.ts'
import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { NetperfWriter } from '../../nettrace/writer/netperf-writer.ts'
import { v6BlockKinds } from '../../nettrace/writer/v6-writer.ts'
import { writePayload } from '../../nettrace/writer/payload-writer.ts'
import { everything, redactionRules, type TrimSelection } from '../../../shared/model/trace/trace-trim.ts'
import { trimTrace } from './trim-trace.ts'

const formats = ['v5', 'v5-plain', 'v6'] as const
const timeMs = fc.integer({ min: -50, max: 900 })
const anySelection: fc.Arbitrary<TrimSelection> = fc.record({
  range: fc.option(fc.tuple(timeMs, timeMs).map(([a, b]) => ({ fromMs: Math.min(a, b), toMs: Math.max(a, b) }))),
  threads: fc.option(fc.subarray([...threadIds])),
  providers: fc.option(fc.subarray(['App', 'Other', sampleProvider])),
})

test.each(formats)(
  'exactly the selected events and those that give names are read back from a part of %s',
  (format) => {
    fc.assert(
      fc.property(anyBatches, anySelection, (batches, selection) => {
        const source = batchedStream(batches, format)
        const { bytes, counts } = trimmed(source, selection)
        const before = readAll([source])
        const after = readAll([bytes])
        const kept = before.events.filter((_, index) => isKept(before, index, selection))
        expect(after.damage).toEqual([])
        expect(after.isComplete).toBe(true)
        expect(after.header).toEqual(before.header)
        expect(after.events.map(factsOf)).toEqual(kept.map(factsOf))
        expect([counts.eventCount, counts.selectedCount + counts.nameCount]).toEqual([
          before.events.length,
          kept.length,
        ])
        expect(after.lostEventCount).toBe(counts.lostCount)
        expect(counts.lostCount).toBeLessThanOrEqual(before.lostEventCount)
      }),
      { numRuns: fuzzRuns(150) },
    )
  },
  fuzzTimeoutMs,
)

test.each(formats)(
  'a part of a part of %s is the same part, byte for byte',
  (format) => {
    fc.assert(
      fc.property(anyBatches, anySelection, (batches, selection) => {
        const once = trimmed(batchedStream(batches, format), selection).bytes
        expect(trimmed(once, selection).bytes).toEqual(once)
      }),
      { numRuns: fuzzRuns(100) },
    )
  },
  fuzzTimeoutMs,
)

test.each(formats)(
  'everything of %s keeps every event and every loss',
  (format) => {
    fc.assert(
      fc.property(anyBatches, (batches) => {
        const source = batchedStream(batches, format)
        const before = readAll([source])
        const after = readAll([trimmed(source, everything).bytes])
        expect(after.events.map(factsOf)).toEqual(before.events.map(factsOf))
        expect([after.lostEventCount, after.sequencePoints]).toEqual([before.lostEventCount, before.sequencePoints])
      }),
      { numRuns: fuzzRuns(100) },
    )
  },
  fuzzTimeoutMs,
)

test.each(madeFormats)('every container, %s too, keeps what is selected and stays what it was', (format) => {
  const source = makeStream(smallStream, format)
  const before = readAll([source])
  const range = { fromMs: 0.004, toMs: 0.009 }
  const after = readAll([trimmed(source, { ...everything, range }).bytes])
  const kept = before.events.filter(({ timestamp }) => timestamp >= 4000 && timestamp <= 9000)
  expect(after.events.map(factsOf)).toEqual(kept.map(factsOf))
  expect(kept.length).toBeGreaterThan(3)
  expect([after.damage, after.isComplete, after.lostEventCount]).toEqual([[], true, 0])
  expect(after.trace.format).toEqual(before.trace.format)
  expect(after.types).toEqual(before.types)
})

test('event types of an excluded provider are not in the part', () => {
  const source = batchedStream([], 'v5')
  const { types } = readAll([trimmed(source, { ...everything, providers: ['App'] }).bytes])
  expect(types.map(({ provider }) => provider)).toEqual(['App', runtimeProvider, rundownProvider])
})

test('no byte of the source except stacks is read twice, and at most one block at a time', () => {
  const source = makeStream(
    { ...smallStream, events: Array.from({ length: 50 }, () => smallStream.events).flat() },
    'v5',
  )
  const asked: number[] = []
  const counting: RangeSource = {
    size: source.length,
    read(offset, byteCount) {
      asked.push(byteCount)
      return source.subarray(offset, offset + byteCount)
    },
  }
  for (const step of trimTrace(counting, { selection: everything, redaction: null }, () => undefined))
    expect(step).toBeLessThanOrEqual(source.length)
  expect(asked.reduce((sum, count) => sum + count, 0)).toBeLessThan(source.length * 1.5)
})

const smallStream: MadeStream = {
  syncUnixMs: 1_700_000_000_000,
  syncTicks: 5_000_000n,
  ticksPerSecond: 1e9,
  pointerBytes: 8,
  types: [1, 2].map((eventId) => ({
    provider: 'P',
    eventId,
    name: `E${eventId}`,
    version: 0,
    level: 4,
    keywords: 1n,
    opcode: 0,
    fields: [],
  })),
  events: Array.from({ length: 24 }, (_, index) => ({
    type: index % 2,
    step: 500,
    thread: index % 3,
    processor: 0,
    stack: index % 4 === 0 ? [] : [0x7f00_0000_1000n + BigInt(index), 0x7f00_0000_9000n],
    activityId: null,
    payload: Uint8Array.from({ length: 4 + (index % 5) }, (_unused, at) => at + index),
    after: index % 9 === 8 ? ('sequence-point' as const) : index % 5 === 4 ? ('flush' as const) : ('nothing' as const),
  })),
}

function trimmed(
  source: Uint8Array,
  selection: TrimSelection,
): { readonly bytes: Uint8Array; readonly counts: TrimPreview } {
  const pieces: Uint8Array[] = []
  const range: RangeSource = {
    size: source.length,
    read: (offset, byteCount) => source.subarray(offset, offset + byteCount),
  }
  const steps = trimTrace(range, { selection, redaction: null }, (bytes) => pieces.push(bytes))
  for (;;) {
    const step = steps.next()
    if (step.done === true) return { bytes: concat(pieces), counts: step.value }
  }
}

function isKept({ events }: ReadResult, index: number, { range, threads, providers }: TrimSelection): boolean {
  const { metadataId, timestamp, thread } = events[index]!
  const { provider } = batchedTypes[metadataId - 1]!
  if (provider === runtimeProvider || provider === rundownProvider) return true
  if (range !== null && (timestamp < range.fromMs || timestamp > range.toMs)) return false
  return (threads?.includes(thread) ?? true) && (providers?.includes(provider) ?? true)
}

/** All but where it is in its file. */
function factsOf(event: ReadResult['events'][number]): object {
  return { ...event, payloadOffset: 0 }
}

const textOf = (payload: string) => utf16Text(Buffer.from(payload, 'hex'), 0, payload.length / 2 - 2)

describe('a part of a NetPerf file', () => {
  const fields = [{ name: 'Message', type: plainType(typeCodes.string) }]

  /** Three events, one of them of a provider of its own, with stacks. */
  function recorded(): Uint8Array {
    const pieces: Uint8Array[] = []
    const clock = { syncUnixMs: 0, syncTicks: 1000n, ticksPerSecond: 1000, pointerBytes: 8 as const }
    const writer = new NetperfWriter({ ...clock, pid: 1, processorCount: 1, write: (bytes) => pieces.push(bytes) })
    const app = writer.defineType({ provider: 'App', eventId: 1, name: 'A', fields })
    const other = writer.defineType({ provider: 'Other', eventId: 2, name: 'B', fields: [] })
    const stack = [0x1000n, 0x2000n]
    writer.addEvent({
      metadataId: app,
      timestamp: 10,
      thread: 7,
      payload: writePayload(fields, ['by ann@acme.com!']),
      stack,
    })
    writer.addEvent({ metadataId: other, timestamp: 20, thread: 8, payload: new Uint8Array(0) })
    writer.addEvent({ metadataId: app, timestamp: 30, thread: 8, payload: writePayload(fields, ['x']), stack })
    writer.end()
    return concat(pieces)
  }

  const part = (selection: Partial<TrimSelection>) => {
    const { bytes, counts } = trimmed(recorded(), { ...everything, ...selection })
    const { damage, events } = readAll([bytes])
    expect(damage).toEqual([])
    return [events.map(({ timestamp, thread, stack }) => [timestamp, thread, stack.length]), counts]
  }

  test('has the events of its range, its threads and its providers, with their stacks', () => {
    expect(part({})).toMatchObject([
      [
        [10, 7, 32],
        [20, 8, 0],
        [30, 8, 32],
      ],
      { eventCount: 3, selectedCount: 3, nameCount: 0, lostCount: 0 },
    ])
    expect(part({ range: { fromMs: 15, toMs: 30 } })[0]).toEqual([
      [20, 8, 0],
      [30, 8, 32],
    ])
    expect(part({ threads: [8], providers: ['App'] })).toMatchObject([
      [[30, 8, 32]],
      { eventCount: 3, selectedCount: 1, nameCount: 0, lostCount: 0 },
    ])
  })

  test('has masks in place of secrets, and stacks behind them', () => {
    const pieces: Uint8Array[] = []
    const bytes = recorded()
    const source: RangeSource = { size: bytes.length, read: (offset, count) => bytes.subarray(offset, offset + count) }
    const redaction = { rules: redactionRules, expressions: [] }
    const steps = trimTrace(source, { selection: everything, redaction }, (piece) => pieces.push(piece))
    while (steps.next().done !== true);
    const { damage, events } = readAll([concat(pieces)])
    expect(damage).toEqual([])
    expect(events.map(({ payload, stack }) => [payload === '' ? '' : textOf(payload), stack.length])).toEqual([
      ['by ‹email-1›!', 32],
      ['', 0],
      ['x', 32],
    ])
  })
})

test('of a sequence point the bytes behind its last thread are not read as one more', () => {
  const pieces = streamOf((writer) => {
    const threads = [1n, 2n].map((threadId) => writer.addThread({ threadId }))
    const metadataId = writer.defineType(type)
    for (const thread of threads) writer.addEvent({ metadataId, timestamp: 1, thread, payload: new Uint8Array(0) })
    writer.flush()
    const rows = new ByteBuilder().varint(BigInt(threads[0]!)).varint(1n).varint(BigInt(threads[1]!)).varint(9n)
    const head = new ByteBuilder().i64(5n).u32(0).u32(1)
    writer.block(v6BlockKinds.sequencePoint, head.bytes(rows.u32(0).take()).take())
    writer.end(10)
  })
  const { bytes, counts } = trimmed(concat([...pieces]), everything)
  const after = readAll([bytes])
  expect([after.damage, after.events.length, after.lostEventCount, counts.lostCount]).toEqual([[], 2, 0, 0])
})

test('an event at the very beginning of the clock is at 0 ms', () => {
  const { writer, metadataId, written } = startSmallStream({ syncTicks: 2n ** 33n })
  for (const timestamp of [0, 5]) writer.addEvent({ metadataId, timestamp, thread: 7, payload: new Uint8Array(0) })
  writer.end(10)
  const { bytes } = trimmed(written(), { ...everything, range: { fromMs: 0, toMs: 1 } })
  expect(readAll([bytes]).events.map(({ timestamp }) => timestamp)).toEqual([0])
})
