import { type BlobFields, type BlobSink, TimeRange } from './blob-writer.ts'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'

const noGuid = new Uint8Array(16)
const unsortedBit = 0x8000_0000

/**
 * Content of one block with uncompressed headers: 80 bytes each, 52 in V6. No runtime writes them, but the formats allow it.
 *
 *   i32 size without itself | u32 metadata id, highest bit set: not sorted | u32 sequence | i64 thread | i64 capture thread
 *   | i32 processor | i32 stack | i64 ticks | 16 B activity, 16 B related activity (V6: u32 label list) | i32 payload size
 *   | payload
 *
 * The size would allow zeros behind the payload; TraceEvent does not step over them, so none are written.
 */
export class PlainBlobWriter implements BlobSink {
  readonly #body = new ByteBuilder()
  #times = new TimeRange()
  readonly #hasLabels: boolean

  constructor(hasLabels = false) {
    this.#hasLabels = hasLabels
  }

  get length(): number {
    return this.#body.length
  }

  add(blob: BlobFields): void {
    const body = new ByteBuilder()
    body.u32((blob.metadataId | (blob.isSorted ? 0 : unsortedBit)) >>> 0).u32(blob.sequence)
    body.i32(blob.threadLow).i32(blob.threadHigh).i32(blob.captureThreadLow).i32(blob.captureThreadHigh)
    body.u32(blob.processor).u32(blob.stackId).i32(blob.timestampLow).i32(blob.timestampHigh)
    if (this.#hasLabels) body.u32(blob.labelListId ?? 0)
    else body.bytes(blob.activityId ?? noGuid).bytes(blob.relatedActivityId ?? noGuid)
    const payload = blob.bytes.subarray(blob.payloadStart, blob.payloadEnd)
    body.i32(payload.length).bytes(payload)
    this.#body.i32(body.length).bytes(body.take())
    this.#times.include(blob)
  }

  take(): Uint8Array<ArrayBuffer> {
    const content = this.#times.header(0).bytes(this.#body.take()).take()
    this.#times = new TimeRange()
    return content
  }
}
