import { readLongVarint32, readLongVarint64, varintEnd } from '../varint.ts'
import { readBlockHeader } from './block-header.ts'

/*
 * Blobs of a MetadataBlock have the headers of events (layout in block-layout.ts), of which only the payload matters here.
 * They are few, so this is the plain way of reading what the kernel reads for events.
 */

type Take = (payloadStart: number, payloadEnd: number) => void

/** Calls `take` with each payload's range; returns the position of a blob that does not fit, or -1. */
export function forEachCompressedBlob(bytes: Uint8Array, start: number, end: number, take: Take): number {
  let position = start
  let payloadLength = 0
  while (position < end) {
    const blobStart = position
    const flags = bytes[position]!
    position++
    // Behind a number that doesn't fit there is nothing to skip.
    const skip32 = (): void => {
      if (position < 0) return
      readLongVarint32(bytes, position)
      position = varintEnd
    }
    const skip64 = (): void => {
      if (position < 0) return
      readLongVarint64(bytes, position)
      position = varintEnd
    }
    if ((flags & 1) !== 0) skip32()
    if ((flags & 2) !== 0) {
      skip32()
      skip64()
      skip32()
    }
    if ((flags & 4) !== 0) skip64()
    if ((flags & 8) !== 0) skip32()
    skip64()
    if (position < 0) return blobStart
    if ((flags & 16) !== 0) position += 16
    if ((flags & 32) !== 0) position += 16
    if ((flags & 128) !== 0) {
      payloadLength = readLongVarint32(bytes, position)
      position = varintEnd
    }
    if (position < 0 || payloadLength > end - position) return blobStart
    take(position, position + payloadLength)
    position += payloadLength
  }
  return -1
}

/** The same for 80-byte headers: i32 size without itself at 0, i32 payload size at 76. */
export function forEachPlainBlob(view: DataView, start: number, end: number, take: Take): number {
  let position = start
  while (position < end) {
    if (end - position < 80) return position
    const blobBytes = view.getInt32(position, true)
    const payloadBytes = view.getInt32(position + 76, true)
    const isSound = blobBytes <= end - position - 4 && payloadBytes >= 0 && payloadBytes <= blobBytes - 76
    if (!isSound) return position
    take(position + 80, position + 80 + payloadBytes)
    position += 4 + blobBytes
  }
  return -1
}

/** Of a whole MetadataBlock of V4 and V5. The position of a description that does not fit, -1; null: the block's own header does not. */
export function forEachDescription(
  bytes: Uint8Array,
  view: DataView,
  { start, end }: { readonly start: number; readonly end: number },
  take: Take,
): number | null {
  const header = readBlockHeader(view, start, end)
  if (header === null) return null
  return header.isCompressed
    ? forEachCompressedBlob(bytes, start + header.bytes, end, take)
    : forEachPlainBlob(view, start + header.bytes, end, take)
}

/** The same of V6: u16 extra header bytes (not counting these two) | them | rows of u16 size (without itself). */
export function forEachV6Description(
  view: DataView,
  { start, end }: { readonly start: number; readonly end: number },
  take: Take,
): number | null {
  const headerEnd = end - start < 2 ? end + 1 : start + 2 + view.getUint16(start, true)
  if (headerEnd > end) return null
  let position = headerEnd
  while (position < end) {
    const rowEnd = end - position < 2 ? end + 1 : position + 2 + view.getUint16(position, true)
    if (rowEnd > end) return position
    take(position + 2, rowEnd)
    position = rowEnd
  }
  return -1
}
