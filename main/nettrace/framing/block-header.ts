/*
 * Head of an EventBlock or MetadataBlock of V4 and V5, and of an event block of V6:
 *
 *   i16 headerSize (>= 20, counts itself) | i16 flags (bit 0: compressed) | i64 min | i64 max | ... | event blobs
 *
 * compressed blob:
 *   u8 flags | [1] vu32 metadataId | [2] vu32 seq delta, vu64 capture thread, vu32 processor | [4] vu64 thread
 *   | [8] vu32 stack | vu64 time delta | [16] 16 B activity | [32] 16 B related | [128] vu32 payload size | payload
 *   V6: [16] vu32 label list, [32] unused; threads are indices
 *
 * A field whose flag is absent keeps the previous event's value; everything starts at zero in each block. Flag 64: no later
 * event of the stream has a smaller time.
 */
export const blockHeaderBytes = 20
const compressedHeaders = 1

export interface BlockHeader {
  readonly bytes: number
  readonly isCompressed: boolean
}

/** Null when `[start, end)` is too short for the header it announces. */
export function readBlockHeader(view: DataView, start: number, end: number): BlockHeader | null {
  if (end - start < blockHeaderBytes) return null
  const bytes = view.getUint16(start, true)
  if (bytes < blockHeaderBytes || bytes > end - start) return null
  return { bytes, isCompressed: (view.getUint16(start + 2, true) & compressedHeaders) !== 0 }
}
