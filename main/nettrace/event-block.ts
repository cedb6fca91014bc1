import { type EventColumns, noActivity, sortedFlag } from './event-columns.ts'
import { readLongVarint32, readLongVarint64, varintEnd, varintHigh, varintLow } from './varint.ts'

/*
 * Content of an EventBlock or MetadataBlock (format 1.3):
 *
 *   i16 headerSize (>= 20, counts itself) | i16 flags (bit 0: compressed) | i64 min | i64 max | ... | event blobs
 *
 * compressed blob:
 *   u8 flags | [1] vu32 metadataId | [2] vu32 seq delta, vu64 capture thread, vu32 processor | [4] vu64 thread
 *   | [8] vu32 stack | vu64 time delta | [16] 16 B activity | [32] 16 B related | [128] vu32 payload size | payload
 *
 * A field whose flag is absent keeps the previous event's value; everything starts at zero in each block.
 */
export const blockHeaderBytes = 20
/** Smallest compressed blob: flags and a one-byte time step. */
export const smallestBlobBytes = 2

/** Sync point of the stream as two halves, so that differences of absolute ticks stay exact. */
export interface SyncTicks {
  readonly low: number
  readonly high: number
}

export interface BlobFault {
  /** Offset in the byte array at which the blob that does not fit begins. */
  readonly offset: number
  readonly expected: string
  readonly found: string
}

/**
 * Decodes the blobs in `bytes[start, end)` into `columns`, which must have room for `(end - start) / 2` events. Whatever was
 * whole before a fault is kept. Reads beyond `end` are possible inside one blob and harmless (a typed array gives undefined);
 * the check after the payload makes the result safe.
 */
export function decodeCompressedBlobs(
  bytes: Uint8Array,
  start: number,
  end: number,
  sync: SyncTicks,
  columns: EventColumns,
): BlobFault | null {
  const metadataIds = columns.metadataId
  const sequences = columns.sequence
  const captureThreads = columns.captureThread
  const threads = columns.thread
  const processors = columns.processor
  const stackIds = columns.stackId
  const timestamps = columns.timestamp
  const flagBytes = columns.flags
  const activityOffsets = columns.activityOffset
  const relatedOffsets = columns.relatedActivityOffset
  const payloadOffsets = columns.payloadOffset
  const payloadLengths = columns.payloadLength

  let metadataId = 0
  let sequence = 0
  let captureThread = 0
  let processor = 0
  let thread = 0
  let stackId = 0
  // The first step of a block is the absolute time. Only a long one can be near the sync point of a machine that runs for
  // months, and that one is subtracted in halves.
  let timestamp = 0 - (sync.high * 4294967296 + sync.low)
  let activityOffset = noActivity
  let relatedOffset = noActivity
  let payloadLength = 0
  let hasActivity = false
  let count = 0
  let position = start
  let byte = 0
  columns.hasActivity = false

  while (position < end) {
    const blobStart = position
    const flags = bytes[position++]!
    if ((flags & 1) !== 0) {
      byte = bytes[position]!
      if (byte < 128) {
        metadataId = byte
        position++
      } else {
        metadataId = readLongVarint32(bytes, position)
        if (varintEnd < 0) return fault(columns, count, blobStart, 'a 32-bit metadata id', 'a longer varint')
        position = varintEnd
      }
    }
    if ((flags & 2) !== 0) {
      byte = bytes[position]!
      if (byte < 128) {
        sequence = (sequence + byte + 1) >>> 0
        position++
      } else {
        sequence = (sequence + readLongVarint32(bytes, position) + 1) >>> 0
        if (varintEnd < 0) return fault(columns, count, blobStart, 'a 32-bit sequence step', 'a longer varint')
        position = varintEnd
      }
      readLongVarint64(bytes, position)
      if (varintEnd < 0) return fault(columns, count, blobStart, 'a 64-bit capture thread', 'a longer varint')
      captureThread = varintHigh * 4294967296 + varintLow
      position = varintEnd
      processor = readLongVarint32(bytes, position)
      if (varintEnd < 0) return fault(columns, count, blobStart, 'a 32-bit processor', 'a longer varint')
      position = varintEnd
    } else if (metadataId !== 0) sequence = (sequence + 1) >>> 0
    if ((flags & 4) !== 0) {
      readLongVarint64(bytes, position)
      if (varintEnd < 0) return fault(columns, count, blobStart, 'a 64-bit thread', 'a longer varint')
      thread = varintHigh * 4294967296 + varintLow
      position = varintEnd
    }
    if ((flags & 8) !== 0) {
      byte = bytes[position]!
      if (byte < 128) {
        stackId = byte
        position++
      } else {
        stackId = readLongVarint32(bytes, position)
        if (varintEnd < 0) return fault(columns, count, blobStart, 'a 32-bit stack id', 'a longer varint')
        position = varintEnd
      }
    }
    // Time steps of up to four bytes fit int32; longer ones are signed 64-bit (a thread run may start earlier than the
    // last one ended, which arrives as ten bytes near 2^64). Adding those as plain doubles gives wrong times.
    byte = bytes[position]!
    if (byte < 128) {
      timestamp += byte
      position++
    } else {
      const second = bytes[position + 1]!
      if (second < 128) {
        timestamp += (byte & 127) | (second << 7)
        position += 2
      } else {
        const third = bytes[position + 2]!
        const fourth = bytes[position + 3]!
        if (third < 128) {
          timestamp += (byte & 127) | ((second & 127) << 7) | (third << 14)
          position += 3
        } else if (fourth < 128) {
          timestamp += (byte & 127) | ((second & 127) << 7) | ((third & 127) << 14) | (fourth << 21)
          position += 4
        } else {
          readLongVarint64(bytes, position)
          if (varintEnd < 0) return fault(columns, count, blobStart, 'a 64-bit time step', 'a longer varint')
          position = varintEnd
          timestamp =
            count === 0
              ? (varintHigh - sync.high) * 4294967296 + (varintLow - sync.low)
              : timestamp + (varintHigh | 0) * 4294967296 + varintLow
        }
      }
    }
    if ((flags & 48) !== 0 && !hasActivity) {
      // Most streams have none: the two columns are written from the first id of the block on.
      hasActivity = true
      columns.hasActivity = true
      activityOffsets.fill(noActivity, 0, count)
      relatedOffsets.fill(noActivity, 0, count)
    }
    if ((flags & 16) !== 0) {
      activityOffset = position
      position += 16
    }
    if ((flags & 32) !== 0) {
      relatedOffset = position
      position += 16
    }
    if ((flags & 128) !== 0) {
      byte = bytes[position]!
      if (byte < 128) {
        payloadLength = byte
        position++
      } else {
        payloadLength = readLongVarint32(bytes, position)
        if (varintEnd < 0) return fault(columns, count, blobStart, 'a 32-bit payload size', 'a longer varint')
        position = varintEnd
      }
    }
    if (position + payloadLength > end)
      return fault(columns, count, blobStart, `at most ${end - blobStart} bytes left`, `a payload of ${payloadLength}`)

    metadataIds[count] = metadataId
    sequences[count] = sequence
    captureThreads[count] = captureThread
    processors[count] = processor
    threads[count] = thread
    stackIds[count] = stackId
    timestamps[count] = timestamp
    flagBytes[count] = flags
    if (hasActivity) {
      activityOffsets[count] = activityOffset
      relatedOffsets[count] = relatedOffset
    }
    payloadOffsets[count] = position
    payloadLengths[count] = payloadLength
    count++
    position += payloadLength
  }
  columns.count = count
  return null
}

