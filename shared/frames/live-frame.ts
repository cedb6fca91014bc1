import { assert } from '../base/assert.ts'

/**
 * Packed messages of the stream `live.frames`, all little endian (every machine Electron runs on is).
 *
 *   0  u32  magic "PLF1" (0x31464c50)
 *   4  u16  version (1)
 *   6  u16  kind: 1 values, 2 lanes
 *   8  u32  revision (grows by one per frame of a live id)
 *  12  u32  dropped: frames replaced before they could be sent, since the start
 *  16  u32  count n
 *  20  u32  reserved, 0
 *  24  values: f64 timeMs[n], f64 value[n], u32 seriesIndex[n]
 *      lanes:  f64 timeMs[n], f64 durationMs[n], f32 amount[n], u8 lane[n] (see laneCodes)
 *
 * timeMs is Unix time in milliseconds with fractions. A value that is NaN marks "no measurement in this interval".
 * Lanes: for `gc` amount = generation, durationMs = pause; for `exception` amount = how many in the interval that ends at timeMs.
 */
export const liveFrameMagic = 0x31464c50
export const liveFrameVersion = 1
export const liveFrameHeaderBytes = 24
export const laneCodes = { gc: 1, exception: 2 } as const
export type LiveFrameKind = 'values' | 'lanes'

export interface LiveFrameHeader {
  readonly kind: LiveFrameKind
  readonly revision: number
  readonly droppedCount: number
  readonly count: number
}

export interface ValuesColumns {
  readonly timeMs: Float64Array
  readonly value: Float64Array
  readonly seriesIndex: Uint32Array
}

export interface LanesColumns {
  readonly timeMs: Float64Array
  readonly durationMs: Float64Array
  readonly amount: Float32Array
  readonly lane: Uint8Array
}

export function valuesFrameBytes(count: number): number {
  return liveFrameHeaderBytes + count * 20
}

export function lanesFrameBytes(count: number): number {
  return liveFrameHeaderBytes + count * 21
}

/** Copies the first `count` entries of the columns into a right-sized frame. */
export function writeValuesFrame(
  columns: ValuesColumns,
  count: number,
  revision: number,
  droppedCount: number,
): ArrayBuffer {
  const frame = new ArrayBuffer(valuesFrameBytes(count))
  writeHeader(frame, 1, revision, droppedCount, count)
  new Float64Array(frame, liveFrameHeaderBytes, count).set(columns.timeMs.subarray(0, count))
  new Float64Array(frame, liveFrameHeaderBytes + count * 8, count).set(columns.value.subarray(0, count))
  new Uint32Array(frame, liveFrameHeaderBytes + count * 16, count).set(columns.seriesIndex.subarray(0, count))
  return frame
}

export function writeLanesFrame(
  columns: LanesColumns,
  count: number,
  revision: number,
  droppedCount: number,
): ArrayBuffer {
  const frame = new ArrayBuffer(lanesFrameBytes(count))
  writeHeader(frame, 2, revision, droppedCount, count)
  new Float64Array(frame, liveFrameHeaderBytes, count).set(columns.timeMs.subarray(0, count))
  new Float64Array(frame, liveFrameHeaderBytes + count * 8, count).set(columns.durationMs.subarray(0, count))
  new Float32Array(frame, liveFrameHeaderBytes + count * 16, count).set(columns.amount.subarray(0, count))
  new Uint8Array(frame, liveFrameHeaderBytes + count * 20, count).set(columns.lane.subarray(0, count))
  return frame
}

/** Header of a frame, or null when magic, version, kind or length do not fit (the receiver drops and counts it). */
export function readLiveFrameHeader(frame: ArrayBuffer): LiveFrameHeader | null {
  if (frame.byteLength < liveFrameHeaderBytes) return null
  const view = new DataView(frame)
  if (view.getUint32(0, true) !== liveFrameMagic || view.getUint16(4, true) !== liveFrameVersion) return null
  const kindCode = view.getUint16(6, true)
  const count = view.getUint32(16, true)
  const kind = kindCode === 1 ? 'values' : kindCode === 2 ? 'lanes' : null
  if (kind === null) return null
  const expectedBytes = kind === 'values' ? valuesFrameBytes(count) : lanesFrameBytes(count)
  if (frame.byteLength !== expectedBytes) return null
  return { kind, revision: view.getUint32(8, true), droppedCount: view.getUint32(12, true), count }
}

/** Views into the frame, no copy; valid as long as the frame is. */
export function valuesColumns(frame: ArrayBuffer, header: LiveFrameHeader): ValuesColumns {
  assert(header.kind === 'values', 'frame kind was checked by the caller')
  const n = header.count
  return {
    timeMs: new Float64Array(frame, liveFrameHeaderBytes, n),
    value: new Float64Array(frame, liveFrameHeaderBytes + n * 8, n),
    seriesIndex: new Uint32Array(frame, liveFrameHeaderBytes + n * 16, n),
  }
}

export function lanesColumns(frame: ArrayBuffer, header: LiveFrameHeader): LanesColumns {
  assert(header.kind === 'lanes', 'frame kind was checked by the caller')
  const n = header.count
  return {
    timeMs: new Float64Array(frame, liveFrameHeaderBytes, n),
    durationMs: new Float64Array(frame, liveFrameHeaderBytes + n * 8, n),
    amount: new Float32Array(frame, liveFrameHeaderBytes + n * 16, n),
    lane: new Uint8Array(frame, liveFrameHeaderBytes + n * 20, n),
  }
}

function writeHeader(frame: ArrayBuffer, kind: number, revision: number, droppedCount: number, count: number): void {
  const view = new DataView(frame)
  view.setUint32(0, liveFrameMagic, true)
  view.setUint16(4, liveFrameVersion, true)
  view.setUint16(6, kind, true)
  view.setUint32(8, revision >>> 0, true)
  view.setUint32(12, droppedCount >>> 0, true)
  view.setUint32(16, count, true)
}
