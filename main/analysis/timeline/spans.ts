import type { TimelineSpans } from '../../../shared/model/trace-timeline.ts'
import { NumberColumn } from '../grown-column.ts'
import type { TimeBins } from './time-bins.ts'

export interface Span {
  readonly startTicks: number
  readonly endTicks: number
  readonly level: number
}

/**
 * Spans in sight, in the order of their starts. One that begins less than half a bin after the end of the one before becomes part of it, so that
 * there are never more than bins.
 */
export function spansInSight(spans: readonly Span[], bins: TimeBins): TimelineSpans {
  const start = new NumberColumn()
  const end: number[] = []
  const level: number[] = []
  const gap = bins.binTicks / 2
  for (const span of spans) {
    if (span.endTicks < bins.fromTicks || span.startTicks >= bins.toTicks) continue
    const last = end.length - 1
    if (last >= 0 && span.startTicks - end[last]! < gap) {
      end[last] = Math.max(end[last]!, span.endTicks)
      level[last] = Math.max(level[last]!, span.level)
      continue
    }
    start.push(span.startTicks)
    end.push(span.endTicks)
    level.push(span.level)
  }
  return {
    startMs: start.values.map((ticks) => ticks / bins.ticksPerMs),
    endMs: Float64Array.from(end, (ticks) => ticks / bins.ticksPerMs),
    level: Uint8Array.from(level),
  }
}
