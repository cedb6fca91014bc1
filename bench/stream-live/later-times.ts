/*
 * A block tells absolute times at few places; everything else in it is relative to them.
 *
 *   EventBlock  u16 size of the header | u16 flags (1: compressed) | u64 first | u64 last | ... | blobs
 *   first blob  u8 flags | metadata id | sequence, thread and processor | thread | stack, each as flagged | varint: time
 *   SPBlock     u64 time | threads
 */
const hasMetadata = 1
const hasSequence = 2
const hasThread = 4
const hasStack = 8

export interface BlockTimes {
  readonly firstTicks: bigint
  readonly lastTicks: bigint
}

/** Null: no block of events. */
export function timesOf(name: string, content: Uint8Array): BlockTimes | null {
  if (name !== 'EventBlock') return null
  const view = viewOf(content)
  return { firstTicks: view.getBigUint64(4, true), lastTicks: view.getBigUint64(12, true) }
}

/** The same block, so much later: of the same length. */
export function later(name: string, content: Uint8Array, ticks: bigint): Uint8Array {
  const isEvents = name === 'EventBlock'
  if (!isEvents && name !== 'SPBlock') return content
  const moved = Uint8Array.from(content)
  const view = viewOf(moved)
  for (const at of isEvents ? [4, 12] : [0]) view.setBigUint64(at, view.getBigUint64(at, true) + ticks, true)
  if (!isEvents) return moved
  if ((view.getUint16(2, true) & 1) === 0) throw new Error('a block of events that is not compressed')
  const headerBytes = view.getUint16(0, true)
  // The closing tag is behind the content.
  if (headerBytes < moved.length - 1) moveVarint(moved, timeOfFirstBlob(moved, headerBytes), ticks)
  return moved
}

function timeOfFirstBlob(bytes: Uint8Array, start: number): number {
  const flags = bytes[start]!
  const varints =
    ((flags & hasMetadata) === 0 ? 0 : 1) +
    ((flags & hasSequence) === 0 ? 0 : 3) +
    ((flags & hasThread) === 0 ? 0 : 1) +
    ((flags & hasStack) === 0 ? 0 : 1)
  let at = start + 1
  for (let passed = 0; passed < varints; passed++) {
    while (bytes[at]! >= 0x80) at++
    at++
  }
  return at
}

function moveVarint(bytes: Uint8Array, start: number, by: bigint): void {
  let value = 0n
  let end = start
  for (let shift = 0n; ; shift += 7n, end++) {
    value |= BigInt(bytes[end]! & 0x7f) << shift
    if (bytes[end]! < 0x80) break
  }
  value += by
  for (let at = start; at <= end; at++, value >>= 7n) bytes[at] = Number(value & 0x7fn) | (at < end ? 0x80 : 0)
  if (value > 0n) throw new Error('a time that needs more bytes than before')
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}
