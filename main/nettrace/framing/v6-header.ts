import type { ByteCursor } from '../byte-cursor.ts'
import { nettraceLimits } from '../limits.ts'
import { readSystemTime, type TraceHeader } from '../trace-header.ts'

/** 8 x i16 SYSTEMTIME | i64 sync ticks | i64 ticks per second | i32 pointer size | i32 n, n of (str6 key, str6 value). */
export function readV6Header(cursor: ByteCursor): TraceHeader | null {
  const syncUnixMs = readSystemTime(cursor)
  const low = cursor.u32()
  const high = cursor.u32()
  const ticksPerSecond = Number(cursor.i64())
  const pointerBytes = cursor.i32()
  const isSound = !cursor.isExhausted && ticksPerSecond > 0 && (pointerBytes === 4 || pointerBytes === 8)
  if (!isSound) return null
  const count = cursor.i32()
  const attributes: [string, string][] = []
  for (let index = 0; index < count && !cursor.isExhausted && index < nettraceLimits.attributes; index++) {
    const key = cursor.utf8(nettraceLimits.nameChars)
    const value = cursor.utf8(nettraceLimits.nameChars)
    if (!cursor.isExhausted) attributes.push([key, value])
  }
  const numberOf = (key: string): number => {
    const value = Number(attributes.find(([name]) => name === key)?.[1])
    return Number.isSafeInteger(value) ? value : 0
  }
  return {
    syncUnixMs,
    syncTicks: { low, high },
    ticksPerSecond,
    pointerBytes,
    pid: numberOf('ProcessId'),
    processorCount: numberOf('HardwareThreadCount'),
    samplingRateNs: numberOf('ExpectedCPUSamplingRate'),
    attributes,
  }
}
