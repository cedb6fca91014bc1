import type { Picture } from '../picture.ts'
import { type PictureWords, titledPicture } from '../titled-picture.ts'
import type { FlameGeometry } from './flame-layout.ts'
import { type FlamePainting, paintFlame } from './flame-painter.ts'

/** Nobody reads further down, and a picture has to be painted at once. */
const mostRows = 700

/** The stretch that is seen, with all of its rows, whatever is scrolled to. The subtitle says what the widths are, and of what. */
export function flamePicture(painting: FlamePainting, words: PictureWords): Picture {
  const geometry = unscrolled(painting.geometry)
  const { theme, marks } = painting
  return titledPicture(theme, words, geometry.size, (context) =>
    paintFlame(context, { ...painting, geometry, marks: { ...marks, hovered: -1, cursor: -1 } }),
  )
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
