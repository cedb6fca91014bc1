import type { Trace } from '../trace/trace.ts'
import type { TraceSegment } from '../trace/trace-segment.ts'
import type { PlainRow } from './plain-reader.ts'

/**
 * One number for everything the columns say about the events of a trace, in file order: exact ticks, type, both threads,
 * processor, stack, activities, payload place. Two readers that agree on it agree on every value.
 */
export class RowHash {
  #a = 0x811c9dc5
  #b = 0x9e3779b9

  get value(): string {
    return (this.#a >>> 0).toString(16).padStart(8, '0') + (this.#b >>> 0).toString(16).padStart(8, '0')
  }

  word(value: number): void {
    this.#a = Math.imul(this.#a ^ (value | 0), 0x01000193)
    this.#b = Math.imul((this.#b << 5) ^ (this.#b >>> 27) ^ (value | 0), 0x85ebca6b)
  }

  /** Any whole number up to 2^53, negative ones too. */
  wide(value: number): void {
    this.word(value % 4294967296)
    this.word(Math.floor(value / 4294967296))
  }

  exact(value: bigint): void {
    this.word(Number(BigInt.asIntN(32, value)))
    this.word(Number(BigInt.asIntN(32, value >> 32n)))
  }
}

export function addPlainRow(hash: RowHash, bytes: Uint8Array, row: PlainRow): void {
  hash.exact(row.ticks)
  hash.word(row.type === null ? -1 : row.type.metadataId)
  hash.word(row.type === null ? -1 : row.type.eventId)
  hash.exact(row.thread)
  hash.exact(row.captureThread)
  hash.word(row.processor)
  hash.wide(row.stackBytes === 0 && row.stackOffset < 0 ? 0 : row.stackOffset)
  hash.word(row.stackBytes)
  addGuid(hash, bytes, row.activityOffset)
  addGuid(hash, bytes, row.relatedOffset)
  hash.wide(row.payloadOffset)
  hash.word(row.payloadBytes)
}

const noGuid = new Uint8Array(16)

function addGuid(hash: RowHash, bytes: Uint8Array, offset: number): void {
  const [source, start] = offset < 0 ? [noGuid, 0] : [bytes, offset]
  for (let index = 0; index < 16; index++) hash.word(source[start + index]!)
}

export function addSegmentRows(hash: RowHash, trace: Trace, segment: TraceSegment, from = 0, to = segment.count): void {
  for (let row = from; row < to; row++) {
    const ticks = segment.timestamp[row]!
    hash.word(ticks % 4294967296)
    hash.word(Math.floor(ticks / 4294967296))
    const type = trace.types[segment.typeIndex[row]!]!
    hash.word(type.isUndefined ? -1 : type.metadataId)
    hash.word(type.isUndefined ? -1 : type.eventId)
    hash.exact(trace.threads[segment.threadIndex[row]!]!.exactId)
    hash.exact(trace.threads[segment.captureThread.at(row)]!.exactId)
    hash.word(segment.processor.at(row))
    const stack = segment.stackIndex[row]!
    hash.wide(stack === 0 ? 0 : trace.stacks.streamOffset(stack))
    hash.word(stack === 0 ? 0 : trace.stacks.byteLength(stack))
    addGuid(hash, trace.activities.bytesOf(segment.activity.at(row)), 0)
    addGuid(hash, trace.activities.bytesOf(segment.relatedActivity.at(row)), 0)
    hash.wide(segment.payloadStreamOffset(row))
    hash.word(segment.payloadLength[row]!)
  }
}
