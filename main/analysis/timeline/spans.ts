import type { TimelineSpans } from '../../../shared/model/trace/trace-timeline.ts'
import type { TimeBins } from './time-bins.ts'

export interface Span {
  readonly startTicks: number
  readonly endTicks: number
  readonly level: number
}

/**
 * Spans in sight, in the order of their starts. Those that overlap are one, and so are near ones within the length of a bin: there are never more
 * than a few for each bin. What they cover is told beside it: many short ones are not a long one.
 */
export function spansInSight(spans: readonly Span[], bins: TimeBins): TimelineSpans {
  const shown: { start: number; end: number; covered: number; level: number }[] = []
  for (const { startTicks, endTicks, level } of spans) {
    if (endTicks < bins.fromTicks || startTicks >= bins.toTicks) continue
    const last = shown.at(-1)
    const isOverlap = last !== undefined && startTicks <= last.end
    const isNear =
      last !== undefined && startTicks - last.end < bins.binTicks / 2 && endTicks - last.start <= bins.binTicks
    if (last === undefined || !(isOverlap || isNear)) {
      shown.push({ start: startTicks, end: endTicks, covered: endTicks - startTicks, level })
      continue
    }
    last.covered += Math.max(0, endTicks - Math.max(startTicks, last.end))
    last.end = Math.max(last.end, endTicks)
    last.level = Math.max(last.level, level)
  }
  const ms = (ticks: number): number => ticks / bins.ticksPerMs
  return {
    startMs: Float64Array.from(shown, ({ start }) => ms(start)),
    endMs: Float64Array.from(shown, ({ end }) => ms(end)),
    coveredMs: Float64Array.from(shown, ({ covered }) => ms(covered)),
    level: Uint8Array.from(shown, ({ level }) => level),
  }
}
