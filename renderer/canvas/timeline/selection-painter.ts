import { canvasFont } from '../chart-theme.ts'
import type { PaintContext } from '../paint-context.ts'
import { rulerPx as designedRulerPx, type TimelineGeometry, xOf } from './timeline-layout.ts'
import type { LabelPlace } from './timeline-drag.ts'
import { type TimelinePainting, veil } from './timeline-painting.ts'

const handlePx = 6
const labelPaddingPx = 10
/** Six and a half pixels a digit; the label is as wide as its text at most needs, so that pointer and painter agree without measuring. */
const digitPx = 6.5

/** Where the label of the selected range is; null: there is no room for it. */
export function labelPlace(
  geometry: TimelineGeometry,
  range: { readonly fromMs: number; readonly toMs: number },
  text: string,
): LabelPlace | null {
  const from = Math.max(0, xOf(geometry, range.fromMs))
  const to = Math.min(geometry.size.widthPx, xOf(geometry, range.toMs))
  const width = (text.length * digitPx * geometry.rulerPx) / designedRulerPx + 2 * labelPaddingPx
  if (to - from < width + 2 * handlePx) return null
  const middle = (from + to) / 2
  return { leftPx: middle - width / 2, rightPx: middle + width / 2 }
}

/** What the ends of the selected range and its label cover of the ruler. */
export function coveredPlaces(
  geometry: TimelineGeometry,
  range: { readonly fromMs: number; readonly toMs: number },
  text: string,
): readonly LabelPlace[] {
  const label = labelPlace(geometry, range, text)
  const handles = [range.fromMs, range.toMs].map((timeMs) => {
    const x = xOf(geometry, timeMs)
    return { leftPx: x - handlePx / 2, rightPx: x + handlePx / 2 }
  })
  return label === null ? handles : [...handles, label]
}

/** The selected range: its ends, its length, and a veil over everything else. */
export function paintSelection(
  context: PaintContext,
  { geometry, theme, selected, selectedText }: TimelinePainting,
): void {
  if (selected === null) return
  const { size, rulerPx } = geometry
  const from = xOf(geometry, selected.fromMs)
  const to = xOf(geometry, selected.toMs)
  veil(context, theme, 0, rulerPx, Math.min(size.widthPx, from), size.heightPx - rulerPx)
  veil(context, theme, Math.max(0, to), rulerPx, size.widthPx - Math.max(0, to), size.heightPx - rulerPx)
  context.fillStyle = theme.accent
  for (const x of [from, to]) {
    context.fillRect(x - 0.75, 0, 1.5, size.heightPx)
    context.fillRect(x - handlePx / 2, 2, handlePx, rulerPx - 5)
  }
  const label = labelPlace(geometry, selected, selectedText)
  if (label === null) return
  context.fillRect(label.leftPx, 2, label.rightPx - label.leftPx, rulerPx - 4)
  context.font = canvasFont(theme, 11, 600)
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.fillStyle = theme.onAccent
  context.fillText(selectedText, (label.leftPx + label.rightPx) / 2, rulerPx / 2 + 0.5)
  context.textAlign = 'left'
}
