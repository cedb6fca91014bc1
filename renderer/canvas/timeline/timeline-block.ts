import type { TimeRange } from './time-scale.ts'
import {
  binAt,
  binStartMs,
  type TimelineBins,
  type TimelineDrawing,
  type TimelineStretches,
} from './timeline-layout.ts'

/**
 * What a person points at as one thing: neighbouring bins in which a thread does the same, a burst of events, a pause. Null: nothing is there.
 */
export function blockAt(
  drawing: TimelineDrawing,
  bins: TimelineBins,
  timeMs: number,
  reachMs: number,
): TimeRange | null {
  if (drawing.kind === 'stretches')
    return stretchAt(drawing.bars, timeMs, reachMs) ?? stretchAt(drawing.lines, timeMs, reachMs)
  if (drawing.kind === 'points') return null
  const bin = binAt(bins, timeMs)
  if (bin < 0) return null
  const kindOf = kindsOf(drawing)
  const kind = kindOf(bin)
  if (kind < 0) return null
  let first = bin
  let end = bin + 1
  while (first > 0 && kindOf(first - 1) === kind) first--
  while (end < bins.count && kindOf(end) === kind) end++
  return { fromMs: binStartMs(bins, first), toMs: binStartMs(bins, end) }
}

/** Bins of the same number look the same; -1: nothing is there. */
function kindsOf(
  drawing: Exclude<TimelineDrawing, { readonly kind: 'stretches' | 'points' }>,
): (bin: number) => number {
  switch (drawing.kind) {
    case 'density':
      return (bin) => {
        let kind = -1
        let most = 0
        for (const [at, { bins }] of drawing.layers.entries()) {
          if (bins[bin]! <= most) continue
          most = bins[bin]!
          kind = at
        }
        return kind
      }
    case 'bars':
      return (bin) => (drawing.series.some(({ bins }) => bins[bin]! > 0) ? 0 : -1)
    case 'ticks':
    case 'steps':
      return (bin) => (drawing.bins[bin]! > 0 ? 0 : -1)
  }
}

function stretchAt(stretches: TimelineStretches, timeMs: number, reachMs: number): TimeRange | null {
  const at = nearestStretch(stretches, timeMs, reachMs)
  return at < 0 ? null : { fromMs: stretches.startMs[at]!, toMs: stretches.endMs[at]! }
}

/** Index of the nearest one within reach: a pause may be thinner than a pixel. -1: none is. */
export function nearestStretch({ startMs, endMs }: TimelineStretches, timeMs: number, reachMs: number): number {
  let found = -1
  let nearest = reachMs
  for (let at = 0; at < startMs.length; at++) {
    const distance = Math.max(0, startMs[at]! - timeMs, timeMs - endMs[at]!)
    if (distance > nearest || (distance === nearest && found >= 0)) continue
    nearest = distance
    found = at
  }
  return found
}
