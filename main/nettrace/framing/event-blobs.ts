import { readLongVarint32, readLongVarint64, varintEnd, varintHigh, varintLow } from '../varint.ts'
import type { BlobFields } from '../writer/blob-writer.ts'

/** The next blob's fields are put into the same object. Bytes are views into the block. */
export type EventBlob = { -readonly [Key in keyof BlobFields]-?: BlobFields[Key] }

const plainHeaderBytes = 80
const plainV6HeaderBytes = 52
const unsortedBit = 0x8000_0000
const noBytes = new Uint8Array(0)

/**
 * Every event of the content of an event block (layout in block-header.ts) with all that its header says, for who writes it
 * again. What only reads events uses the kernel, which is many times faster. Returns the position of a blob that does not fit,
 * or -1.
 */
export function forEachEventBlob(
  bytes: Uint8Array,
  range: { readonly start: number; readonly end: number; readonly isCompressed: boolean; readonly hasLabels: boolean },
  take: (blob: EventBlob) => void,
): number {
  const read = range.isCompressed ? readCompressed : readPlain
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const blob = newEventBlob()
  let position = range.start
  while (position < range.end) {
    const next = read(bytes, view, position, range.end, range.hasLabels, blob)
    if (next < 0) return position
    take(blob)
    position = next
  }
  return -1
}

export function newEventBlob(): EventBlob {
  return {
    metadataId: 0,
    sequence: 0,
    captureThread: 0n,
    processor: 0,
    thread: 0n,
    stackId: 0,
    timestamp: 0n,
    isSorted: false,
    activityId: null,
    relatedActivityId: null,
    labelListId: 0,
    payload: noBytes,
  }
}

/** Where the next number of a compressed header is; -1 when one before it did not fit. */
let at = 0

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

function next64(bytes: Uint8Array): bigint {
  if (at < 0) return 0n
  readLongVarint64(bytes, at)
  at = varintEnd
  return varintHigh === 0 ? BigInt(varintLow) : (BigInt(varintHigh) << 32n) | BigInt(varintLow)
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
    blob.captureThread = next64(bytes)
    blob.processor = next32(bytes)
  } else if (blob.metadataId !== 0) blob.sequence = (blob.sequence + 1) >>> 0
  if (flags & 4) blob.thread = next64(bytes)
  if (flags & 8) blob.stackId = next32(bytes)
  blob.timestamp = BigInt.asUintN(64, blob.timestamp + next64(bytes))
  if (flags & 16 && hasLabels) blob.labelListId = next32(bytes)
  else if (flags & 16) blob.activityId = next16Bytes(bytes)
  if (flags & 32 && !hasLabels) blob.relatedActivityId = next16Bytes(bytes)
  blob.isSorted = (flags & 64) !== 0
  const payloadBytes = flags & 128 ? next32(bytes) : blob.payload.length
  if (at < 0 || at > end || payloadBytes > end - at) return -1
  blob.payload = payloadBytes === 0 ? noBytes : bytes.subarray(at, at + payloadBytes)
  return at + payloadBytes
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
  if (blobBytes < headerBytes - 4 || blobBytes > end - start - 4 || payloadBytes > blobBytes - headerBytes + 4)
    return -1
  const id = view.getUint32(start + 4, true)
  blob.metadataId = (id & ~unsortedBit) >>> 0
  blob.isSorted = (id & unsortedBit) === 0
  blob.sequence = view.getUint32(start + 8, true)
  blob.thread = view.getBigUint64(start + 12, true)
  blob.captureThread = view.getBigUint64(start + 20, true)
  blob.processor = view.getUint32(start + 28, true)
  blob.stackId = view.getUint32(start + 32, true)
  blob.timestamp = view.getBigUint64(start + 36, true)
  if (hasLabels) blob.labelListId = view.getUint32(start + 44, true)
  else {
    blob.activityId = bytes.subarray(start + 44, start + 60)
    blob.relatedActivityId = bytes.subarray(start + 60, start + 76)
  }
  blob.payload = bytes.subarray(start + headerBytes, start + headerBytes + payloadBytes)
  return start + 4 + blobBytes
}
