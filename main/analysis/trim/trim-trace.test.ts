import type { TrimPreview } from '../../../shared/model/trace/trace-trim.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rundownProvider, runtimeProvider, sampleProvider } from '../../../shared/model/runtime-providers.ts'
import type { RangeSource } from '../../nettrace/framing/stream-blocks.ts'
import { type ReadResult, readAll } from '../../nettrace/testing/read-all.ts'
import { concat, madeFormats, type MadeStream, makeStream } from '../../nettrace/writer/made-stream.ts'
import { fuzzRuns, fuzzTimeoutMs } from '../../workers/testing/fuzz-runs.ts'
import { anyBatches, batchedStream, batchedTypes, threadIds } from './testing/batched-stream.ts'
import { everything, type TrimSelection } from '../../../shared/model/trace/trace-trim.ts'
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
