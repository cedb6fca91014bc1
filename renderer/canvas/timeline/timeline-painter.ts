import { type Band, isInBand } from '../banded-canvas.ts'
import { canvasFont, type ChartTheme } from '../chart-theme.ts'
import type { PaintContext } from '../paint-context.ts'
import { linearTicks, niceStep } from '../ticks.ts'
import { paintDrawing } from './row-painter.ts'
import { type TimelinePainting, veil } from './timeline-painting.ts'
import { coveredPlaces, paintSelection } from './selection-painter.ts'
import {
  fixedBottomPx,
  rowsInSight,
  rowTopPx,
  type TimelineGeometry,
  type TimelineRow,
  type TimelineStretches,
  xOf,
} from './timeline-layout.ts'
import { tickText } from './tick-text.ts'
import { paintTimeGrid } from './time-axis.ts'
import { tickLimit } from './time-ticks.ts'

/** Shorter pauses are in their own row only, unless they are of the highest level. */
const leastBandPx = 3
const highestLevel = 2
const narrowBandPx = 2
/** Of the width; with more of them, nothing else could be seen. */
const mostNarrowShare = 0.05

/** Everything in sight: the rows, what lies across them, the ruler. */
export function paintTimeline(context: PaintContext, painting: TimelinePainting): void {
  const { size } = painting.geometry
  timelinePainter(painting)(context, { topPx: 0, bottomPx: size.heightPx })
}

/** Paints what lies in a band, with what is the same for all of them. */
export function timelinePainter(painting: TimelinePainting): (context: PaintContext, band: Band) => void {
  const { geometry, theme } = painting
  const { size, rulerPx } = geometry
  const rows = rowsInSight(geometry)
  const fixedBottom = fixedBottomPx(geometry)
  const ticks = ticksOf(geometry)
  const pauses = pausesAcross(painting, rows)
  return (context, band) => {
    // A frame around a row reaches a pixel further.
    const inBand = rows.filter((row) => isInBand(band, rowTopPx(geometry, row) - 1, row.heightPx + 2))
    context.fillStyle = theme.surface
    context.fillRect(0, 0, size.widthPx, size.heightPx)
    paintTimeGrid(context, ticks, (timeMs) => xOf(geometry, timeMs), size.heightPx, theme)
    clipped(context, fixedBottom, size.heightPx, size.widthPx, () => {
      for (const row of inBand) if (!row.isFixed) paintRow(context, painting, row)
    })
    clipped(context, rulerPx, fixedBottom, size.widthPx, () => {
      for (const row of inBand) if (row.isFixed) paintRow(context, painting, row)
    })
    paintPauses(context, painting, pauses)
    paintLosses(context, painting)
    if (band.topPx < rulerPx) paintRuler(context, painting, ticks)
    paintSelection(context, painting)
    paintCursor(context, painting)
  }
}

function clipped(context: PaintContext, top: number, bottom: number, widthPx: number, paint: () => void): void {
  context.save()
  context.beginPath()
  context.rect(0, top, widthPx, Math.max(0, bottom - top))
  context.clip()
  paint()
  context.restore()
}

function paintRow(context: PaintContext, painting: TimelinePainting, row: TimelineRow): void {
  const { geometry, theme, bins, cursorRow, pixelRatio = 1 } = painting
  const { widthPx } = geometry.size
  const y = rowTopPx(geometry, row)
  if (row.drawing !== null) {
    const place = { y, heightPx: row.heightPx - 1, widthPx, stretch: geometry.stretch, bins, theme, pixelRatio }
    paintDrawing(context, row.drawing, place)
  }
  if (row.isDimmed) veil(context, theme, 0, y, widthPx, row.heightPx)
  context.fillStyle = theme.line
  context.fillRect(0, y + row.heightPx - 1, widthPx, 1)
  if (row.key !== cursorRow) return
  context.strokeStyle = theme.accent
  context.lineWidth = 2
  context.beginPath()
  context.rect(1, y, widthPx - 2, row.heightPx - 1)
  context.stroke()
}

function ticksOf({ stretch, size }: TimelineGeometry): readonly number[] {
  return linearTicks(stretch.fromMs, stretch.toMs, tickLimit(size.widthPx))
}

