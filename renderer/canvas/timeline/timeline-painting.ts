import type { ChartTheme } from '../chart-theme.ts'
import type { PaintContext } from '../paint-context.ts'
import type { TimeRange } from './time-scale.ts'
import type { TimelineBins, TimelineGeometry, TimelineStretches } from './timeline-layout.ts'

export interface TimelinePainting {
  readonly geometry: TimelineGeometry
  readonly bins: TimelineBins
  readonly theme: ChartTheme
  /** Of the screen to px here; 1 if left out. */
  readonly pixelRatio?: number
  /** Pauses of everything, drawn across the rows of threads. */
  readonly pauses: TimelineStretches | null
  /** Times at which events are missing. */
  readonly losses: Float64Array
  /** Times that a person marked. */
  readonly marks: readonly number[]
  readonly selected: TimeRange | null
  readonly selectedText: string
  /** Time under the pointer or of the keyboard. */
  readonly cursorMs: number | null
  /** Key of the row with the keyboard. */
  readonly cursorRow: string | null
}

/** What is not selected fades into the ground. */
export function veil(
  context: PaintContext,
  theme: ChartTheme,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  if (width <= 0 || height <= 0) return
  context.save()
  context.globalAlpha = theme.isHighContrast ? 0.75 : 0.62
  context.fillStyle = theme.surface
  context.fillRect(x, y, width, height)
  context.restore()
}
