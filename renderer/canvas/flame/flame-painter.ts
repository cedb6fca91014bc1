import { type Band, isInBand } from '../banded-canvas.ts'
import { paintDots, paintHatch } from '../hatch.ts'
import type { PaintContext } from '../paint-context.ts'
import { canvasFont, type ChartTheme } from '../chart-theme.ts'
import type { FlameColours } from './flame-colours.ts'
import {
  firstInSight,
  type FlameGeometry,
  type FlameRectangle,
  overhangPx,
  pxPerWeight,
  rectangleOf,
  rowsInSight,
  rowTopPx,
} from './flame-layout.ts'
import type { FlameText } from './flame-text.ts'

export interface FlameTheme extends ChartTheme {
  /** Of the root. */
  readonly track: string
  readonly boxText: string
}

/** What a function looks like; by its index. */
export interface FlameLook {
  readonly label: (functionIndex: number) => string
  readonly isOwn: (functionIndex: number) => boolean
  readonly colours: (functionIndex: number, depth: number) => FlameColours
  /** Text at the right of a box of that width. */
  readonly share: (weight: number, functionIndex: number) => string
}

/** Boxes that stand out. Indexes of functions; -1: none. */
export interface FlameMarks {
  readonly hovered: number
  readonly picked: number
  /** 1 for each function that a search found. */
  readonly found: Uint8Array
  /** The box with the keyboard; -1: none. */
  readonly cursor: number
}

export interface FlamePainting {
  readonly geometry: FlameGeometry
  readonly theme: FlameTheme
  readonly look: FlameLook
  readonly marks: FlameMarks
  readonly text: FlameText
  /** All that is seen of it; everything if left out. */
  readonly band?: Band
}

/** Narrower boxes have no text. */
const leastTextPx = 26
/** Boxes side by side below this width are one: nobody could tell them apart. */
const crumbPx = 1.2
const paddingPx = 5
const edgePx = 1.5
/** Narrower boxes are marked by a bar instead of a frame. */
const framedPx = 8
const barPx = 4
const stripePx = 6

/** Everything in sight, row by row. */
export function paintFlame(context: PaintContext, painting: FlamePainting): void {
  const { geometry, theme, text, band } = painting
  const { first, end } = rowsInSight(geometry)
  const isSeen = (depth: number): boolean =>
    band === undefined || isInBand(band, rowTopPx(geometry, depth) - overhangPx, geometry.rowPx + 2 * overhangPx)
  context.font = canvasFont(theme, 11)
  context.textBaseline = 'middle'
  text.begin(context.font)
  for (let depth = first; depth < end; depth++) if (isSeen(depth)) paintRow(context, painting, depth)
  for (let depth = first; depth < end; depth++) if (isSeen(depth)) paintMarks(context, painting, depth)
}

function paintRow(context: PaintContext, painting: FlamePainting, depth: number): void {
  const { geometry, look, theme } = painting
  const { boxes, rowStarts, size, rowPx } = geometry
  const scale = pxPerWeight(geometry)
  const y = rowTopPx(geometry, depth)
  const end = rowStarts[depth + 1]!
  for (let box = firstInSight(geometry, depth); box < end; box++) {
    const x = (boxes.start[box]! - geometry.viewport.from) * scale
    if (x >= size.widthPx) break
    if (x + boxes.width[box]! * scale <= 0) continue
    const of = boxes.function[box]!
    const { fill, edge, pattern }: FlameColours =
      box === 0 ? { fill: theme.track, edge: theme.muted } : look.colours(of, depth)
    if (boxes.width[box]! * scale < crumbPx) {
      const last = endOfCrumbs(geometry, box, end, scale)
      const until = (boxes.start[last]! + boxes.width[last]! - geometry.viewport.from) * scale
      context.fillStyle = fill
      context.fillRect(x, y, Math.max(0.6, until - x), rowPx - 1)
      box = last
      continue
    }
    const rectangle = rectangleOf(geometry, box)
    context.fillStyle = fill
    context.fillRect(rectangle.x, y, rectangle.width, rectangle.height)
    context.fillStyle = edge
    context.fillRect(rectangle.x, y + rectangle.height - edgePx, rectangle.width, edgePx)
    const free = rectangle.width > leastTextPx ? paintText(context, painting, box, rectangle) : rectangle
    if (pattern === 'stripes') paintHatch(context, [free], edge, stripePx)
    else if (pattern === 'dots') paintDots(context, free, edge)
  }
}

