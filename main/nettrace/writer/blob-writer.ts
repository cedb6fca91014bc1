import { ByteBuilder } from './byte-builder.ts'

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
  readonly payload: Uint8Array
}

const noGuid = new Uint8Array(16)

/** Content of one EventBlock or MetadataBlock with compressed headers (layout in event-block.ts); state starts at zero. */
export class BlobWriter {
  readonly #body = new ByteBuilder()
  #metadataId = 0
  #sequence = 0
  #captureThread = 0n
  #processor = 0
  #thread = 0n
  #stackId = 0
  #timestamp = 0n
  #activityId = noGuid
  #relatedActivityId = noGuid
  #payloadLength = 0
  #minTimestamp: bigint | null = null
  #maxTimestamp = 0n

  get length(): number {
    return this.#body.length
  }

  add(blob: BlobFields): void {
    const body = this.#body
    const activityId = blob.activityId ?? noGuid
    const relatedActivityId = blob.relatedActivityId ?? noGuid
    const expected = (blob.metadataId === 0 ? this.#sequence : this.#sequence + 1) >>> 0
    const isRunOn =
      blob.sequence === expected && blob.captureThread === this.#captureThread && blob.processor === this.#processor
    const flags =
      (blob.metadataId === this.#metadataId ? 0 : 1) |
      (isRunOn ? 0 : 2) |
      (blob.thread === this.#thread ? 0 : 4) |
      (blob.stackId === this.#stackId ? 0 : 8) |
      (isSame(activityId, this.#activityId) ? 0 : 16) |
      (isSame(relatedActivityId, this.#relatedActivityId) ? 0 : 32) |
      (blob.isSorted ? 64 : 0) |
      (blob.payload.length === this.#payloadLength ? 0 : 128)
    body.u8(flags)
    if (flags & 1) body.varint(BigInt(blob.metadataId))
    if (flags & 2) {
      body.varint(BigInt((blob.sequence - this.#sequence - 1) >>> 0))
      body.varint(blob.captureThread).varint(BigInt(blob.processor))
    }
    if (flags & 4) body.varint(blob.thread)
    if (flags & 8) body.varint(BigInt(blob.stackId))
    body.varint(blob.timestamp - this.#timestamp)
    if (flags & 16) body.bytes(activityId)
    if (flags & 32) body.bytes(relatedActivityId)
    if (flags & 128) body.varint(BigInt(blob.payload.length))
    body.bytes(blob.payload)

    this.#metadataId = blob.metadataId
    this.#sequence = blob.sequence
    this.#captureThread = blob.captureThread
    this.#processor = blob.processor
    this.#thread = blob.thread
    this.#stackId = blob.stackId
    this.#timestamp = blob.timestamp
    this.#activityId = activityId.slice()
    this.#relatedActivityId = relatedActivityId.slice()
    this.#payloadLength = blob.payload.length
    this.#minTimestamp =
      this.#minTimestamp === null || blob.timestamp < this.#minTimestamp ? blob.timestamp : this.#minTimestamp
    if (blob.timestamp > this.#maxTimestamp) this.#maxTimestamp = blob.timestamp
  }

  take(): Uint8Array {
    const header = new ByteBuilder()
    header
      .u16(20)
      .u16(1)
      .i64(this.#minTimestamp ?? 0n)
      .i64(this.#maxTimestamp)
    return header.bytes(this.#body.take()).take()
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || a.every((byte, index) => byte === b[index])
}
