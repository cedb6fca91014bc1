import { stretchWithin } from '../stretch.ts'
import { panRange, type TimeRange, zoomRange } from './time-scale.ts'

/** Closer there is nothing to see: times of a trace are told in microseconds. */
const shortestMs = 0.01

/** Within everything, and never empty. */
export function clampedStretch({ fromMs, toMs }: TimeRange, extent: TimeRange): TimeRange {
  return within(fromMs, toMs - fromMs, extent)
}

/** Nearer by `factor`; what is at `atMs` stays where it is. */
export function zoomedStretch(stretch: TimeRange, atMs: number, factor: number, extent: TimeRange): TimeRange {
  return clampedStretch(zoomRange(stretch, atMs, 1 / factor, { shortestMs, longestMs: Infinity }), extent)
}

function within(fromMs: number, lengthMs: number, extent: TimeRange): TimeRange {
  const everything = { from: extent.fromMs, to: Math.max(extent.toMs, extent.fromMs + shortestMs) }
  const { from, to } = stretchWithin(fromMs, Math.max(shortestMs, lengthMs), everything)
  return { fromMs: from, toMs: to }
}

/** Moved by a share of its length. */
export function pannedStretch(stretch: TimeRange, share: number, extent: TimeRange): TimeRange {
  return clampedStretch(panRange(stretch, share * (stretch.toMs - stretch.fromMs)), extent)
}

/** Moved no further than it takes to bring a time into sight. */
export function stretchShowing(stretch: TimeRange, atMs: number, extent: TimeRange): TimeRange {
  const { fromMs, toMs } = stretch
  if (atMs >= fromMs && atMs <= toMs) return stretch
  return clampedStretch(panRange(stretch, atMs < fromMs ? atMs - fromMs : atMs - toMs), extent)
}

/** With room at both sides. */
export function stretchAround({ fromMs, toMs }: TimeRange, extent: TimeRange): TimeRange {
  const margin = (toMs - fromMs) * 0.1
  return clampedStretch({ fromMs: fromMs - margin, toMs: toMs + margin }, extent)
}

/** Between two stretches, `progress` 0 to 1; slower towards the end. */
export function betweenStretches(one: TimeRange, other: TimeRange, progress: number): TimeRange {
  const eased = 1 - (1 - progress) ** 3
  const mixed = (from: number, to: number): number => from + (to - from) * eased
  return { fromMs: mixed(one.fromMs, other.fromMs), toMs: mixed(one.toMs, other.toMs) }
}

export function isSameStretch(one: TimeRange, other: TimeRange): boolean {
  return one.fromMs === other.fromMs && one.toMs === other.toMs
}

export interface Binning {
  readonly range: TimeRange
  readonly binCount: number
}

const leastBinPx = 3
const mostBins = 2000
/** Bins that were asked for stay while they are at most so many times as wide, or as narrow. */
const mostStretched = 1.5

/** The width to ask for bins by: that of the last question, until the picture is so much wider or narrower that others are worth it. */
export function steadyWidthPx(beforePx: number, nowPx: number): number {
  return nowPx > beforePx * mostStretched || nowPx * mostStretched < beforePx ? nowPx : beforePx
}

/**
 * The bins to ask for: half a stretch more on both sides, so that a picture that is moved has something to show until the next one is there.
 * Their length is the time between two samples, doubled as often as it takes, and they begin at multiples of it: while the picture is
 * moved, the same samples stay in the same bins.
 */
export function binningOf(stretch: TimeRange, widthPx: number, extent: TimeRange, intervalMs: number | null): Binning {
  const length = stretch.toMs - stretch.fromMs
  const binPx = Math.max(leastBinPx, (2 * widthPx) / (mostBins - 2))
  const unit = intervalMs ?? 1 / 1024
  const binMs = unit * 2 ** Math.max(0, Math.ceil(Math.log2((length / Math.max(1, widthPx)) * (binPx / unit))))
  const from = Math.floor(Math.max(stretch.fromMs - length / 2, extent.fromMs) / binMs)
  const to = Math.ceil(Math.min(stretch.toMs + length / 2, extent.toMs) / binMs)
  const binCount = Math.min(mostBins, Math.max(1, to - from))
  return { range: { fromMs: from * binMs, toMs: (from + binCount) * binMs }, binCount }
}
