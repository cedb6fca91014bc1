import type { Band } from '../banded-canvas.ts'
import { partitionPoint } from '../../../shared/base/partition-point.ts'

/**
 * Boxes of a flame graph as a painter takes them: columns, row by row from the root down and from left to right in each. Places and widths are in
 * units of weight.
 */
export interface FlameGraphBoxes {
  /** The box above; the root has itself. */
  readonly parent: Uint32Array
  readonly function: Uint32Array
  readonly depth: Uint32Array
  readonly start: Float64Array
  readonly width: Float64Array
}

/** What is seen of it: a stretch from side to side, and how far it is scrolled down. */
export interface FlameViewport {
  readonly from: number
  readonly to: number
  readonly topPx: number
}

export interface FlameSize {
  readonly widthPx: number
  readonly heightPx: number
}

/** `icicle`: the root on top; `flame`: at the bottom. */
export type FlameDirection = 'icicle' | 'flame'

/** Where rows are: what boxes and pointer have in common. */
export interface FlameGeometry {
  readonly boxes: FlameGraphBoxes
  /** First box of each row, and the number of boxes. */
  readonly rowStarts: Uint32Array
  readonly viewport: FlameViewport
  readonly size: FlameSize
  readonly direction: FlameDirection
  /** Of a row, at the text size that is set. */
  readonly rowPx: number
  /** Rows of the whole graph, drawn or not. */
  readonly rowCount: number
}

/** As designed, at text size 1. */
export const rowHeightPx = 20
const gapPx = 1
/** So far a frame around a box may reach beyond its row. */
export const overhangPx = 3

export function rowStartsOf({ depth }: FlameGraphBoxes): Uint32Array {
  const rowCount = depth.length === 0 ? 0 : depth.at(-1)! + 1
  const starts = new Uint32Array(rowCount + 1).fill(depth.length)
  for (let box = depth.length - 1; box >= 0; box--) starts[depth[box]!] = box
  return starts
}

/** Height of everything; not less than what is seen, so that a flame stands on its ground. */
export function contentHeightPx({ rowCount, rowPx, size }: FlameGeometry): number {
  return Math.max(size.heightPx, rowCount * rowPx)
}

export function rowTopPx(geometry: FlameGeometry, depth: number): number {
  const { direction, rowPx, viewport } = geometry
  const top = direction === 'icicle' ? depth * rowPx : contentHeightPx(geometry) - (depth + 1) * rowPx
  return top - viewport.topPx
}

export function depthAtPx(geometry: FlameGeometry, yPx: number): number {
  const { direction, rowPx, viewport } = geometry
  const y = yPx + viewport.topPx
  return Math.floor((direction === 'icicle' ? y : contentHeightPx(geometry) - y) / rowPx)
}

/** Rows that are seen, from one to before the other. */
export function rowsInSight(geometry: FlameGeometry): { readonly first: number; readonly end: number } {
  const one = depthAtPx(geometry, 0)
  const other = depthAtPx(geometry, geometry.size.heightPx - 0.5)
  const most = geometry.rowStarts.length - 1
  return { first: Math.max(0, Math.min(one, other)), end: Math.min(most, Math.max(one, other) + 1) }
}

/** From the top of the first row that is seen to the bottom of the last. */
export function rowsBand(geometry: FlameGeometry): Band {
  const { first, end } = rowsInSight(geometry)
  const tops = [rowTopPx(geometry, first), rowTopPx(geometry, end - 1)]
  return { topPx: Math.min(...tops) - overhangPx, bottomPx: Math.max(...tops) + geometry.rowPx + overhangPx }
}

export interface FlameRectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export function pxPerWeight({ viewport, size }: FlameGeometry): number {
  return size.widthPx / (viewport.to - viewport.from)
}

/** The part of a box that is in sight; a gap parts it from its neighbours. */
export function rectangleOf(geometry: FlameGeometry, box: number): FlameRectangle {
  const { boxes, viewport, size, rowPx } = geometry
  const scale = pxPerWeight(geometry)
  const left = Math.max(0, (boxes.start[box]! - viewport.from) * scale)
  const right = Math.min(size.widthPx, (boxes.start[box]! + boxes.width[box]! - viewport.from) * scale)
  return {
    x: left,
    y: rowTopPx(geometry, boxes.depth[box]!),
    width: Math.max(0.6, right - left - gapPx),
    height: rowPx - gapPx,
  }
}

/** Box under a point of the canvas; null: none. */
export function boxAt(geometry: FlameGeometry, xPx: number, yPx: number): number | null {
  const { boxes, rowStarts, viewport } = geometry
  const depth = depthAtPx(geometry, yPx)
  if (depth < 0 || depth >= rowStarts.length - 1) return null
  return boxOfRowAt(boxes, rowStarts, depth, viewport.from + xPx / pxPerWeight(geometry))
}

/** Box of a row at a place; null: none. */
export function boxOfRowAt(boxes: FlameGraphBoxes, rowStarts: Uint32Array, depth: number, at: number): number | null {
  const box = lastStartingBefore(boxes.start, rowStarts[depth]!, rowStarts[depth + 1]!, at)
  return box !== null && at < boxes.start[box]! + boxes.width[box]! ? box : null
}

/** The first box of a row that reaches into what is seen. */
export function firstInSight({ boxes, rowStarts, viewport }: FlameGeometry, depth: number): number {
  return lastStartingBefore(boxes.start, rowStarts[depth]!, rowStarts[depth + 1]!, viewport.from) ?? rowStarts[depth]!
}

function lastStartingBefore(start: Float64Array, first: number, end: number, at: number): number | null {
  const next = partitionPoint(first, end, (box) => start[box]! <= at)
  return next === first ? null : next - 1
}
