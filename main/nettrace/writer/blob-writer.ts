import { ByteBuilder } from '../../../shared/base/byte-builder.ts'

/** Numbers of 64 bits are halves, each signed (word-halves.ts). */
export interface BlobFields {
  readonly metadataId: number
  readonly sequence: number
  readonly captureThreadLow: number
  readonly captureThreadHigh: number
  readonly processor: number
  readonly threadLow: number
  readonly threadHigh: number
  readonly stackId: number
  /** Absolute ticks. */
  readonly timestampLow: number
  readonly timestampHigh: number
  readonly isSorted: boolean
  readonly activityId: Uint8Array | null
  readonly relatedActivityId: Uint8Array | null
  /** V6 only, instead of the two ids. */
  readonly labelListId?: number
  /** Where the payload lies. */
  readonly bytes: Uint8Array
  readonly payloadStart: number
  readonly payloadEnd: number
}

/** One that is filled, over and over. */
export type EventBlob = { -readonly [Key in keyof BlobFields]-?: BlobFields[Key] }

/** As what a compressed header leaves out counts at the beginning of a block. */
export function emptyBlob(): EventBlob {
  return {
    metadataId: 0,
    sequence: 0,
    captureThreadLow: 0,
    captureThreadHigh: 0,
    processor: 0,
    threadLow: 0,
    threadHigh: 0,
    stackId: 0,
    timestampLow: 0,
    timestampHigh: 0,
    isSorted: false,
    activityId: null,
    relatedActivityId: null,
    labelListId: 0,
    bytes: noBytes,
    payloadStart: 0,
    payloadEnd: 0,
  }
}

/** Content of one event or metadata block in the making; `take` gives it with its block header, and the next one begins. */
export interface BlobSink {
  readonly length: number
  add(blob: BlobFields): void
  take(): Uint8Array<ArrayBuffer>
}

const noBytes = new Uint8Array(0)
const noGuid = new Uint8Array(16)
/** Flags, and every number of a header at its longest. */
const mostHeaderBytes = 1 + 10 + 5 + 10 + 10 + 10 + 10 + 10 + 16 + 16 + 10
/** Up to this length a loop is faster than what the engine does for a copy. */
const shortPayloadBytes = 64

/**
 * Content of one EventBlock or MetadataBlock with compressed headers (layout in event-block.ts); state starts at zero. In V6 the
 * thread fields are indices, and bit 16 announces a label list in place of activity ids.
 */
export class BlobWriter implements BlobSink {
  /** Behind each other without a check for each byte: there are millions of blobs. */
  #body = new Uint8Array(1024)
  #length = 0
  #times = new TimeRange()
  readonly #hasLabels: boolean
  #last = emptyBlob()

  constructor(hasLabels = false) {
    this.#hasLabels = hasLabels
  }

  get length(): number {
    return this.#length
  }

