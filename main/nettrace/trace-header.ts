import type { ByteCursor } from './byte-cursor.ts'

/** Sync point of the stream as two halves, so that differences of absolute ticks stay exact. */
export interface SyncTicks {
  readonly low: number
  readonly high: number
}

/** Body of the `Trace` object in bytes, not size-prefixed and not aligned (format 1.1). */
export const traceBodyBytes = 48

export interface TraceHeader {
  /** UTC of the sync point, Unix milliseconds. The stream gives whole milliseconds. */
  readonly syncUnixMs: number
  readonly syncTicks: SyncTicks
  readonly ticksPerSecond: number
  readonly pointerBytes: number
  readonly pid: number
  readonly processorCount: number
  readonly samplingRateNs: number
  /** V6 only: everything its header says, known or not. */
  readonly attributes?: readonly (readonly [string, string])[]
}

/** 8 x i16: year, month, day of week, day, hour, minute, second, millisecond. Unix milliseconds. */
export function readSystemTime(cursor: ByteCursor): number {
  const year = cursor.u16()
  const month = cursor.u16()
  cursor.skip(2)
  const day = cursor.u16()
  const hour = cursor.u16()
  const minute = cursor.u16()
  const second = cursor.u16()
  return Date.UTC(year, month - 1, day, hour, minute, second, cursor.u16())
}

/**
 *   8 x i16 SYSTEMTIME (year, month, day of week, day, hour, minute, second, millisecond)
 *   | i64 sync ticks | i64 ticks per second | i32 pointer size | i32 pid | i32 processors | i32 sampling rate in ns
 */
export function readTraceHeader(cursor: ByteCursor): TraceHeader | null {
  const syncUnixMs = readSystemTime(cursor)
  const low = cursor.u32()
  const high = cursor.u32()
  const ticksPerSecond = Number(cursor.i64())
  const [pointerBytes, pid, processorCount, samplingRateNs] = [cursor.i32(), cursor.i32(), cursor.i32(), cursor.i32()]
  const isSound = !cursor.isExhausted && ticksPerSecond > 0 && (pointerBytes === 4 || pointerBytes === 8)
  if (!isSound) return null
  return {
    syncUnixMs,
    syncTicks: { low, high },
    ticksPerSecond,
    pointerBytes,
    pid,
    processorCount,
    samplingRateNs,
  }
}
