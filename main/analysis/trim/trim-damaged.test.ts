import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { everything, redactionRules } from '../../../shared/model/trace/trace-trim.ts'
import type { RangeSource } from '../../nettrace/framing/stream-blocks.ts'
import { hostileStreams } from '../../nettrace/testing/hostile-streams.ts'
import { type ReadResult, readAll } from '../../nettrace/testing/read-all.ts'
import { concat } from '../../nettrace/writer/made-stream.ts'
import { fuzzRuns, fuzzTimeoutMs } from '../../workers/testing/fuzz-runs.ts'
import { RepairedSource } from '../exports/repaired-source.ts'
import { anyBatches, batchedStream } from './testing/batched-stream.ts'
import { trimTrace, type TrimOrder } from './trim-trace.ts'

const whole: TrimOrder = { selection: everything, redaction: null }
const masked: TrimOrder = { selection: everything, redaction: { rules: redactionRules, expressions: ['a+'] } }

function sourceOf(bytes: Uint8Array): RangeSource {
  return { size: bytes.length, read: (offset, byteCount) => bytes.subarray(offset, offset + byteCount) }
}

function trimmed(source: RangeSource, order: TrimOrder): Uint8Array {
  const pieces: Uint8Array[] = []
  const steps = trimTrace(source, order, (bytes) => pieces.push(bytes))
  while (steps.next().done !== true);
  return concat(pieces)
}

/** All bytes of a source. */
function bytesOf(source: RangeSource): Uint8Array {
  return source.read(0, source.size)
}

function firstDamageOf({ damage, isComplete }: ReadResult): number | null {
  if (isComplete && damage.length === 0) return null
  return Math.min(...damage.map(({ offset }) => offset), Number.POSITIVE_INFINITY)
}

test.each(['v5', 'v5-plain', 'v6'] as const)(
  'a part of a damaged %s stream has what its repaired copy has',
  (format) => {
    fc.assert(
      fc.property(
        anyBatches,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
        fc.nat(),
        (batches, changes, cut) => {
          const bytes = batchedStream(batches, format)
          for (const [at, value] of changes) bytes[120 + (at % (bytes.length - 120))] = value
          const damaged = bytes.subarray(0, 120 + (cut % (bytes.length - 119)))
          const read = readAll([damaged])
          fc.pre(read.header !== null)
          const firstDamage = firstDamageOf(read)
          const source = firstDamage === null ? sourceOf(damaged) : new RepairedSource(sourceOf(damaged), firstDamage)
          const repaired = readAll([bytesOf(source)])
          // What cannot be repaired is refused when the copy is checked.
          fc.pre(repaired.damage.length === 0 && repaired.isComplete)
          // No damage to a reader: a time that its 64 bits can't hold, and a copy holds what is left of it.
          fc.pre(repaired.events.every(({ timestamp }) => Math.abs(timestamp) < 2 ** 63))
          const part = readAll([trimmed(source, whole)])
          expect([part.damage, part.isComplete]).toEqual([[], true])
          expect(part.events.map(factsOf)).toEqual(repaired.events.filter(isDefined(repaired)).map(factsOf))
        },
      ),
      { numRuns: fuzzRuns(300) },
    )
  },
  fuzzTimeoutMs,
)

test.each(['v5', 'v5-plain', 'v6'] as const)(
  'no input makes trimming %s fail, with or without masking',
  (format) => {
    fc.assert(
      fc.property(anyBatches, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }), (batches, changes) => {
        const bytes = batchedStream(batches, format)
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        expect(trimmed(sourceOf(bytes), whole).length).toBeGreaterThan(0)
        expect(trimmed(sourceOf(bytes), masked).length).toBeGreaterThan(0)
      }),
      { numRuns: fuzzRuns(300) },
    )
  },
  fuzzTimeoutMs,
)

test.each(Object.entries(hostileStreams))('%s: the part of a hostile stream has what the stream has', (_, make) => {
  const bytes = make(300)
  const read = readAll([bytes])
  const firstDamage = firstDamageOf(read)
  const source = firstDamage === null ? sourceOf(bytes) : new RepairedSource(sourceOf(bytes), firstDamage)
  const part = readAll([trimmed(source, whole)])
  expect([part.damage, part.isComplete]).toEqual([[], true])
  expect(part.events.length).toBeLessThanOrEqual(read.events.length)
})

/** Events of types that nothing describes are left out. */
function isDefined({ trace }: ReadResult): (event: ReadResult['events'][number]) => boolean {
  const undefinedIds = new Set(trace.types.filter((type) => type.isUndefined).map(({ metadataId }) => metadataId))
  return ({ metadataId }) => !undefinedIds.has(metadataId)
}

function factsOf(event: ReadResult['events'][number]): object {
  return { ...event, payloadOffset: 0 }
}
