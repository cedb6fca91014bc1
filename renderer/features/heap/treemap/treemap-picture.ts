import type { ChartTheme } from '../../../canvas/chart-theme.ts'
import { paintClippedText } from '../../../canvas/clipped-text.ts'
import type { FlameColours } from '../../../canvas/flame/flame-colours.ts'
import type { PaintContext } from '../../../canvas/paint-context.ts'
import type { Picture } from '../../../canvas/picture.ts'
import { type PictureWords, titledPicture } from '../../../canvas/titled-picture.ts'
import { captionPixels, type TreemapBox } from './treemap-boxes.ts'

export interface TreemapPictureWords extends PictureWords {
  readonly colours: (box: TreemapBox) => FlameColours
  /** On the colours. */
  readonly text: string
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
  { nameOf, sizeOf, colours, text, ...words }: TreemapPictureWords,
): Picture {
  const { width, height } = treemapPictureArea
  return titledPicture(theme, words, { widthPx: width, heightPx: height }, (context) => {
    for (const box of boxes)
      paintBox(context, box, { theme, text, ...colours(box), name: nameOf(box), size: sizeOf(box) })
  })
}

interface BoxLook extends FlameColours {
  readonly theme: ChartTheme
  readonly text: string
  readonly name: string
  readonly size: string
}

function paintBox(context: PaintContext, box: TreemapBox, { theme, text, fill, edge, name, size }: BoxLook): void {
  const { left, top, width, height } = box
  context.globalAlpha = 1
  context.fillStyle = fill
  context.fillRect(left, top, width, height)
  context.strokeStyle = edge
  context.lineWidth = 1
  context.beginPath()
  context.rect(left + 0.5, top + 0.5, Math.max(0, width - 1), Math.max(0, height - 1))
  context.stroke()
  if (width < leastNamedPx || height < captionPixels - 4) return
  paintClippedText(context, theme, {
    text: width < leastSizedPx ? name : `${name}  ${size}`,
    left,
    top,
    width: width - 4,
    height: captionPixels,
    indent: 6,
    color: text,
    sizePx: 11,
  })
}
