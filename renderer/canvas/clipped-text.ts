import { canvasFont, type ChartTheme } from './chart-theme.ts'
import type { PaintContext } from './paint-context.ts'

export interface ClippedText {
  readonly text: string
  /** Nothing is drawn beyond it; the text stands in the middle of its height. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Of the text from the left; 0 if left out. */
  readonly indent?: number
  readonly color: string
  readonly sizePx: number
  readonly weight?: 400 | 600
}

/** A name that is cut where its room ends. */
export function paintClippedText(
  context: PaintContext,
  theme: ChartTheme,
  { text, left, top, width, height, indent = 0, color, sizePx, weight = 400 }: ClippedText,
): void {
  context.save()
  context.beginPath()
  context.rect(left, top, width, height)
  context.clip()
  context.font = canvasFont(theme, sizePx, weight)
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  context.fillStyle = color
  context.fillText(text, left + indent, top + height / 2)
  context.restore()
}
