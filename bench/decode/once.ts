import { readFileSync, writeSync } from 'node:fs'
import { slotBytes } from '../../main/nettrace/kernel/kernel-layout.ts'
import { readColumns } from './our-passes.ts'

export interface OnceReport {
  readonly events: number
  /** Events by type, `provider/id/version`. */
  readonly counts: Readonly<Record<string, number>>
  readonly peakRssBytes: number
  /** Columns that had no room in memory. */
  readonly spilledBytes: number
}

/** A fresh process that reads one file to counts per type: its wall time is the cold figure, its peak the memory figure. */
export async function readOnce(file: string, columnBudgetBytes?: number): Promise<void> {
  const { trace } = await readColumns(file, columnBudgetBytes)
  const spilledBytes = trace.segments.filter((segment) => !segment.isInMemory).length * slotBytes
  const byType = new Float64Array(trace.types.length)
  for (const { typeIndex, count } of trace.segments) for (let row = 0; row < count; row++) byType[typeIndex[row]!]!++
  const counts: Record<string, number> = {}
  for (const { index, provider, eventId, version } of trace.types) {
    const name = `${provider}/${eventId}/${version}`
    counts[name] = (counts[name] ?? 0) + byType[index]!
  }
  const report: OnceReport = { events: trace.eventCount, counts, peakRssBytes: peakRss(), spilledBytes }
  // A console would be loaded for one line.
  writeSync(1, `${JSON.stringify(report)}\n`)
}

/** Of this program alone: where the system tells it, since what `resourceUsage` says includes the process it was forked from. */
function peakRss(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'latin1'))
  return match === null ? 0 : Number(match[1]) * 1024
}
