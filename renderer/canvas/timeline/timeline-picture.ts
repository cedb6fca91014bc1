import { paintClippedText } from '../clipped-text.ts'
import type { PaintContext } from '../paint-context.ts'
import type { Picture } from '../picture.ts'
import { type PictureWords, titledPicture } from '../titled-picture.ts'
import { paintTimeline } from './timeline-painter.ts'
import type { TimelinePainting } from './timeline-painting.ts'
import type { TimelineRow } from './timeline-layout.ts'

/** Of the column with the names of the rows. */
const namesPx = 170
const namePaddingPx = 8
/** Of thousands of threads a picture has the first; it has to be painted at once. */
const mostHeightPx = 6000

/** The stretch that is seen, with all rows that have something to show, under each other, and their names. */
export function timelinePicture(
  painting: TimelinePainting,
  nameOf: (row: TimelineRow) => string,
  words: PictureWords,
): Picture {
  const { geometry, theme } = painting
  const rows = stacked(geometry.rows, geometry.rulerPx)
  const last = rows.at(-1)
  const heightPx = last === undefined ? geometry.rulerPx : last.topPx + last.heightPx
  const { widthPx } = geometry.size
  const size = { widthPx, heightPx }
  const still = { ...painting, geometry: { ...geometry, rows, size, scrollPx: 0 }, cursorMs: null, cursorRow: null }
  return titledPicture(theme, words, { widthPx: namesPx + widthPx, heightPx }, (context) => {
    context.save()
    context.translate(namesPx, 0)
    paintTimeline(context, still)
    context.restore()
    for (const row of rows) paintName(context, painting, row, nameOf(row))
  })
}

/** Rows whose drawing is not here yet are left out. */
function stacked(rows: readonly TimelineRow[], rulerPx: number): readonly TimelineRow[] {
  let topPx = rulerPx
  return rows.flatMap((row) => {
    if (row.drawing === null || topPx + row.heightPx > mostHeightPx) return []
    const placed = { ...row, topPx }
    topPx += row.heightPx
    return [placed]
  })
}

function paintName(context: PaintContext, { theme }: TimelinePainting, row: TimelineRow, name: string): void {
  const { topPx, heightPx } = row
  paintClippedText(context, theme, {
    text: name,
    left: 0,
    top: topPx,
    width: namesPx - namePaddingPx,
    height: heightPx,
    color: row.isDimmed ? theme.muted : theme.text,
    sizePx: 12,
  })
  context.fillStyle = theme.line
  context.fillRect(0, topPx + heightPx - 1, namesPx, 1)
}
