import { readLongVarint32, readLongVarint64, varintEnd, varintHigh, varintLow } from '../varint.ts'
import { emptyBlob, type EventBlob } from '../writer/blob-writer.ts'

const plainHeaderBytes = 80
const plainV6HeaderBytes = 52
const unsortedBit = 0x8000_0000
const noBytes = new Uint8Array(0)

/**
 * Every event of the content of an event block (layout in block-header.ts) with all that its header says, for who writes it
 * again. What only reads events uses the kernel, which is many times faster. The next one's fields are put into the same
 * object; bytes are the block's, or views into it. Returns the position of a blob that does not fit, or -1.
 */
export function forEachEventBlob(
  bytes: Uint8Array,
  range: { readonly start: number; readonly end: number; readonly isCompressed: boolean; readonly hasLabels: boolean },
  take: (blob: EventBlob) => void,
): number {
  const read = range.isCompressed ? readCompressed : readPlain
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const blob = emptyBlob()
  blob.bytes = bytes
  let position = range.start
  while (position < range.end) {
    const next = read(bytes, view, position, range.end, range.hasLabels, blob)
    if (next < 0) return position
    take(blob)
    position = next
  }
  return -1
}

/** Where the next number of a compressed header is; -1 when one before it did not fit. */
let at = 0
/** Halves of the last number of 64 bits. */
let low = 0
let high = 0

function next32(bytes: Uint8Array): number {
  if (at < 0) return 0
  const byte = bytes[at]!
  if (byte < 128) {
    at++
    return byte
  }
  const value = readLongVarint32(bytes, at)
  at = varintEnd
  return value
}

function next64(bytes: Uint8Array): void {
  low = 0
  high = 0
  if (at < 0) return
  readLongVarint64(bytes, at)
  at = varintEnd
  low = varintLow | 0
  high = varintHigh | 0
}

function next16Bytes(bytes: Uint8Array): Uint8Array {
  if (at < 0) return noBytes
  at += 16
  return bytes.subarray(at - 16, at)
}

/** Position behind the blob, or -1. */
function readCompressed(
  bytes: Uint8Array,
  _view: DataView,
  start: number,
  end: number,
  hasLabels: boolean,
  blob: EventBlob,
): number {
  const flags = bytes[start]!
  at = start + 1
  if (flags & 1) blob.metadataId = next32(bytes)
  if (flags & 2) {
    blob.sequence = (blob.sequence + next32(bytes) + 1) >>> 0
    next64(bytes)
    blob.captureThreadLow = low
    blob.captureThreadHigh = high
    blob.processor = next32(bytes)
  } else if (blob.metadataId !== 0) blob.sequence = (blob.sequence + 1) >>> 0
  if (flags & 4) {
    next64(bytes)
    blob.threadLow = low
    blob.threadHigh = high
  }
  if (flags & 8) blob.stackId = next32(bytes)
  next64(bytes)
  const timestampLow = (blob.timestampLow >>> 0) + (low >>> 0)
  blob.timestampLow = timestampLow | 0
  blob.timestampHigh = (blob.timestampHigh + high + (timestampLow > 0xffff_ffff ? 1 : 0)) | 0
  if (flags & 16 && hasLabels) blob.labelListId = next32(bytes)
  else if (flags & 16) blob.activityId = next16Bytes(bytes)
  if (flags & 32 && !hasLabels) blob.relatedActivityId = next16Bytes(bytes)
  blob.isSorted = (flags & 64) !== 0
  const payloadBytes = flags & 128 ? next32(bytes) : blob.payloadEnd - blob.payloadStart
  if (at < 0 || payloadBytes > end - at) return -1
  blob.payloadStart = at
  blob.payloadEnd = at + payloadBytes
  return blob.payloadEnd
}

/** Layout in plain-events.ts. */
function readPlain(
  bytes: Uint8Array,
  view: DataView,
  start: number,
  end: number,
  hasLabels: boolean,
  blob: EventBlob,
): number {
  const headerBytes = hasLabels ? plainV6HeaderBytes : plainHeaderBytes
  if (end - start < headerBytes) return -1
  const blobBytes = view.getUint32(start, true)
  const payloadBytes = view.getUint32(start + headerBytes - 4, true)
  if (blobBytes > end - start - 4 || payloadBytes > blobBytes - headerBytes + 4) return -1
  const id = view.getUint32(start + 4, true)
  blob.metadataId = (id & ~unsortedBit) >>> 0
  blob.isSorted = (id & unsortedBit) === 0
  blob.sequence = view.getUint32(start + 8, true)
  blob.threadLow = view.getInt32(start + 12, true)
  blob.threadHigh = view.getInt32(start + 16, true)
  blob.captureThreadLow = view.getInt32(start + 20, true)
  blob.captureThreadHigh = view.getInt32(start + 24, true)
  blob.processor = view.getUint32(start + 28, true)
  blob.stackId = view.getUint32(start + 32, true)
  blob.timestampLow = view.getInt32(start + 36, true)
  blob.timestampHigh = view.getInt32(start + 40, true)
  if (hasLabels) blob.labelListId = view.getUint32(start + 44, true)
  else {
    blob.activityId = bytes.subarray(start + 44, start + 60)
    blob.relatedActivityId = bytes.subarray(start + 60, start + 76)
  }
  blob.payloadStart = start + headerBytes
  blob.payloadEnd = start + headerBytes + payloadBytes
  return start + 4 + blobBytes
}
