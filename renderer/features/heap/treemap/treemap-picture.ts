import { canvasFont, type ChartTheme } from '../../../canvas/chart-theme.ts'
import type { PaintContext } from '../../../canvas/paint-context.ts'
import type { Picture } from '../../../canvas/picture.ts'
import { type PictureWords, titledPicture } from '../../../canvas/titled-picture.ts'
import { captionPixels, type TreemapBox } from './treemap-boxes.ts'

export interface TreemapPictureWords extends PictureWords {
  readonly nameOf: (box: TreemapBox) => string
  readonly sizeOf: (box: TreemapBox) => string
}

export const treemapPictureArea = { left: 0, top: 0, width: 1200, height: 760 }
const leastNamedPx = 40
const leastSizedPx = 130

/** The boxes that are seen, as a document of their own. */
export function treemapPicture(
  boxes: readonly TreemapBox[],
  theme: ChartTheme,
  { nameOf, sizeOf, ...words }: TreemapPictureWords,
): Picture {
  const { width, height } = treemapPictureArea
  return titledPicture(theme, words, { widthPx: width, heightPx: height }, (context) => {
    for (const box of boxes) paintBox(context, box, theme, nameOf(box), sizeOf(box))
  })
}

function paintBox(context: PaintContext, box: TreemapBox, theme: ChartTheme, name: string, size: string): void {
  const { left, top, width, height, depth } = box
  context.globalAlpha = 1
  context.fillStyle = theme.surface
  context.fillRect(left, top, width, height)
  context.globalAlpha = 0.08 * (depth + 1)
  context.fillStyle = theme.accent
  context.fillRect(left, top, width, height)
  context.globalAlpha = 1
  context.strokeStyle = theme.accent
  context.lineWidth = 1
  context.beginPath()
  context.rect(left + 0.5, top + 0.5, Math.max(0, width - 1), Math.max(0, height - 1))
  context.stroke()
  if (width < leastNamedPx || height < captionPixels - 4) return
  context.save()
  context.beginPath()
  context.rect(left, top, width - 4, height)
  context.clip()
  context.font = canvasFont(theme, 11)
  context.fillStyle = theme.text
  context.fillText(width < leastSizedPx ? name : `${name}  ${size}`, left + 6, top + captionPixels / 2)
  context.restore()
}
