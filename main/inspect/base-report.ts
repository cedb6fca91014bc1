import type { TimeSpan } from '../analysis/trace/time-span.ts'
import type { TypeCounts } from '../analysis/trace/type-counts.ts'
import type { Trace } from '../nettrace/trace/trace.ts'
import type { DamageRow, InspectReport } from './report.ts'

/** The part that every call prints. The trace has a header: files without one are refused before. */
export function baseReport(
  trace: Trace,
  damage: readonly DamageRow[],
  counts: TypeCounts,
  span: TimeSpan,
): InspectReport {
  const { header, format } = trace
  const ticksPerSecond = header?.ticksPerSecond ?? 1
  return {
    format: {
      container: format?.container ?? '',
      major: format?.major ?? 0,
      minor: format?.minor ?? 0,
      objectVersion: format?.objectVersion ?? 0,
      pointerSize: header?.pointerBytes ?? 0,
      processId: known(header?.pid),
      cpuCount: known(header?.processorCount),
      sessionStartUtc: new Date(header?.syncUnixMs ?? 0).toISOString(),
      durationMs: span.isEmpty ? 0 : ((span.lastTicks - span.firstTicks) * 1000) / ticksPerSecond,
    },
    events: { total: trace.eventCount, lost: trace.lostEventCount },
    types: counts.rows(),
    damage,
    complete: trace.isComplete,
  }
}

/** Streams of several processes do not say. */
function known(value: number | undefined): number | null {
  return value === undefined || value <= 0 ? null : value
}
