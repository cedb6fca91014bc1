import { canvasFont, type ChartTheme } from './chart-theme.ts'
import type { PaintContext } from './paint-context.ts'

/** A line of a picture; `y` is its middle. */
export function paintPictureText(
  context: PaintContext,
  theme: ChartTheme,
  text: string,
  x: number,
  y: number,
  color: string,
  align: 'left' | 'right' = 'left',
): void {
  context.font = canvasFont(theme, 11)
  context.textBaseline = 'middle'
  context.textAlign = align
  context.fillStyle = color
  context.fillText(text, x, y)
}
