import { ByteBuilder } from '../../../shared/base/byte-builder.ts'

export interface BlobFields {
  readonly metadataId: number
  readonly sequence: number
  readonly captureThread: bigint
  readonly processor: number
  readonly thread: bigint
  readonly stackId: number
  /** Absolute ticks. */
  readonly timestamp: bigint
  readonly isSorted: boolean
  readonly activityId: Uint8Array | null
  readonly relatedActivityId: Uint8Array | null
  /** V6 only, instead of the two ids. */
  readonly labelListId?: number
  readonly payload: Uint8Array
}

/** Content of one event or metadata block in the making; `take` gives it with its block header, once. */
export interface BlobSink {
  readonly length: number
  add(blob: BlobFields): void
  take(): Uint8Array<ArrayBuffer>
}

const noGuid = new Uint8Array(16)

/**
 * Content of one EventBlock or MetadataBlock with compressed headers (layout in event-block.ts); state starts at zero. In V6 the
 * thread fields are indices, and bit 16 announces a label list in place of activity ids.
 */
export class BlobWriter implements BlobSink {
  readonly #body = new ByteBuilder()
  readonly #times = new TimeRange()
  readonly #hasLabels: boolean
  #metadataId = 0
  #sequence = 0
  #captureThread = 0n
  #processor = 0
  #thread = 0n
  #stackId = 0
  #timestamp = 0n
  #activityId = noGuid
  #relatedActivityId = noGuid
  #labelListId = 0
  #payloadLength = 0

  constructor(hasLabels = false) {
    this.#hasLabels = hasLabels
  }

  get length(): number {
    return this.#body.length
  }

  add(blob: BlobFields): void {
    const body = this.#body
    const activityId = blob.activityId ?? noGuid
    const relatedActivityId = blob.relatedActivityId ?? noGuid
    const labelListId = blob.labelListId ?? 0
    const idFlags = this.#hasLabels
      ? labelListId === this.#labelListId
        ? 0
        : 16
      : (isSame(activityId, this.#activityId) ? 0 : 16) | (isSame(relatedActivityId, this.#relatedActivityId) ? 0 : 32)
    const expected = (blob.metadataId === 0 ? this.#sequence : this.#sequence + 1) >>> 0
    const isRunOn =
      blob.sequence === expected && blob.captureThread === this.#captureThread && blob.processor === this.#processor
    const flags =
      (blob.metadataId === this.#metadataId ? 0 : 1) |
      (isRunOn ? 0 : 2) |
      (blob.thread === this.#thread ? 0 : 4) |
      (blob.stackId === this.#stackId ? 0 : 8) |
      idFlags |
      (blob.isSorted ? 64 : 0) |
      (blob.payload.length === this.#payloadLength ? 0 : 128)
    body.u8(flags)
    if (flags & 1) body.varintOf(blob.metadataId)
    if (flags & 2) {
      body.varintOf((blob.sequence - this.#sequence - 1) >>> 0)
      body.varint(blob.captureThread).varintOf(blob.processor)
    }
    if (flags & 4) body.varint(blob.thread)
    if (flags & 8) body.varintOf(blob.stackId)
    const step = Number(blob.timestamp - this.#timestamp)
    // Steps back are written as those around the whole circle of 64 bits.
    if (step >= 0 && step <= Number.MAX_SAFE_INTEGER) body.varintOf(step)
    else body.varint(blob.timestamp - this.#timestamp)
    if (flags & 16 && this.#hasLabels) body.varintOf(labelListId)
    else if (flags & 16) body.bytes(activityId)
    if (flags & 32) body.bytes(relatedActivityId)
    if (flags & 128) body.varintOf(blob.payload.length)
    body.bytes(blob.payload)

    this.#metadataId = blob.metadataId
    this.#sequence = blob.sequence
    this.#captureThread = blob.captureThread
    this.#processor = blob.processor
    this.#thread = blob.thread
    this.#stackId = blob.stackId
    this.#timestamp = blob.timestamp
    if (flags & 16 && !this.#hasLabels) this.#activityId = activityId.slice()
    if (flags & 32) this.#relatedActivityId = relatedActivityId.slice()
    this.#labelListId = labelListId
    this.#payloadLength = blob.payload.length
    this.#times.include(blob.timestamp)
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.#times.header(1).bytes(this.#body.take()).take()
  }
}

/** Block header: i16 size | i16 flags (1: compressed) | i64 first ticks | i64 last ticks. */
export class TimeRange {
  #min: bigint | null = null
  #max = 0n

  include(timestamp: bigint): void {
    if (this.#min === null || timestamp < this.#min) this.#min = timestamp
    if (timestamp > this.#max) this.#max = timestamp
  }

  header(flags: number): ByteBuilder {
    return new ByteBuilder()
      .u16(20)
      .u16(flags)
      .i64(this.#min ?? 0n)
      .i64(this.#max)
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || a.every((byte, index) => byte === b[index])
}
