import type { TimeRange } from './time-scale.ts'

/** What a drag takes hold of: an end of the selected range, its label, or empty ground. */
export type DragPart = 'from' | 'to' | 'label' | 'ground'

export interface RangeDrag {
  readonly part: DragPart
  readonly startMs: number
  /** As it was when the drag began. */
  readonly range: TimeRange | null
}

const handlePx = 5

export interface LabelPlace {
  readonly leftPx: number
  readonly rightPx: number
}

/** What a drag that begins at `xPx` takes hold of; the label is in the ruler only. */
export function dragPartAt(
  xPx: number,
  isInRuler: boolean,
  ends: { readonly fromPx: number; readonly toPx: number } | null,
  label: LabelPlace | null,
): DragPart {
  if (ends === null) return 'ground'
  const toFrom = Math.abs(xPx - ends.fromPx)
  const toTo = Math.abs(xPx - ends.toPx)
  if (Math.min(toFrom, toTo) <= handlePx) return toFrom < toTo ? 'from' : 'to'
  if (isInRuler && label !== null && xPx >= label.leftPx && xPx <= label.rightPx) return 'label'
  return 'ground'
}

/** The range that a drag has made when the pointer is at `atMs`. */
export function draggedRange({ part, startMs, range }: RangeDrag, atMs: number, extent: TimeRange): TimeRange {
  if (range === null || part === 'ground') return inside(startMs, atMs, extent)
  if (part === 'from') return inside(range.toMs, atMs, extent)
  if (part === 'to') return inside(range.fromMs, atMs, extent)
  const length = range.toMs - range.fromMs
  const from = Math.min(Math.max(range.fromMs + atMs - startMs, extent.fromMs), extent.toMs - length)
  return { fromMs: from, toMs: from + length }
}

/** An end that is dragged across the other one takes its place. */
function inside(oneMs: number, otherMs: number, { fromMs, toMs }: TimeRange): TimeRange {
  return { fromMs: Math.max(fromMs, Math.min(oneMs, otherMs)), toMs: Math.min(toMs, Math.max(oneMs, otherMs)) }
}
