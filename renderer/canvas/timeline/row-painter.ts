import type { PaintContext } from '../paint-context.ts'
import { type Bar, fillBars } from './bars.ts'
import { paintDensity } from './density-painter.ts'
import { paintPoints, paintSteps } from './line-rows.ts'
import { barPx, colourOf, columnsOf, roomAbovePx, type RowPlace, xIn } from './row-place.ts'
import type { TimelineDrawing, TimelineStretches, TrackColour } from './timeline-layout.ts'

/** Narrower nobody sees it. */
const leastPx = 1.5

export function paintDrawing(context: PaintContext, drawing: TimelineDrawing, place: RowPlace): void {
  switch (drawing.kind) {
    case 'density':
      return paintDensity(context, drawing.layers, drawing.most, place)
    case 'stretches':
      paintLines(context, drawing.lines, place)
      return paintStretches(context, drawing.bars, place)
    case 'ticks':
      return paintTicks(context, drawing, colourOf(place.theme, drawing.colour), place)
    case 'bars':
      return paintBars(context, drawing.series, drawing.most, place)
    case 'steps':
      return paintSteps(context, drawing.bins, drawing.most, colourOf(place.theme, drawing.colour), place)
    case 'points':
      return paintPoints(context, drawing, colourOf(place.theme, drawing.colour), place)
  }
}

function paintStretches(
  context: PaintContext,
  { startMs, coveredMs, level }: TimelineStretches,
  place: RowPlace,
): void {
  const { y, heightPx, widthPx, theme } = place
  for (let at = 0; at < startMs.length; at++) {
    const from = xIn(place, startMs[at]!)
    const width = Math.max(leastPx + level[at]! * 0.5, xIn(place, startMs[at]! + coveredMs[at]!) - from)
    if (from > widthPx || from + width < 0) continue
    // The higher the level, the taller and fuller.
    const height = (heightPx - 4) * (0.5 + 0.25 * Math.min(2, level[at]!))
    context.globalAlpha = 0.5 + 0.25 * Math.min(2, level[at]!)
    context.fillStyle = theme.gc
    context.fillRect(from, y + heightPx - 1 - height, width, height)
  }
  context.globalAlpha = 1
}

/** Those that overlap are one: a second one on top of it would be darker. */
function paintLines(context: PaintContext, { startMs, endMs }: TimelineStretches, place: RowPlace): void {
  context.fillStyle = place.theme.gc
  context.globalAlpha = 0.6
  const y = place.y + place.heightPx / 2 - 1
  let left = 0
  let right = 0
  const fill = (): void => {
    if (right > left && left <= place.widthPx && right >= 0) context.fillRect(left, y, right - left, 2)
  }
  for (let at = 0; at < startMs.length; at++) {
    const from = xIn(place, startMs[at]!)
    const to = Math.max(from + leastPx, xIn(place, endMs[at]!))
    if (from > right) {
      fill()
      left = from
      right = to
    } else right = Math.max(right, to)
  }
  fill()
  context.globalAlpha = 1
}

/** Of a tick for a single one of very many. */
const leastShare = 0.4

function paintTicks(
  context: PaintContext,
  { bins, most }: { readonly bins: Float64Array; readonly most: number },
  colour: string,
  place: RowPlace,
): void {
  const { first, end, left, binPx } = columnsOf(place)
  const width = Math.min(2, Math.max(1, barPx(binPx)))
  const base = place.y + place.heightPx - 3
  context.fillStyle = colour
  for (let bin = first; bin < end; bin++) {
    if (!(bins[bin]! > 0)) continue
    const height = (place.heightPx - 7) * (leastShare + (1 - leastShare) * Math.min(1, bins[bin]! / most))
    context.fillRect(left(bin) + (binPx - width) / 2, base - height, width, height)
  }
}

function paintBars(
  context: PaintContext,
  series: readonly { readonly colour: TrackColour; readonly bins: Float64Array }[],
  most: number,
  place: RowPlace,
): void {
  const { first, end, left, binPx } = columnsOf(place)
  const width = barPx(binPx)
  const scale = (place.heightPx - roomAbovePx - 2) / Math.max(most, Number.MIN_VALUE)
  const base = place.y + place.heightPx - 1
  const raised = new Float32Array(Math.max(0, end - first))
  for (const { bins, colour } of series) {
    const bars: Bar[] = []
    for (let bin = first; bin < end; bin++) {
      const value = bins[bin]!
      if (!(value > 0)) continue
      const from = raised[bin - first]!
      const to = from + Math.max(1, value * scale)
      bars.push({ x: left(bin), width, from, to })
      raised[bin - first] = to
    }
    context.fillStyle = colourOf(place.theme, colour)
    fillBars(context, bars, base, place)
  }
}
