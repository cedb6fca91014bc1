import type { ChartTheme } from '../chart-theme.ts'
import { xOfTime, type TimeRange } from './time-scale.ts'
import { binAt, binStartMs, type TimelineBins, type TrackColour } from './timeline-layout.ts'

/** Where a row is painted: `y` is its top, `x` of a time. */
export interface RowPlace {
  readonly y: number
  readonly heightPx: number
  readonly widthPx: number
  readonly stretch: TimeRange
  readonly bins: TimelineBins
  readonly theme: ChartTheme
  /** Of the screen to px here. */
  readonly pixelRatio: number
}

/** Free above what is as high as it can be. */
export const roomAbovePx = 2

export function colourOf(theme: ChartTheme, colour: TrackColour): string {
  if (typeof colour === 'number') return theme.series[colour] ?? theme.text
  return theme[colour]
}

export function xIn({ stretch, widthPx }: RowPlace, timeMs: number): number {
  return xOfTime(stretch, widthPx, timeMs)
}

export interface BinColumns {
  readonly first: number
  readonly end: number
  readonly binPx: number
  /** Left edge of a bin. */
  readonly left: (bin: number) => number
}

/** Bins in sight. */
export function columnsOf(place: RowPlace): BinColumns {
  const { bins, stretch } = place
  const inRange = (timeMs: number): number => (timeMs < bins.range.fromMs ? 0 : bins.count)
  const first = binAt(bins, stretch.fromMs)
  const last = binAt(bins, stretch.toMs)
  const start = xIn(place, binStartMs(bins, 0))
  const binPx = (xIn(place, binStartMs(bins, bins.count)) - start) / bins.count
  return {
    first: first < 0 ? inRange(stretch.fromMs) : first,
    end: last < 0 ? inRange(stretch.toMs) : last + 1,
    binPx,
    left: (bin) => start + bin * binPx,
  }
}

/** Narrower bars touch: those that are as high as each other are one, and far fewer are to be painted. */
const leastParted = 6

/** Bars touch each other unless there is room for a line between them. */
export function barPx(binPx: number): number {
  return Math.max(1, binPx >= leastParted ? binPx - 1 : binPx)
}
