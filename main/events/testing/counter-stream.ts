import { arrayOf, plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { NettraceWriter } from '../../nettrace/writer/nettrace-writer.ts'
import { type FieldValue, writePayload } from '../../nettrace/writer/payload-writer.ts'
import { counterFields } from '../counter-fields.ts'
import { knownLayout, metricsProvider } from '../metrics-events.ts'
import { eventPipeProvider, processInfoEventId } from '../process-facts.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'

export interface MeanValues {
  readonly name: string
  readonly mean: number
  readonly count?: number
  readonly min?: number
  readonly max?: number
  readonly units?: string
  readonly metadata?: string
}
export interface SumValues {
  readonly name: string
  readonly increment: number
  readonly units?: string
  readonly metadata?: string
}

export const testSyncUnixMs = Date.UTC(2026, 0, 1)
const ticksPerMs = 1_000_000

/** A test's own target: builds the bytes of one session, one publication at a time. Times are milliseconds since the sync point. */
export class CounterStream {
  readonly pieces: Uint8Array[] = []
  readonly writer: NettraceWriter
  readonly #types = new Map<string, number>()

  constructor(syncTicks = 5_000_000_000n) {
    this.writer = new NettraceWriter({
      syncUnixMs: testSyncUnixMs,
      syncTicks,
      ticksPerSecond: 1_000_000_000,
      pointerBytes: 8,
      pid: 42,
      processorCount: 2,
      write: (bytes) => this.pieces.push(bytes),
    })
  }

  mean(provider: string, atMs: number, paceMs: number, intervalSec: number, values: MeanValues): void {
    const { name, mean, count = 1, min = mean, max = mean, units = '', metadata = '' } = values
    const id = this.#type(`${provider} mean`, {
      provider,
      eventId: 6,
      name: 'EventCounters',
      fields: counterFields.mean.wrapped,
    })
    const series = `Interval=${paceMs}`
    const row = [name, `${name} shown`, mean, 0, count, min, max, intervalSec, series, 'Mean', metadata, units]
    this.event(id, atMs, writePayload(counterFields.mean.plain, row))
  }

  sum(provider: string, atMs: number, paceMs: number, intervalSec: number, values: SumValues): void {
    const { name, increment, units = '', metadata = '' } = values
    const id = this.#type(`${provider} sum`, {
      provider,
      eventId: 7,
      name: 'EventCounters',
      fields: counterFields.sum.wrapped,
    })
    const row = [
      name,
      `${name} shown`,
      '00:00:01',
      increment,
      intervalSec,
      metadata,
      `Interval=${paceMs}`,
      'Sum',
      units,
    ]
    this.event(id, atMs, writePayload(counterFields.sum.plain, row))
  }

  /** An event of the metrics provider, `values` in the layout of the newest version (or fewer, for an older one). */
  metric(eventId: number, atMs: number, values: readonly FieldValue[]): void {
    const fields = knownLayout(eventId).slice(0, values.length)
    const id = this.#type(`metrics ${eventId} ${values.length}`, {
      provider: metricsProvider,
      eventId,
      name: `Event${eventId}`,
      fields,
    })
    this.event(id, atMs, writePayload(fields, values))
  }

  /** A native event: no name, no fields. */
  runtime(eventId: number, atMs: number, words: readonly number[], thread = 1): void {
    const id = this.#type(`runtime ${eventId}`, { provider: runtimeProvider, eventId, name: '', fields: [] })
    const payload = new Uint8Array(Uint32Array.from(words).buffer)
    this.writer.addEvent({ metadataId: id, timestamp: atMs * ticksPerMs, thread, payload })
  }

  /** What the runtime writes into every session when one is opened, by whomever. */
  processInfo(atMs: number, commandLine: string): void {
    const fields = ['CommandLine', 'OSInformation', 'ArchInformation'].map((name) => ({
      name,
      type: plainType(typeCodes.string),
    }))
    const id = this.#type('process', {
      provider: eventPipeProvider,
      eventId: processInfoEventId,
      name: 'ProcessInfo',
      fields,
    })
    this.event(id, atMs, writePayload(fields, [commandLine, 'Linux', 'x64']))
  }

  /** Something that is not a counter, with an array in its metadata. */
  other(atMs: number): void {
    const fields = [{ name: 'list', type: arrayOf(plainType(typeCodes.int32)) }]
    const id = this.#type('other', { provider: 'Other', eventId: 1, name: 'RequestStart', fields })
    this.event(id, atMs, writePayload(fields, [[1, 2, 3]]))
  }

  event(metadataId: number, atMs: number, payload: Uint8Array): void {
    this.writer.addEvent({ metadataId, timestamp: atMs * ticksPerMs, thread: 1, payload })
  }

  /** Bytes written since the last call, as one chunk. */
  take(): Uint8Array<ArrayBuffer> {
    this.writer.flush()
    const length = this.pieces.reduce((sum, piece) => sum + piece.length, 0)
    const bytes = new Uint8Array(length)
    let position = 0
    for (const piece of this.pieces.splice(0)) {
      bytes.set(piece, position)
      position += piece.length
    }
    return bytes
  }

  #type(key: string, init: Parameters<NettraceWriter['defineType']>[0]): number {
    let id = this.#types.get(key)
    if (id === undefined) {
      id = this.writer.defineType(init)
      this.#types.set(key, id)
    }
    return id
  }
}

/** .NET FILETIME of a Unix time. */
export function fileTime(unixMs: number): bigint {
  return BigInt(Math.round(unixMs * 10_000)) + 116_444_736_000_000_000n
}
