import { canvasFont } from '../chart-theme.ts'
import type { Picture } from '../picture.ts'
import type { FlameGeometry } from './flame-layout.ts'
import { type FlamePainting, paintFlame } from './flame-painter.ts'

export interface FlamePictureWords {
  readonly title: string
  /** What the widths are, and of what. */
  readonly subtitle: string
  /** Of a file, without extension. */
  readonly name: string
}

const edgePx = 12
const headPx = 46
/** Nobody reads further down, and a picture has to be painted at once. */
const mostRows = 700

/** The stretch that is seen, with all of its rows, whatever is scrolled to. */
export function flamePicture(painting: FlamePainting, { title, subtitle, name }: FlamePictureWords): Picture {
  const geometry = unscrolled(painting.geometry)
  const { theme, marks } = painting
  const widthPx = geometry.size.widthPx + 2 * edgePx
  const heightPx = headPx + geometry.size.heightPx + edgePx
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
      paintFlame(context, { ...painting, geometry, marks: { ...marks, hovered: -1, cursor: -1 } })
      context.restore()
    },
  }
}

function unscrolled(geometry: FlameGeometry): FlameGeometry {
  const { boxes, rowStarts, viewport, rowPx, size } = geometry
  const { from, to } = viewport
  let rowCount = 1
  for (let box = 0; box < boxes.depth.length; box++)
    if (boxes.start[box]! < to && boxes.start[box]! + boxes.width[box]! > from)
      rowCount = Math.max(rowCount, boxes.depth[box]! + 1)
  rowCount = Math.min(rowCount, mostRows)
  return {
    ...geometry,
    rowStarts: rowStarts.subarray(0, rowCount + 1),
    rowCount,
    viewport: { from, to, topPx: 0 },
    size: { widthPx: size.widthPx, heightPx: rowCount * rowPx },
  }
}
