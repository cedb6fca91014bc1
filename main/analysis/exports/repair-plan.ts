import {
  type RangeSource,
  StreamBlocks,
  type StreamBlock,
  type StreamContainer,
  uint32,
} from '../../nettrace/framing/stream-blocks.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'

/** Bytes of the repaired file, in order: stretches of the damaged one and what has to be written anew. */
export type RepairPiece = { readonly from: number; readonly to: number } | { readonly bytes: Uint8Array }

const stepBytes = 2 ** 20

/**
 * What of a damaged trace makes a valid one: every block that ends at or before the first damage, of an event block that
 * reaches beyond it the whole events before, then the end marker. `firstDamage`: its offset; Infinity when the file only ends
 * too early.
 */
export function repairPlan(source: RangeSource, firstDamage: number): readonly RepairPiece[] {
  const limit = Math.min(firstDamage, source.size)
  const blocks = new StreamBlocks(source)
  const isV6 = blocks.container === 'v6'
  let block = blocks.at(blocks.firstStart)
  let boundary = block?.start ?? 0
  while (block !== null && block.end <= limit) {
    boundary = block.end
    block = blocks.at(boundary)
  }
  const pieces: RepairPiece[] = [{ from: 0, to: boundary }]
  if (block !== null && block.start === boundary && block.name === 'EventBlock')
    pieces.push(...partialBlock(source, block, limit, blocks.container))
  pieces.push({ bytes: isV6 ? new Uint8Array(4) : Uint8Array.of(1) })
  return pieces
}

/** The block cut behind its last whole event; nothing when not even one is whole. */
function partialBlock(
  source: RangeSource,
  block: StreamBlock,
  limit: number,
  container: StreamContainer,
): readonly RepairPiece[] {
  const isV6 = container === 'v6'
  const contentEnd = lastEventEnd(source, block, limit, container)
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
function lastEventEnd(
  source: RangeSource,
  block: StreamBlock,
  limit: number,
  container: StreamContainer,
): number | null {
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
  const isNetPerf = container === 'netperf'
  if (isCompressed === 1 && !isNetPerf) return payloadEnd
  // Blobs with a size of their own may have a stack or padding behind the payload.
  const headBytes = isNetPerf ? 56 : container === 'v6' ? 52 : 80
  const blobStart = payloadStart - headBytes
  return blobStart + 4 + uint32(source, blobStart)
}
