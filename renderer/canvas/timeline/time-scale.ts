/**
 * A range of time on a width of pixels, for every picture with a time axis. Milliseconds of the wall clock (Live) or since the start of a
 * trace; pixels are CSS pixels from the left edge of the plot.
 */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

export function xOfTime({ fromMs, toMs }: TimeRange, widthPx: number, timeMs: number): number {
  return ((timeMs - fromMs) / (toMs - fromMs)) * widthPx
}

export function timeOfX({ fromMs, toMs }: TimeRange, widthPx: number, xPx: number): number {
  return fromMs + (xPx / Math.max(1, widthPx)) * (toMs - fromMs)
}

/** How short and how long a range may become. */
export interface SpanLimits {
  readonly shortestMs: number
  readonly longestMs: number
}

/** Below the shortest a chart shows less than one sample of the fastest interval. */
export const liveSpanLimits: SpanLimits = { shortestMs: 500, longestMs: 7 * 24 * 3_600_000 }

/** Zooms around a fixed time: what is under the pointer stays under it. factor < 1 shows less time. */
export function zoomRange(range: TimeRange, aroundMs: number, factor: number, limits: SpanLimits): TimeRange {
  const span = range.toMs - range.fromMs
  const newSpan = Math.min(limits.longestMs, Math.max(limits.shortestMs, span * factor))
  const share = span > 0 ? (aroundMs - range.fromMs) / span : 0.5
  const fromMs = aroundMs - share * newSpan
  return { fromMs, toMs: fromMs + newSpan }
}

export function panRange(range: TimeRange, byMs: number): TimeRange {
  return { fromMs: range.fromMs + byMs, toMs: range.toMs + byMs }
}

export function orderedRange(aMs: number, bMs: number): TimeRange {
  return aMs <= bMs ? { fromMs: aMs, toMs: bMs } : { fromMs: bMs, toMs: aMs }
}