/** The last of the boxes that are one with this one. */
function endOfCrumbs({ boxes }: FlameGeometry, first: number, end: number, scale: number): number {
  let last = first
  while (last + 1 < end) {
    const next = last + 1
    const gap = (boxes.start[next]! - boxes.start[last]! - boxes.width[last]!) * scale
    if (gap > 0.5 || boxes.width[next]! * scale >= crumbPx) break
    last = next
  }
  return last
}

/** The part of the box that no text covers. */
function paintText(
  context: PaintContext,
  painting: FlamePainting,
  box: number,
  rectangle: FlameRectangle,
): FlameRectangle {
  const { geometry, look, theme, text } = painting
  const { boxes } = geometry
  const of = boxes.function[box]!
  const middle = rectangle.y + rectangle.height / 2
  const label = look.label(of)
  const share = look.share(boxes.width[box]!, of)
  const room = rectangle.width - 2 * paddingPx
  context.fillStyle = box === 0 ? theme.text : theme.boxText
  context.textAlign = 'left'
  const fitted = text.fitted(context, label, room)
  context.fillText(fitted, rectangle.x + paddingPx, middle)
  // What is cut fills the box.
  const taken =
    fitted === label ? Math.min(rectangle.width, text.widthOf(context, label) + 2 * paddingPx) : rectangle.width
  const free = { ...rectangle, x: rectangle.x + taken, width: rectangle.width - taken }
  const shareWidth = text.widthOf(context, share)
  if (text.widthOf(context, label) + shareWidth + 3 * paddingPx > room) return free
  context.textAlign = 'right'
  context.fillText(share, rectangle.x + rectangle.width - paddingPx, middle)
  return { ...free, width: Math.max(0, free.width - shareWidth - 2 * paddingPx) }
}

function paintMarks(context: PaintContext, painting: FlamePainting, depth: number): void {
  const { geometry, theme, marks } = painting
  const { boxes, rowStarts, size } = geometry
  const scale = pxPerWeight(geometry)
  const end = rowStarts[depth + 1]!
  let lastFrameEnd = Number.NEGATIVE_INFINITY
  for (let box = firstInSight(geometry, depth); box < end; box++) {
    const x = (boxes.start[box]! - geometry.viewport.from) * scale
    if (x >= size.widthPx) break
    const of = boxes.function[box]!
    const isFound = marks.found[of] === 1
    if (of !== marks.hovered && of !== marks.picked && !isFound && box !== marks.cursor) continue
    const rectangle = rectangleOf(geometry, box)
    if (of === marks.hovered) lightUp(context, theme, rectangle)
    // Frames of boxes too narrow to be told apart would be painted by the thousand over each other.
    if (rectangle.x + rectangle.width - lastFrameEnd < 1 && box !== marks.cursor) continue
    const isNarrow = rectangle.width < framedPx
    if (of === marks.picked && isNarrow) bar(context, rectangle, theme.text)
    else if (of === marks.picked) frame(context, rectangle, theme.text, 2, 0)
    else if (isFound && isNarrow) bar(context, rectangle, theme.accent)
    else if (isFound) frame(context, rectangle, theme.accent, 1.5, 0.75)
    if (box === marks.cursor) frame(context, rectangle, theme.accent, 2, -1.5)
    lastFrameEnd = rectangle.x + rectangle.width
  }
}

function lightUp(context: PaintContext, theme: FlameTheme, { x, y, width, height }: FlameRectangle): void {
  context.save()
  context.globalAlpha = theme.isHighContrast ? 0.3 : 0.14
  context.fillStyle = theme.text
  context.fillRect(x, y, width, height)
  context.restore()
}

/** For boxes that a frame would cover. */
function bar(context: PaintContext, { x, y, width }: FlameRectangle, colour: string): void {
  context.fillStyle = colour
  context.fillRect(x, y, width, barPx)
}

/** `insetPx`: how far inside of the box its middle runs. */
function frame(context: PaintContext, box: FlameRectangle, colour: string, linePx: number, insetPx: number): void {
  context.strokeStyle = colour
  context.lineWidth = linePx
  context.beginPath()
  const width = Math.max(1, box.width - 2 * insetPx)
  context.rect(box.x + insetPx, box.y + insetPx, width, box.height - 2 * insetPx)
  context.stroke()
}
