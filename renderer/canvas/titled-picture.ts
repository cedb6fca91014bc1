import { canvasFont, type ChartTheme } from './chart-theme.ts'
import type { PaintContext } from './paint-context.ts'
import type { Picture } from './picture.ts'

export interface PictureWords {
  readonly title: string
  readonly subtitle: string
  /** Of a file, without extension. */
  readonly name: string
}

const edgePx = 12
const headPx = 46

/** A drawing as a document of its own: a head with two lines, a margin, and the drawing from 0, 0. */
export function titledPicture(
  theme: ChartTheme,
  { title, subtitle, name }: PictureWords,
  size: { readonly widthPx: number; readonly heightPx: number },
  paint: (context: PaintContext) => void,
): Picture {
  const widthPx = size.widthPx + 2 * edgePx
  const heightPx = headPx + size.heightPx + edgePx
  return {
    widthPx,
    heightPx,
    title: `${title}, ${subtitle}`,
    name,
    paint: (context) => {
      context.fillStyle = theme.surface
      context.fillRect(0, 0, widthPx, heightPx)
      context.textBaseline = 'middle'
      context.textAlign = 'left'
      context.font = canvasFont(theme, 13, 600)
      context.fillStyle = theme.text
      context.fillText(title, edgePx, 16)
      context.font = canvasFont(theme, 11)
      context.fillStyle = theme.muted
      context.fillText(subtitle, edgePx, 33)
      context.save()
      context.translate(edgePx, headPx)
      paint(context)
      context.restore()
    },
  }
}
