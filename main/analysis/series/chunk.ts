import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { type BytePacker, packColumn, unpackColumn } from './column-codec.ts'

/**
 * Sealed rows of a track. `bytes` (format in docs/formats/retention.md):
 *
 *   times column | for each series, ascending: [u16 count | count ticks or nothing when it took part in all] | values column
 *
 * The index (series, offsets, counts) stays in memory: a few numbers for a thousand values.
 */
export interface SealedChunk {
  readonly track: number
  readonly tickCount: number
  readonly sampleCount: number
  readonly firstTimeMs: number
  readonly lastTimeMs: number
  /** Ascending. */
  readonly seriesIndexes: Uint32Array
  /** Offset of each series' part in `bytes`, then the end; the times lie before the first. */
  readonly offsets: Uint32Array
  /** A view, valid until the next chunk is packed: whoever keeps it makes a copy. */
  readonly bytes: Uint8Array
}

/** One series of a track: values of the ticks it took part in, densely, and which ticks those were. */
export interface OpenColumn {
  readonly seriesIndex: number
  readonly values: Float64Array
  /** Tick number of each value. */
  readonly ticks: Uint16Array
  count: number
}

export interface DecodedColumn {
  readonly timeMs: Float64Array
  readonly value: Float64Array
}

/** Of the chunk that was packed last. */
const sink = new ByteBuilder()

export function packChunk(
  track: number,
  times: Float64Array,
  columns: readonly OpenColumn[],
  sampleCount: number,
  packer: BytePacker,
): SealedChunk {
  const tickCount = times.length
  const offsets = new Uint32Array(columns.length + 1)
  sink.clear()
  packColumn(times.slice(), tickCount, packer, sink)
  for (const [index, column] of columns.entries()) {
    offsets[index] = sink.length
    packTicks(column, tickCount, packer)
    packColumn(column.values, column.count, packer, sink)
  }
  offsets[columns.length] = sink.length
  return {
    track,
    tickCount,
    sampleCount,
    firstTimeMs: times[0]!,
    lastTimeMs: times[tickCount - 1]!,
    seriesIndexes: Uint32Array.from(columns, (column) => column.seriesIndex),
    offsets,
    bytes: sink.view(),
  }
}

/** u16 value count | u16 byte count of the packed bitmap, 0 when the series has a value in every row | bitmap */
function packTicks(column: OpenColumn, tickCount: number, packer: BytePacker): void {
  sink.u16(column.count)
  if (column.count === tickCount) {
    sink.u16(0)
    return
  }
  const bits = new Uint8Array(Math.ceil(tickCount / 8))
  for (let index = 0; index < column.count; index++) bits[column.ticks[index]! >> 3]! |= 1 << (column.ticks[index]! & 7)
  const bitmap = packer.pack(bits)
  sink.u16(bitmap.length)
  sink.bytes(bitmap)
}

export function chunkTimes(chunk: SealedChunk, bytes: Uint8Array, packer: BytePacker): Float64Array {
  return unpackColumn(bytes.subarray(0, chunk.offsets[0]), chunk.tickCount, packer)
}

/** Position of the series in the chunk, or -1. */
export function columnOf(chunk: Pick<SealedChunk, 'seriesIndexes'>, seriesIndex: number): number {
  const { seriesIndexes } = chunk
  let low = 0
  let high = seriesIndexes.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = seriesIndexes[middle]!
    if (found === seriesIndex) return middle
    if (found < seriesIndex) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** One series of a chunk from its own part of the bytes (`[offsets[i], offsets[i + 1])`). */
export function unpackPart(part: Uint8Array, times: Float64Array, packer: BytePacker): DecodedColumn {
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength)
  const count = view.getUint16(0, true)
  const bitmapBytes = view.getUint16(2, true)
  const value = unpackColumn(part.subarray(4 + bitmapBytes), count, packer)
  if (bitmapBytes === 0) return { timeMs: times, value }
  const bits = packer.unpack(part.subarray(4, 4 + bitmapBytes), Math.ceil(times.length / 8))
  const timeMs = new Float64Array(count)
  let next = 0
  for (let tick = 0; tick < times.length && next < count; tick++)
    if ((bits[tick >> 3]! & (1 << (tick & 7))) !== 0) timeMs[next++] = times[tick]!
  return { timeMs, value }
}
