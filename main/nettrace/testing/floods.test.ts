import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { startSmallStream } from './small-stream.ts'
import { summarise, summarisePlain } from './both-readers.ts'
import { readPlain } from './plain-reader.ts'
import { addPlainRow, RowHash } from './row-hash.ts'

/** Many streams, on a machine that does other things too. */
const longestMs = 60_000

/** Events that are alike but for their time. */
interface Run {
  readonly length: number
  readonly payloadBytes: number
  readonly thread: number
  readonly hasStack: boolean
  /** Ticks between its events, used in turn. */
  readonly steps: readonly number[]
  readonly endsBlock: boolean
}

const step = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 128, max: 16_383 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 127 }) },
  { weight: 1, arbitrary: fc.integer({ min: 16_384, max: 2 ** 36 }) },
)
const run: fc.Arbitrary<Run> = fc.record({
  length: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 60, max: 400 })),
  payloadBytes: fc.oneof(fc.constantFrom(0, 4, 8, 127), fc.integer({ min: 128, max: 300 })),
  thread: fc.integer({ min: 1, max: 3 }),
  hasStack: fc.boolean(),
  steps: fc.array(step, { minLength: 1, maxLength: 9 }),
  endsBlock: fc.boolean(),
})

function bytesOf(runs: readonly Run[]): Uint8Array {
  const { writer, metadataId, written } = startSmallStream()
  const stackId = writer.addStack([1n, 2n])
  let timestamp = 0
  for (const { length, payloadBytes, thread, hasStack, steps, endsBlock } of runs) {
    // Payloads of zeros look like flags of zero.
    const payload = new Uint8Array(payloadBytes)
    for (let index = 0; index < length; index++) {
      timestamp += steps[index % steps.length]!
      // As runtimes do: they promise order only with the first event of a run.
      const isSorted = index === 0
      writer.addEvent({ metadataId, timestamp, thread, ...(hasStack ? { stackId } : {}), payload, isSorted })
    }
    if (endsBlock) writer.flush()
  }
  writer.end(timestamp)
  return written()
}

test(
  'long runs of events that carry everything but their time are read like any others, when they come and when all is there',
  () => {
    fc.assert(
      fc.property(
        fc.array(run, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(150, 333, 262_144),
        (runs, rowsPerSegment) => {
          const bytes = bytesOf(runs)
          const expected = summarisePlain(bytes)
          expect(summarise(bytes, bytes.length, { rowsPerSegment })).toEqual(expected)
          expect(summarise(bytes, 777, { rowsPerSegment, keepsSegments: false })).toEqual(expected)
        },
      ),
      { numRuns: 25 },
    )
  },
  longestMs,
)

const single = fc.record({
  /** Each is unknown to the loop until its first event. */
  type: fc.integer({ min: 0, max: 5 }),
  /** Index of a stack; most ids of more than 127 take two bytes. */
  stack: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300 })),
  /** Sizes of one, two and three bytes. */
  payloadBytes: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(0, 4, 127, 128) },
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 300 }) },
    { weight: 1, arbitrary: fc.constantFrom(16_383, 16_384) },
  ),
  step,
  /** Most events do not promise order: a promise has a flag of its own. */
  isSorted: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  /** The next event has nothing to carry on. */
  endsBlock: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  captureThread: fc.oneof(
    { weight: 9, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.constantFrom(2, 90_001) },
  ),
  /** Ids of one to four bytes; samples are written by one thread about others. */
  thread: fc.constantFrom(1, 300, 70_000, 70_001, 90_001, 2 ** 21, 2 ** 40),
})

test(
  'events that differ in type, stack, size and time step from one to the next are read like any others',
  () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(single, fc.integer({ min: 1, max: 4 })), { maxLength: 60 }), (rows) => {
        const { writer, metadataId, written } = startSmallStream()
        const otherType = (eventId: number) => writer.defineType({ provider: 'P', eventId, name: 'Other', fields: [] })
        const types = [metadataId, ...[2, 3, 4, 5, 6].map(otherType)]
        const stacks = [0]
        for (let index = 1; index <= 300; index++) stacks.push(writer.addStack([BigInt(index)]))
        let timestamp = 0
        for (const [one, repeats] of rows)
          for (let repeat = 0; repeat < repeats; repeat++) {
            timestamp += one.step
            writer.addEvent({
              metadataId: types[one.type]!,
              timestamp,
              thread: one.thread,
              captureThread: one.captureThread,
              ...(one.stack === 0 ? {} : { stackId: stacks[one.stack]! }),
              payload: new Uint8Array(one.payloadBytes),
              isSorted: one.isSorted,
            })
            if (one.endsBlock) writer.flush()
          }
        writer.end(timestamp)
        const bytes = written()
        const expected = summarisePlain(bytes)
        expect(summarise(bytes, bytes.length)).toEqual(expected)
        expect(summarise(bytes, 100, { rowsPerSegment: 7 })).toEqual(expected)
      }),
      { numRuns: 30 },
    )
  },
  longestMs,
)

test(
  'a truncated run ends at its last complete event',
  () => {
    const whole = bytesOf([{ length: 200, payloadBytes: 4, thread: 1, hasStack: true, steps: [1000], endsBlock: true }])
    const hashes: string[] = []
    const hash = new RowHash()
    readPlain(whole, (row) => {
      addPlainRow(hash, whole, row)
      hashes.push(hash.value)
    })
    const counts = new Set<number>()
    for (let end = whole.length - 900; end < whole.length; end += 3) {
      const cut = whole.subarray(0, end)
      const { eventCount, hash: found } = summarise(cut, cut.length)
      expect(found).toBe(hashes[eventCount - 1])
      counts.add(eventCount)
    }
    expect(counts.size).toBeGreaterThan(100)
  },
  longestMs,
)
