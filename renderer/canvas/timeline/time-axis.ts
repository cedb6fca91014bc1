import { canvasFont, type ChartTheme } from '../chart-theme.ts'
import type { PaintContext } from '../paint-context.ts'

type XOfTime = (timeMs: number) => number

/** Vertical lines at the ticks. */
export function paintTimeGrid(
  context: PaintContext,
  timeTicksMs: readonly number[],
  x: XOfTime,
  heightPx: number,
  theme: ChartTheme,
): void {
  context.fillStyle = theme.grid
  for (const time of timeTicksMs) context.fillRect(Math.round(x(time)), 0, 1, heightPx)
}

/** The times themselves, each centered on its tick. */
export function paintTimes(
  context: PaintContext,
  timeTicksMs: readonly number[],
  place: { readonly x: XOfTime; readonly y: number },
  textOf: (timeMs: number) => string,
  theme: ChartTheme,
): void {
  context.font = canvasFont(theme, 11)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = theme.muted
  for (const time of timeTicksMs) context.fillText(textOf(time), place.x(time), place.y)
}