  add(blob: BlobFields): void {
    const payloadLength = blob.payloadEnd - blob.payloadStart
    const body = this.#roomFor(mostHeaderBytes + payloadLength)
    const last = this.#last
    const activityId = blob.activityId ?? noGuid
    const relatedActivityId = blob.relatedActivityId ?? noGuid
    const labelListId = blob.labelListId ?? 0
    const idFlags = this.#hasLabels
      ? labelListId === last.labelListId
        ? 0
        : 16
      : (isSame(activityId, last.activityId ?? noGuid) ? 0 : 16) |
        (isSame(relatedActivityId, last.relatedActivityId ?? noGuid) ? 0 : 32)
    const lastLength = last.payloadEnd - last.payloadStart
    const flags =
      (blob.metadataId === last.metadataId ? 0 : 1) |
      (isRunOn(blob, last) ? 0 : 2) |
      (blob.threadLow === last.threadLow && blob.threadHigh === last.threadHigh ? 0 : 4) |
      (blob.stackId === last.stackId ? 0 : 8) |
      idFlags |
      (blob.isSorted ? 64 : 0) |
      (payloadLength === lastLength ? 0 : 128)
    let at = this.#length
    body[at++] = flags
    if (flags & 1) at = putVarint(body, at, blob.metadataId)
    if (flags & 2) {
      at = putVarint(body, at, (blob.sequence - last.sequence - 1) >>> 0)
      at = putVarint64(body, at, blob.captureThreadLow, blob.captureThreadHigh)
      at = putVarint(body, at, blob.processor)
    }
    if (flags & 4) at = putVarint64(body, at, blob.threadLow, blob.threadHigh)
    if (flags & 8) at = putVarint(body, at, blob.stackId)
    // Steps back are written as those around the whole circle of 64 bits.
    const stepLow = (blob.timestampLow >>> 0) - (last.timestampLow >>> 0)
    at = putVarint64(body, at, stepLow | 0, (blob.timestampHigh - last.timestampHigh - (stepLow < 0 ? 1 : 0)) | 0)
    if (flags & 16 && this.#hasLabels) at = putVarint(body, at, labelListId)
    else if (flags & 16) at = put(body, at, activityId, 0, 16)
    if (flags & 32) at = put(body, at, relatedActivityId, 0, 16)
    if (flags & 128) at = putVarint(body, at, payloadLength)
    this.#length = put(body, at, blob.bytes, blob.payloadStart, blob.payloadEnd)

    last.metadataId = blob.metadataId
    last.sequence = blob.sequence
    last.captureThreadLow = blob.captureThreadLow
    last.captureThreadHigh = blob.captureThreadHigh
    last.processor = blob.processor
    last.threadLow = blob.threadLow
    last.threadHigh = blob.threadHigh
    last.stackId = blob.stackId
    last.timestampLow = blob.timestampLow
    last.timestampHigh = blob.timestampHigh
    if (flags & 16 && !this.#hasLabels) last.activityId = activityId.slice()
    if (flags & 32) last.relatedActivityId = relatedActivityId.slice()
    last.labelListId = labelListId
    last.payloadEnd = payloadLength
    this.#times.include(blob)
  }

  take(): Uint8Array<ArrayBuffer> {
    const content = this.#times.header(1).bytes(this.#body.subarray(0, this.#length)).take()
    this.#length = 0
    this.#times = new TimeRange()
    this.#last = emptyBlob()
    return content
  }

  #roomFor(byteCount: number): Uint8Array {
    const needed = this.#length + byteCount
    if (needed > this.#body.length) {
      const larger = new Uint8Array(Math.max(needed, this.#body.length * 2))
      larger.set(this.#body)
      this.#body = larger
    }
    return this.#body
  }
}

/** The next one of the same thread on the same processor. */
function isRunOn(blob: BlobFields, last: BlobFields): boolean {
  const expected = (blob.metadataId === 0 ? last.sequence : last.sequence + 1) >>> 0
  return (
    blob.sequence === expected &&
    blob.captureThreadLow === last.captureThreadLow &&
    blob.captureThreadHigh === last.captureThreadHigh &&
    blob.processor === last.processor
  )
}

/** A whole number from 0 to 2^53. Where the next byte goes. */
function putVarint(to: Uint8Array, start: number, value: number): number {
  let at = start
  let rest = value
  while (rest >= 128) {
    to[at++] = (rest & 127) | 128
    rest = rest < 2 ** 31 ? rest >>> 7 : Math.floor(rest / 128)
  }
  to[at++] = rest
  return at
}

function putVarint64(to: Uint8Array, start: number, low: number, high: number): number {
  let at = start
  let restLow = low
  let restHigh = high
  while (restHigh !== 0) {
    to[at++] = (restLow & 127) | 128
    restLow = (restLow >>> 7) | (restHigh << 25)
    restHigh >>>= 7
  }
  return putVarint(to, at, restLow >>> 0)
}

function put(to: Uint8Array, at: number, bytes: Uint8Array, start: number, end: number): number {
  if (end - start > shortPayloadBytes) to.set(bytes.subarray(start, end), at)
  else for (let position = start; position < end; position++) to[at + position - start] = bytes[position]!
  return at + end - start
}

/** Block header: i16 size | i16 flags (1: compressed) | i64 first ticks | i64 last ticks. */
export class TimeRange {
  #isEmpty = true
  #minLow = 0
  #minHigh = 0
  #maxLow = 0
  #maxHigh = 0

  include({ timestampLow: low, timestampHigh: high }: Pick<BlobFields, 'timestampLow' | 'timestampHigh'>): void {
    if (this.#isEmpty || isLess(low, high, this.#minLow, this.#minHigh)) {
      this.#isEmpty = false
      this.#minLow = low
      this.#minHigh = high
    }
    if (!isLess(this.#maxLow, this.#maxHigh, low, high)) return
    this.#maxLow = low
    this.#maxHigh = high
  }

  header(flags: number): ByteBuilder {
    const head = new ByteBuilder().u16(20).u16(flags)
    return head.i32(this.#minLow).i32(this.#minHigh).i32(this.#maxLow).i32(this.#maxHigh)
  }
}

/** Of numbers without a sign. */
function isLess(low: number, high: number, otherLow: number, otherHigh: number): boolean {
  return high === otherHigh ? low >>> 0 < otherLow >>> 0 : high >>> 0 < otherHigh >>> 0
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a === b) return true
  for (let index = 0; index < 16; index++) if (a[index] !== b[index]) return false
  return true
}
