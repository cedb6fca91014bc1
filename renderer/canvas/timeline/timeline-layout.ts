import { timeOfX, xOfTime, type TimeRange } from './time-scale.ts'

/** Bins of every drawing of a picture. */
export interface TimelineBins {
  readonly range: TimeRange
  readonly count: number
}

export interface TimelineStretches {
  readonly startMs: Float64Array
  readonly endMs: Float64Array
  /** Of the time in between, what is covered: drawn as wide as that. */
  readonly coveredMs: Float64Array
  readonly level: Uint8Array
}

/**
 * Bars from the bottom up, one layer on the other: `solid`, `striped` in the same colour, `grey` with stripes. The ground of the row, wherever there is
 * anything: `hatch`, `plain`.
 */
export type LayerLook = 'solid' | 'striped' | 'grey' | 'hatch' | 'plain'

export interface DensityLayer {
  readonly look: LayerLook
  readonly bins: Uint32Array
  readonly isDimmed: boolean
}

/** Index into the series of the theme, or what else has a colour of its own. */
export type TrackColour = number | 'bad' | 'warn' | 'muted' | 'gc'

export interface TrackSeries {
  readonly colour: TrackColour
  readonly bins: Float64Array
}

/** What a row shows. */
export type TimelineDrawing =
  | {
      readonly kind: 'density'
      readonly layers: readonly DensityLayer[]
      /** A bar of as many is as high as the row: for each bin, or for all of them. */
      readonly most: Uint32Array | number
    }
  | { readonly kind: 'stretches'; readonly bars: TimelineStretches; readonly lines: TimelineStretches }
  /** A tick wherever there is something, the taller the more. */
  | { readonly kind: 'ticks'; readonly bins: Float64Array; readonly most: number; readonly colour: TrackColour }
  /** Series on top of each other. */
  | { readonly kind: 'bars'; readonly series: readonly TrackSeries[]; readonly most: number }
  /** A value that holds; NaN where there is none. */
  | { readonly kind: 'steps'; readonly bins: Float64Array; readonly most: number; readonly colour: TrackColour }
  | {
      readonly kind: 'points'
      readonly timeMs: Float64Array
      readonly values: Float64Array
      readonly most: number
      readonly colour: TrackColour
    }

export interface TimelineRow {
  readonly key: string
  /** From the top of the picture when nothing is scrolled. */
  readonly topPx: number
  readonly heightPx: number
  /** Null: not known yet. */
  readonly drawing: TimelineDrawing | null
  /** Left out of the selection. */
  readonly isDimmed: boolean
  /** Stays at the top while the others are scrolled. */
  readonly isFixed: boolean
}

/** Heights at the ordinary font size. */
export const rulerPx = 20
export const headerPx = 180
export const rowHeightsPx = { all: 34, thread: 21, others: 19, marks: 19, bars: 21, counter: 36 } as const

export interface TimelineSize {
  readonly widthPx: number
  readonly heightPx: number
}

export interface TimelineGeometry {
  readonly stretch: TimeRange
  readonly size: TimelineSize
  readonly rows: readonly TimelineRow[]
  readonly scrollPx: number
  readonly rulerPx: number
}

export function xOf({ stretch, size }: TimelineGeometry, timeMs: number): number {
  return xOfTime(stretch, size.widthPx, timeMs)
}

export function timeAt({ stretch, size }: TimelineGeometry, xPx: number): number {
  return timeOfX(stretch, size.widthPx, xPx)
}

/** Where a row is now. */
export function rowTopPx({ scrollPx }: TimelineGeometry, row: TimelineRow): number {
  return row.isFixed ? row.topPx : row.topPx - scrollPx
}

/** Bottom of what stays at the top. */
export function fixedBottomPx({ rows, rulerPx: ruler }: Pick<TimelineGeometry, 'rows' | 'rulerPx'>): number {
  return rows.reduce((bottom, row) => (row.isFixed ? Math.max(bottom, row.topPx + row.heightPx) : bottom), ruler)
}

export function contentHeightPx(rows: readonly TimelineRow[], ruler: number): number {
  return rows.reduce((bottom, { topPx, heightPx }) => Math.max(bottom, topPx + heightPx), ruler)
}

/** Rows that can be seen, the fixed ones first. */
export function rowsInSight(geometry: TimelineGeometry): readonly TimelineRow[] {
  const top = fixedBottomPx(geometry)
  return geometry.rows.filter((row) => {
    if (row.isFixed) return true
    const y = rowTopPx(geometry, row)
    return y + row.heightPx > top && y < geometry.size.heightPx
  })
}

/** Null: the ruler, or nothing. */
export function rowAt(geometry: TimelineGeometry, yPx: number): TimelineRow | null {
  const isFixed = yPx < fixedBottomPx(geometry)
  const found = geometry.rows.find((row) => {
    const y = rowTopPx(geometry, row)
    return row.isFixed === isFixed && yPx >= y && yPx < y + row.heightPx
  })
  return found ?? null
}

export function binAt({ range, count }: TimelineBins, timeMs: number): number {
  const bin = Math.floor(((timeMs - range.fromMs) / (range.toMs - range.fromMs)) * count)
  return bin >= 0 && bin < count ? bin : -1
}

export function binStartMs({ range, count }: TimelineBins, bin: number): number {
  return range.fromMs + (bin / count) * (range.toMs - range.fromMs)
}
