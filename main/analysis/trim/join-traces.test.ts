import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Result } from '../../../shared/base/result.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import type { JoinedCounts } from '../../../shared/model/flight.ts'
import { rundownProvider, runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { type RangeSource, StreamBlocks } from '../../nettrace/framing/stream-blocks.ts'
import { readAll } from '../../nettrace/testing/read-all.ts'
import { startSmallStream } from '../../nettrace/testing/small-stream.ts'
import { concat } from '../../nettrace/writer/made-stream.ts'
import { fuzzRuns, fuzzTimeoutMs } from '../../workers/testing/fuzz-runs.ts'
import { type JoinedStream, joinTraces, type JoinOrder } from './join-traces.ts'
import { anyBatches, batchedStream, batchedTypes, type Batch } from './testing/batched-stream.ts'

const formats = ['v5', 'v5-plain', 'v6'] as const
const isName = ({ provider }: { provider: string }): boolean =>
  provider === runtimeProvider || provider === rundownProvider

test.each(formats)(
  'two sessions and the symbols of a third become one valid %s stream with the last stretch of both',
  (format) => {
    fc.assert(
      fc.property(anyBatches, anyBatches, anyBatches, fc.integer({ min: 1, max: 3000 }), (one, two, names, lastMs) => {
        const starts = [0, 1000, 2000]
        const sources = [one, two, names].map((batches, index) => batchedStream(batches, format, starts[index]))
        const { bytes, counts } = joined(
          sources.map((source, index) => streamOf(source, index === 2 ? 'names' : 'range')),
          { untilMs: 0, lastMs },
        )
        const after = readAll([bytes])
        expect(after.damage).toEqual([])
        expect(after.isComplete).toBe(true)
        const from = Math.max(0, 2000 - lastMs)
        const expected = [
          ...eventsOf(one, 0, format).filter((event) => isName(event) || event.timestamp >= from),
          ...eventsOf(two, 1000, format).filter((event) => isName(event) || event.timestamp >= from),
          ...eventsOf(names, 2000, format).filter(isName),
        ]
        expect(after.events.map(factsOf)).toEqual(expected.map(keyOf))
        expect(counts.selectedCount + counts.nameCount).toBe(expected.length)
        expect(after.lostEventCount).toBe(counts.lostCount)
      }),
      { numRuns: fuzzRuns(120) },
    )
  },
  fuzzTimeoutMs,
)

test('without names behind it the stretch ends with the last event of the session', () => {
  const batches = fc.sample(anyBatches, { numRuns: 1, seed: 3 })[0]!
  const { counts } = joined([streamOf(batchedStream(batches, 'v5'), 'range')], { untilMs: 500, lastMs: 200 })
  expect([counts.fromMs, counts.toMs]).toEqual([300, Number.MAX_SAFE_INTEGER])
})

test('definitions of a dropped stretch are kept, its events are not', () => {
  const batches: readonly Batch[] = Array.from({ length: 6 }, (_, index) => ({
    events: [
      { type: 0, thread: 0, at: 1, stack: index, lostBefore: 0, payload: new Uint8Array([index]), hasActivity: false },
    ],
    after: 'sequence-point' as const,
  }))
  const bytes = batchedStream(batches, 'v5')
  const source = sourceOf(bytes)
  const blocks = new StreamBlocks(source)
  const places: { name: string; start: number; end: number }[] = []
  for (let block = blocks.at(blocks.firstStart); block !== null; block = blocks.at(block.end)) places.push(block)
  const firstEvent = places.findIndex(({ name }) => name === 'StackBlock' || name === 'EventBlock')
  const points = places.filter(({ name }) => name === 'SPBlock')
  const stretches = [
    { from: 0, to: places[firstEvent - 1]!.end },
    { from: points[2]!.start, to: bytes.length },
  ]
  const made = joined([{ source, stretches, keeps: 'range' }], { untilMs: 0, lastMs: 10_000 })
  const after = readAll([made.bytes])
  expect(after.damage).toEqual([])
  expect(after.events.map(({ timestamp }) => timestamp)).toEqual([301, 401, 501])
  expect(after.lostEventCount).toBe(0)
})

test('streams of different processes are not joined', () => {
  const one = streamOf(batchedStream([], 'v5'), 'range')
  const other = streamOf(batchedStream([], 'v6'), 'names')
  expect(outcomeOf([one, other], { untilMs: 0, lastMs: 1 })).toMatchObject({
    ok: false,
    error: { kind: 'malformed', what: 'kept stream 2' },
  })
})

function sourceOf(bytes: Uint8Array): RangeSource {
  return { size: bytes.length, read: (offset, byteCount) => bytes.subarray(offset, offset + byteCount) }
}

function streamOf(bytes: Uint8Array, keeps: JoinedStream['keeps']): JoinedStream {
  return { source: sourceOf(bytes), stretches: [{ from: 0, to: bytes.length }], keeps }
}

function outcomeOf(
  streams: readonly JoinedStream[],
  order: JoinOrder,
  write: (bytes: Uint8Array) => void = () => undefined,
): Result<JoinedCounts, AppError> {
  const steps = joinTraces(streams, order, write)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

function joined(streams: readonly JoinedStream[], order: JoinOrder): { bytes: Uint8Array; counts: JoinedCounts } {
  const pieces: Uint8Array[] = []
  const outcome = outcomeOf(streams, order, (bytes) => pieces.push(bytes))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
  return { bytes: concat(pieces), counts: outcome.value }
}

interface Expected {
  readonly provider: string
  readonly timestamp: number
  readonly payload: string
}

/** As our reader finds them in the stream alone. */
function eventsOf(batches: readonly Batch[], start: number, format: (typeof formats)[number]): readonly Expected[] {
  return readAll([batchedStream(batches, format, start)]).events.map((event) => ({
    provider: batchedTypes[(event.metadataId - 1) % batchedTypes.length]!.provider,
    timestamp: event.timestamp + start,
    payload: event.payload,
  }))
}

function keyOf({ provider, timestamp, payload }: Expected): string {
  return `${provider} ${timestamp} ${payload}`
}

function factsOf(event: ReturnType<typeof readAll>['events'][number]): string {
  const { provider } = batchedTypes[(event.metadataId - 1) % batchedTypes.length]!
  return keyOf({ provider, timestamp: event.timestamp, payload: event.payload })
}

/** A session of one event at each of these ticks since its start, on a clock of a thousand ticks a second. */
function session(
  syncTicks: bigint,
  times: readonly number[],
  changes: Parameters<typeof startSmallStream>[0] = {},
): Uint8Array {
  const { writer, metadataId, written } = startSmallStream({ syncTicks, ...changes })
  for (const timestamp of times)
    writer.addEvent({ metadataId, timestamp, thread: 7, payload: Uint8Array.of(timestamp & 255) })
  writer.end(5000)
  return written()
}

const timesOf = (bytes: Uint8Array) => readAll([bytes]).events.map(({ timestamp }) => timestamp)

describe('sessions that follow each other', () => {
  const [one, two] = [session(0n, [100, 900]), session(1000n, [50, 600])]
  const kept = (untilMs: number, lastMs: number) =>
    timesOf(joined([streamOf(one, 'range'), streamOf(two, 'range')], { untilMs, lastMs }).bytes)

  test('are one stream on one clock, of which the last stretch is kept', () => {
    expect(kept(700, 10_000)).toEqual([100, 900, 1050, 1600])
    expect(kept(700, 800)).toEqual([900, 1050, 1600])
    expect(kept(700, 799)).toEqual([1050, 1600])
    expect(kept(0, 100)).toEqual([900, 1050, 1600])
  })

  test('end where a session of names begins, of which only names are kept', () => {
    const { bytes, counts } = joined([streamOf(one, 'range'), streamOf(session(800n, [1]), 'names')], {
      untilMs: 0,
      lastMs: 750,
    })
    expect([timesOf(bytes), counts.selectedCount, counts.fromMs, counts.toMs]).toEqual([[100], 1, 50, 800])
  })

  test('say when their stretch began', () => {
    const { counts } = joined([streamOf(session(0n, [100], { syncUnixMs: 1_700_000_000_000 }), 'range')], {
      untilMs: 500,
      lastMs: 200,
    })
    expect(counts.fromUnixMs).toBe(1_700_000_000_300)
  })
})

test.each([
  ['another process', { pid: 2 }],
  ['other pointers', { pointerBytes: 4 as const }],
  ['another clock', { ticksPerSecond: 2000 }],
])('a stream of %s is not joined', (_, changes) => {
  const outcome = outcomeOf([streamOf(session(0n, []), 'range'), streamOf(session(5n, [], changes), 'names')], {
    untilMs: 0,
    lastMs: 1,
  })
  expect(outcome).toMatchObject({ ok: false, error: { what: 'kept stream 2' } })
})

const join = (first: bigint, second: bigint) =>
  outcomeOf([streamOf(session(first, []), 'range'), streamOf(session(second, []), 'range')], { untilMs: 0, lastMs: 1 })
    .ok

test('a stream that began before the first one is not joined, and one that began with it is', () => {
  expect([join(10n, 9n), join(10n, 10n), join(10n, 11n)]).toEqual([false, true, true])
})

test('nothing, and what is no stream, is not joined', () => {
  expect(outcomeOf([], { untilMs: 0, lastMs: 1 })).toMatchObject({ ok: false, error: { what: 'kept stream 1' } })
  const text = streamOf(new Uint8Array(100).fill(65), 'range')
  expect(outcomeOf([text], { untilMs: 0, lastMs: 1 })).toMatchObject({ ok: false, error: { what: 'kept stream 1' } })
})

test('each step says how much has been read, up to all blocks of all sessions', () => {
  const sessions = [session(0n, [100, 900]), session(1000n, [50, 600])]
  const steps = joinTraces(
    sessions.map((bytes) => streamOf(bytes, 'range')),
    { untilMs: 700, lastMs: 10_000 },
    () => undefined,
  )
  const progress: number[] = []
  for (let step = steps.next(); step.done !== true; step = steps.next()) progress.push(step.value)
  expect(progress.length).toBeGreaterThan(4)
  expect(progress.toSorted((a, b) => a - b)).toEqual(progress)
  const size = sessions.reduce((sum, bytes) => sum + bytes.length, 0)
  expect(progress.at(-1)).toBeLessThanOrEqual(size)
  expect(progress.at(-1)).toBeGreaterThan(size / 2)
})