function paintRuler(context: PaintContext, painting: TimelinePainting, ticks: readonly number[]): void {
  const { geometry, theme, marks, selected, selectedText } = painting
  const covered = selected === null ? [] : coveredPlaces(geometry, selected, selectedText)
  const { stretch, size, rulerPx } = geometry
  const step = niceStep(stretch.toMs - stretch.fromMs, tickLimit(size.widthPx))
  context.font = canvasFont(theme, 11)
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  for (const tick of ticks) {
    const x = xOf(geometry, tick)
    const text = tickText(tick, step)
    const right = x + 4 + context.measureText(text).width
    const isCovered = covered.some(({ leftPx, rightPx }) => right > leftPx && x + 4 < rightPx)
    context.fillStyle = theme.muted
    if (right <= size.widthPx && !isCovered) context.fillText(text, x + 4, rulerPx / 2)
  }
  context.fillStyle = theme.line
  context.fillRect(0, rulerPx - 1, size.widthPx, 1)
  for (const mark of marks) paintMark(context, theme, xOf(geometry, mark), rulerPx)
}

/** A flag. */
function paintMark(context: PaintContext, theme: ChartTheme, x: number, rulerPx: number): void {
  context.fillStyle = theme.text
  context.fillRect(x, 4, 1, rulerPx - 5)
  context.beginPath()
  context.moveTo(x, 4)
  context.lineTo(x + 7, 7)
  context.lineTo(x, 10)
  context.closePath()
  context.fill()
}

interface PausesAcross {
  readonly bottomPx: number
  readonly bands: readonly { readonly x: number; readonly width: number }[]
}

/** Over the rows of threads. */
function pausesAcross({ pauses, geometry }: TimelinePainting, rows: readonly TimelineRow[]): PausesAcross | null {
  const last = rows.findLast(({ drawing }) => drawing?.kind === 'density')
  if (pauses === null || last === undefined) return null
  const bottomPx = Math.min(geometry.size.heightPx, rowTopPx(geometry, last) + last.heightPx)
  return { bottomPx, bands: bandsOf(pauses, geometry) }
}

function paintPauses(context: PaintContext, { geometry, theme }: TimelinePainting, across: PausesAcross | null): void {
  if (across === null) return
  const { rulerPx } = geometry
  context.save()
  context.fillStyle = theme.gc
  context.globalAlpha = 0.2
  for (const { x, width } of across.bands) context.fillRect(x, rulerPx, width, across.bottomPx - rulerPx)
  context.restore()
}

/** Long pauses, and those of the highest level unless they are everywhere. */
function bandsOf(
  { startMs, coveredMs, level }: TimelineStretches,
  geometry: TimelineGeometry,
): readonly { readonly x: number; readonly width: number }[] {
  const long: { x: number; width: number }[] = []
  const narrow: { x: number; width: number }[] = []
  const { widthPx } = geometry.size
  // There may be tens of thousands.
  for (let at = 0; at < startMs.length; at++) {
    const start = startMs[at]!
    const x = xOf(geometry, start)
    const width = xOf(geometry, start + coveredMs[at]!) - x
    if (x > widthPx || x + width < 0) continue
    if (width >= leastBandPx) long.push({ x, width })
    else if (level[at]! >= highestLevel) narrow.push({ x, width: narrowBandPx })
  }
  return narrow.length * narrowBandPx > widthPx * mostNarrowShare ? long : [...long, ...narrow]
}

/** A zigzag in the ruler and a dashed line below it. */
function paintLosses(context: PaintContext, { losses, geometry, theme }: TimelinePainting): void {
  context.save()
  context.strokeStyle = theme.bad
  context.lineWidth = 1.5
  for (const timeMs of losses) {
    const x = xOf(geometry, timeMs)
    if (x < -8 || x > geometry.size.widthPx + 8) continue
    context.setLineDash([])
    context.beginPath()
    context.moveTo(x - 6, geometry.rulerPx - 4)
    for (const [at, dx] of [-3, 0, 3, 6].entries()) context.lineTo(x + dx, geometry.rulerPx - (at % 2 === 0 ? 9 : 4))
    context.stroke()
    context.setLineDash([2, 3])
    context.beginPath()
    context.moveTo(x, geometry.rulerPx)
    context.lineTo(x, geometry.size.heightPx)
    context.stroke()
  }
  context.restore()
}

function paintCursor(context: PaintContext, { cursorMs, geometry, theme }: TimelinePainting): void {
  if (cursorMs === null) return
  const { rulerPx, size } = geometry
  context.fillStyle = theme.text
  context.fillRect(Math.round(xOf(geometry, cursorMs)), rulerPx, 1, size.heightPx - rulerPx)
}
