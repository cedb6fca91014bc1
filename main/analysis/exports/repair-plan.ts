import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'

/** A file that can be read anywhere; fewer bytes than asked for only at its end. */
export interface RangeSource {
  readonly size: number
  read(offset: number, byteCount: number): Uint8Array
}

/** Bytes of the repaired file, in order: stretches of the damaged one and what has to be written anew. */
export type RepairPiece = { readonly from: number; readonly to: number } | { readonly bytes: Uint8Array }

interface Block {
  readonly name: string
  readonly start: number
  /** Where the size stands (objects), or the head of the block (V6). */
  readonly sizeAt: number
  readonly contentStart: number
  /** Behind the block and its closing tag. */
  readonly end: number
}

const stepBytes = 2 ** 20

/**
 * What of a damaged trace makes a valid one: every block that ends at or before the first damage, of an event block that
 * reaches beyond it the whole events before, then the end marker. `firstDamage`: its offset; Infinity when the file only ends
 * too early.
 */
export function repairPlan(source: RangeSource, firstDamage: number): readonly RepairPiece[] {
  const limit = Math.min(firstDamage, source.size)
  const isV6 = startsWith(source, 'Nettrace') && uint32(source, 8) === 0
  let block = isV6 ? v6Block(source, 20) : objectBlock(source, startsWith(source, 'Nettrace') ? 32 : 24)
  let boundary = block?.start ?? 0
  while (block !== null && block.end <= limit) {
    boundary = block.end
    block = isV6 ? v6Block(source, boundary) : objectBlock(source, boundary)
  }
  const pieces: RepairPiece[] = [{ from: 0, to: boundary }]
  if (block !== null && block.start === boundary && block.name === 'EventBlock')
    pieces.push(...partialBlock(source, block, limit, isV6))
  pieces.push({ bytes: isV6 ? new Uint8Array(4) : Uint8Array.of(1) })
  return pieces
}

/** The block cut behind its last whole event; nothing when not even one is whole. */
function partialBlock(source: RangeSource, block: Block, limit: number, isV6: boolean): readonly RepairPiece[] {
  const contentEnd = lastEventEnd(source, block, limit, isV6)
  if (contentEnd === null) return []
  const size = new Uint8Array(4)
  const contentBytes = contentEnd - block.contentStart
  const head = isV6 ? ((2 << 24) | contentBytes) >>> 0 : contentBytes
  new DataView(size.buffer).setUint32(0, head, true)
  const pieces: RepairPiece[] = [
    { from: block.start, to: block.sizeAt },
    { bytes: size },
    // The padding between size and content goes with the content: its place in the file has not changed.
    { from: block.sizeAt + 4, to: contentEnd },
  ]
  if (!isV6) pieces.push({ bytes: Uint8Array.of(6) })
  return pieces
}

/** Reads everything before `limit` again; the last event of the last block is where the cut goes. */
function lastEventEnd(source: RangeSource, block: Block, limit: number, isV6: boolean): number | null {
  let lastSegment: TraceSegment | null = null
  let lastRow = -1
  const reader = new TraceReader(
    {
      onEvents(segment, _from, to) {
        lastSegment = segment
        lastRow = to - 1
      },
    },
    { keepsSegments: false },
  )
  for (let offset = 0; offset < limit; offset += stepBytes)
    reader.push(source.read(offset, Math.min(stepBytes, limit - offset)))
  reader.end()
  const segment = lastSegment as TraceSegment | null
  if (segment === null || lastRow < 0) return null
  const payloadStart = segment.payloadStreamOffset(lastRow)
  if (payloadStart <= block.contentStart) return null
  const payloadEnd = payloadStart + segment.payloadLength[lastRow]!
  const isCompressed = (uint32(source, block.contentStart) >>> 16) & 1
  const isNetPerf = !startsWith(source, 'Nettrace')
  if (isCompressed === 1 && !isNetPerf) return payloadEnd
  // Blobs with a size of their own may have a stack or padding behind the payload.
  const headBytes = isNetPerf ? 56 : isV6 ? 52 : 80
  const blobStart = payloadStart - headBytes
  return blobStart + 4 + uint32(source, blobStart)
}

/**
 *   u8 tag u8 tag u8 1 | i32 version | i32 minReader | i32 n, n ASCII | u8 6 | body | u8 6; body: 48 bytes of a Trace, else
 *   i32 size | zeros to an offset divisible by 4 | size bytes
 */
function objectBlock(source: RangeSource, start: number): Block | null {
  const head = source.read(start, 15)
  const isObject = head.length === 15 && (head[0] === 4 || head[0] === 5) && head[1] === head[0] && head[2] === 1
  if (!isObject) return null
  const nameBytes = new DataView(head.buffer, head.byteOffset).getInt32(11, true)
  if (nameBytes < 1 || nameBytes > 64) return null
  const name = String.fromCharCode(...source.read(start + 15, nameBytes))
  const sizeAt = start + 16 + nameBytes
  if (name === 'Trace') return { name, start, sizeAt, contentStart: sizeAt, end: sizeAt + 48 + 1 }
  const size = source.read(sizeAt, 4)
  if (size.length < 4) return null
  const contentStart = sizeAt + 4 + ((4 - ((sizeAt + 4) % 4)) % 4)
  const contentBytes = new DataView(size.buffer, size.byteOffset).getInt32(0, true)
  return { name, start, sizeAt, contentStart, end: contentStart + Math.max(0, contentBytes) + 1 }
}

/** `u32 head (low 24 bits size, high 8 bits kind) | size bytes` */
function v6Block(source: RangeSource, start: number): Block | null {
  if (start + 4 > source.size) return null
  const head = uint32(source, start)
  const kind = head >>> 24
  const name = kind === 0 ? 'EndOfStream' : kind === 2 ? 'EventBlock' : `block ${kind}`
  const end = kind === 0 ? Number.POSITIVE_INFINITY : start + 4 + (head & 0xffffff)
  return { name, start, sizeAt: start, contentStart: start + 4, end }
}

function startsWith(source: RangeSource, text: string): boolean {
  const bytes = source.read(0, text.length)
  return bytes.length === text.length && String.fromCharCode(...bytes) === text
}

function uint32(source: RangeSource, offset: number): number {
  const bytes = source.read(offset, 4)
  return bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
}
