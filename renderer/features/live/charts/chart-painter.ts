import type { ChartTheme } from '../../../canvas/chart-theme.ts'
import { paintHatch } from '../../../canvas/hatch.ts'
import type { PaintContext } from '../../../canvas/paint-context.ts'
import { paintTimeGrid } from '../../../canvas/timeline/time-axis.ts'
import { yOfValue } from '../../../canvas/value-scale.ts'
import type { ChartLayout } from './chart-layout.ts'
import type { LaneEvent } from '../series/lane-store.ts'
import { paintLines, paintStack, strokeAs } from './line-painter.ts'

/** What stands behind and in front of the lines of every chart. */
export interface Backdrop {
  readonly timeTicksMs: readonly number[]
  readonly collections: readonly LaneEvent[]
  readonly exceptions: readonly LaneEvent[]
  readonly marks: readonly { readonly timeMs: number; readonly origin: string }[]
  /** `toMs` null is still open. */
  readonly gaps: readonly { readonly fromMs: number; readonly toMs: number | null }[]
  readonly exitMs: number | null
}

/** Everything that moves with time: painted on the scrolling layer, x = 0 is `layout.fromMs`. */
export function paintChartContent(
  context: PaintContext,
  layout: ChartLayout,
  backdrop: Backdrop,
  theme: ChartTheme,
): void {
  const x = (timeMs: number) => (timeMs - layout.fromMs) * layout.pxPerMs
  paintGrid(context, layout, backdrop, theme, x)
  paintCollections(context, layout, backdrop.collections, theme, x)
  context.save()
  context.beginPath()
  context.rect(0, 0, layout.widthPx, layout.heightPx)
  context.clip()
  if (layout.stack !== null) paintStack(context, layout, layout.stack, theme, x)
  paintLines(context, layout, theme)
  context.restore()
  for (const gap of backdrop.gaps) {
    const from = Math.max(-8, x(gap.fromMs))
    const to = gap.toMs === null ? layout.widthPx : Math.min(layout.widthPx, x(gap.toMs))
    if (to <= from) continue
    context.fillStyle = theme.surface
    context.fillRect(from, 0, to - from, layout.heightPx)
    paintHatch(context, [{ x: from, y: 0, width: to - from, height: layout.heightPx }], theme.muted)
  }
  paintExceptions(context, layout.heightPx, backdrop.exceptions, theme, x)
  paintMarkLines(context, layout.heightPx, backdrop, theme, x)
}

function paintGrid(
  context: PaintContext,
  layout: ChartLayout,
  backdrop: Backdrop,
  theme: ChartTheme,
  x: (timeMs: number) => number,
): void {
  paintTimeGrid(context, backdrop.timeTicksMs, x, layout.heightPx, theme)
  for (const tick of layout.left.ticks) {
    context.fillRect(0, Math.round(yOfValue(layout.left.scale, tick.value)), layout.widthPx, 1)
  }
}

/** Least width and strength of a band, by generation. */
const bandOfGeneration = [
  { leastPx: 1.2, alpha: 0.08 },
  { leastPx: 1.5, alpha: 0.12 },
  { leastPx: 3, alpha: 0.25 },
] as const

/** Part of the width that bands of one generation may tint at full strength; more of them grow paler, or they would hide the lines. */
const bandShare = 0.04
/** Young collections beyond this share would stripe the chart and say nothing there; the lane below has every one. */
const youngShare = 0.02

/** Bands over the full height: strength by generation, at least wide enough to be seen. */
function paintCollections(
  context: PaintContext,
  layout: ChartLayout,
  collections: readonly LaneEvent[],
  theme: ChartTheme,
  x: (timeMs: number) => number,
): void {
  context.fillStyle = theme.gc
  bandOfGeneration.forEach(({ leastPx, alpha }, generation) => {
    const own = collections.filter((collection) => Math.min(2, Math.round(collection.amount)) === generation)
    const share = (own.length * leastPx) / Math.max(1, layout.widthPx)
    if (generation < 2 && share > youngShare) return
    const strength = Math.min(1, bandShare / Math.max(share, 1e-9))
    context.globalAlpha = Math.max(0.05, alpha * strength)
    for (const { timeMs, durationMs } of own) {
      const widthPx = Math.max(strength < 1 ? 1 : leastPx, durationMs * layout.pxPerMs)
      context.fillRect(x(timeMs), 0, widthPx, layout.heightPx)
    }
  })
  context.globalAlpha = 1
}

function paintExceptions(
  context: PaintContext,
  heightPx: number,
  exceptions: readonly LaneEvent[],
  theme: ChartTheme,
  x: (timeMs: number) => number,
): void {
  context.fillStyle = theme.bad
  // A hint at the foot of the chart; how many there were is in the lane below.
  context.globalAlpha = 0.5
  for (const { timeMs, amount } of exceptions) {
    const height = Math.min(6, 2 + amount)
    context.fillRect(x(timeMs), heightPx - height, 1.25, height)
  }
  context.globalAlpha = 1
}

export function paintMarkLines(
  context: PaintContext,
  heightPx: number,
  backdrop: Backdrop,
  theme: ChartTheme,
  x: (timeMs: number) => number,
): void {
  for (const mark of backdrop.marks) {
    context.beginPath()
    context.moveTo(x(mark.timeMs), 0)
    context.lineTo(x(mark.timeMs), heightPx)
    strokeAs(context, mark.origin === 'threshold' ? theme.warn : theme.accent, 1.25, [4, 3])
  }
  if (backdrop.exitMs !== null) {
    context.beginPath()
    context.moveTo(x(backdrop.exitMs), 0)
    context.lineTo(x(backdrop.exitMs), heightPx)
    strokeAs(context, theme.text, 1.5, [])
  }
}
