import { linearTicks, logTicks, niceCeiling } from './ticks.ts'

/** Values on the vertical axis of a plot. `top` and `bottom` are pixels; larger values are higher up. */
export interface ValueScale {
  readonly kind: 'linear' | 'log'
  readonly low: number
  readonly high: number
  readonly topPx: number
  readonly bottomPx: number
}

export function yOfValue(scale: ValueScale, value: number): number {
  const height = scale.bottomPx - scale.topPx
  if (scale.kind === 'log') {
    const clamped = Math.max(value, scale.low)
    return scale.bottomPx - (Math.log(clamped / scale.low) / Math.log(scale.high / scale.low)) * height
  }
  return scale.bottomPx - ((value - scale.low) / (scale.high - scale.low)) * height
}

export function valueOfY(scale: ValueScale, yPx: number): number {
  const share = (scale.bottomPx - yPx) / (scale.bottomPx - scale.topPx)
  if (scale.kind === 'log') return scale.low * (scale.high / scale.low) ** share
  return scale.low + share * (scale.high - scale.low)
}

/** Smallest and largest value to be shown; `low > high` means there is none. */
export interface Extent {
  readonly low: number
  readonly high: number
  /** Smallest value above zero; a log axis starts there. Infinity when there is none. */
  readonly lowestPositive: number
}

export const emptyExtent: Extent = { low: Infinity, high: -Infinity, lowestPositive: Infinity }

export function scaleExtent(extent: Extent, factor: number): Extent {
  return { low: extent.low * factor, high: extent.high * factor, lowestPositive: extent.lowestPositive * factor }
}

export function joinExtents(a: Extent, b: Extent): Extent {
  return {
    low: Math.min(a.low, b.low),
    high: Math.max(a.high, b.high),
    lowestPositive: Math.min(a.lowestPositive, b.lowestPositive),
  }
}

export const maxValueTicks = 4

export interface AxisRange {
  readonly low: number
  readonly high: number
}

/**
 * Range of an axis for what is visible. Linear axes include zero; log axes are whole thirds of a decade. An axis grows at once and
 * shrinks only when less than half of it is used: otherwise it would jump at every peak that scrolls out.
 */
export function axisRange(extent: Extent, kind: 'linear' | 'log', previous: AxisRange | null): AxisRange {
  const wanted = kind === 'log' ? logRange(extent) : linearRange(extent)
  if (previous === null) return wanted
  const isInside = wanted.low >= previous.low && wanted.high <= previous.high
  if (!isInside) return wanted
  const used =
    kind === 'log'
      ? Math.log(wanted.high / wanted.low) / Math.log(previous.high / previous.low)
      : (wanted.high - wanted.low) / (previous.high - previous.low)
  return used < 0.5 ? wanted : previous
}

function linearRange(extent: Extent): AxisRange {
  if (extent.low > extent.high) return { low: 0, high: 1 }
  const high = Math.max(0, extent.high)
  const low = Math.min(0, extent.low)
  if (low === 0) return { low: 0, high: niceCeiling(0, high, maxValueTicks - 1) }
  const half = niceCeiling(0, Math.max(high, -low), Math.max(1, (maxValueTicks - 1) / 2))
  return { low: -half, high: high > 0 ? half : 0 }
}

function logRange(extent: Extent): AxisRange {
  if (!Number.isFinite(extent.lowestPositive) || extent.high <= 0) return { low: 1, high: 10 }
  const low = roundToThird(extent.lowestPositive, Math.floor)
  const high = roundToThird(extent.high, Math.ceil)
  return { low, high: high > low ? high : low * 10 }
}

/** 1, 3, 10, 30 ... (a third is half a decade, near enough for an axis end). */
function roundToThird(value: number, round: (x: number) => number): number {
  const halfDecades = round(Math.log10(value) * 2 + (round === Math.ceil ? -1e-9 : 1e-9))
  const power = Math.floor(halfDecades / 2)
  return (halfDecades % 2 === 0 ? 1 : 3) * 10 ** power
}

export function valueTicks(scale: ValueScale): number[] {
  return scale.kind === 'log'
    ? logTicks(scale.low, scale.high, maxValueTicks + 1)
    : linearTicks(scale.low, scale.high, maxValueTicks)
}