/*
 * uncompressed blob (80 bytes before the payload; no known producer, only tests):
 *   i32 size (without itself) | u32 metadataId (bit 31: not sorted) | u32 seq | i64 thread | i64 capture thread
 *   | i32 processor | i32 stack | i64 time | 16 B activity | 16 B related | i32 payload size | payload | padding
 */
export function decodePlainBlobs(
  bytes: Uint8Array,
  start: number,
  end: number,
  sync: SyncTicks,
  columns: EventColumns,
): BlobFault | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let position = start
  let count = 0
  while (position < end) {
    if (end - position < 80)
      return fault(columns, count, position, 'an 80-byte event header', `${end - position} bytes left`)
    const blobBytes = view.getInt32(position, true)
    const payloadBytes = view.getInt32(position + 76, true)
    if (blobBytes < 76 || position + 4 + blobBytes > end)
      return fault(columns, count, position, `an event of 76 to ${end - position - 4} bytes`, String(blobBytes))
    if (payloadBytes < 0 || payloadBytes > blobBytes - 76)
      return fault(columns, count, position, `a payload of at most ${blobBytes - 76} bytes`, String(payloadBytes))
    const metadataId = view.getUint32(position + 4, true)
    columns.metadataId[count] = metadataId & 0x7fffffff
    columns.flags[count] = metadataId >>> 31 === 0 ? sortedFlag : 0
    columns.sequence[count] = view.getUint32(position + 8, true)
    columns.thread[count] = readUint64(view, position + 12)
    columns.captureThread[count] = readUint64(view, position + 20)
    columns.processor[count] = view.getUint32(position + 28, true)
    columns.stackId[count] = view.getUint32(position + 32, true)
    columns.timestamp[count] =
      (view.getUint32(position + 40, true) - sync.high) * 4294967296 + (view.getUint32(position + 36, true) - sync.low)
    columns.hasActivity = true
    columns.activityOffset[count] = position + 44
    columns.relatedActivityOffset[count] = position + 60
    columns.payloadOffset[count] = position + 80
    columns.payloadLength[count] = payloadBytes
    count++
    position += 4 + blobBytes
  }
  columns.count = count
  return null
}

function readUint64(view: DataView, offset: number): number {
  return view.getUint32(offset + 4, true) * 4294967296 + view.getUint32(offset, true)
}

function fault(columns: EventColumns, count: number, offset: number, expected: string, found: string): BlobFault {
  columns.count = count
  return { offset, expected, found }
}
