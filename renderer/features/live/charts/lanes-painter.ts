import { canvasFont, type ChartTheme } from '../../../canvas/chart-theme.ts'
import { paintHatch } from '../../../canvas/hatch.ts'
import type { PaintContext } from '../../../canvas/paint-context.ts'
import { paintTimeGrid, paintTimes } from '../../../canvas/timeline/time-axis.ts'
import type { LiveGap } from '../../../../shared/model/live.ts'
import { paintMarkLines, type Backdrop } from './chart-painter.ts'
import { gapWords } from '../series/gap-words.ts'

export const laneHeightPx = 22
export const axisRowHeightPx = 18
/** GC, exceptions, marks, gaps and thresholds. */
export const laneCount = 4
export const lanesHeightPx = laneCount * laneHeightPx + axisRowHeightPx

export interface LanesLayout {
  readonly fromMs: number
  readonly pxPerMs: number
  readonly widthPx: number
  readonly formatTime: (timeMs: number) => string
}

/** The event strip below the charts, on their time axis. Marks' labels are buttons laid over it, not painted. */
export function paintLanes(
  context: PaintContext,
  layout: LanesLayout,
  backdrop: LanesBackdrop,
  theme: ChartTheme,
): void {
  const x = (timeMs: number) => (timeMs - layout.fromMs) * layout.pxPerMs
  const lanesBottom = laneCount * laneHeightPx
  paintTimeGrid(context, backdrop.timeTicksMs, x, lanesBottom, theme)
  context.fillStyle = theme.line
  for (let lane = 1; lane <= laneCount; lane++) context.fillRect(0, lane * laneHeightPx, layout.widthPx, 1)
  paintCollections(context, layout, backdrop, theme, x)
  context.fillStyle = theme.bad
  for (const { timeMs, amount } of backdrop.exceptions) {
    const height = Math.min(17, 3 + amount * 2.2)
    context.fillRect(x(timeMs) - 1, 2 * laneHeightPx - height, 2, height)
  }
  paintGaps(context, layout, backdrop.gaps, theme, x)
  paintMarkLines(context, lanesBottom, backdrop, theme, x)
}

/** The row of times below the lanes. */
export function paintTimeAxis(
  context: PaintContext,
  layout: Omit<LanesLayout, 'widthPx'>,
  timeTicksMs: readonly number[],
  theme: ChartTheme,
): void {
  const y = laneCount * laneHeightPx + axisRowHeightPx / 2
  const x = (timeMs: number) => (timeMs - layout.fromMs) * layout.pxPerMs
  paintTimes(context, timeTicksMs, { x, y }, layout.formatTime, theme)
}

export interface LanesBackdrop extends Backdrop {
  readonly gaps: readonly LiveGap[]
}

/** Height, width and tone by generation: told apart without colour. */
function paintCollections(
  context: PaintContext,
  layout: LanesLayout,
  backdrop: LanesBackdrop,
  theme: ChartTheme,
  x: (timeMs: number) => number,
): void {
  context.fillStyle = theme.gc
  // Thinner bars keep single collections apart where they would otherwise run together.
  const isDense = backdrop.collections.length * 6 > layout.widthPx
  for (const { timeMs, durationMs, amount } of backdrop.collections) {
    const height = amount >= 2 ? 18 : amount >= 1 ? 14 : 10
    context.globalAlpha = amount >= 2 ? 1 : amount >= 1 ? 0.75 : 0.5
    context.fillRect(
      x(timeMs),
      laneHeightPx - height,
      Math.max(isDense ? 1.5 : amount >= 2 ? 4 : 3, durationMs * layout.pxPerMs),
      height,
    )
  }
  context.globalAlpha = 1
}

function paintGaps(
  context: PaintContext,
  layout: LanesLayout,
  gaps: readonly LiveGap[],
  theme: ChartTheme,
  x: (timeMs: number) => number,
): void {
  const height = laneCount * laneHeightPx
  context.font = canvasFont(theme, 11)
  context.textBaseline = 'middle'
  let labelledToPx = -Infinity
  for (const gap of gaps) {
    const from = Math.max(-8, x(gap.fromMs))
    const to = gap.toMs === null ? layout.widthPx : Math.min(layout.widthPx, x(gap.toMs))
    if (to <= from) continue
    context.fillStyle = theme.surface
    context.fillRect(from, 0, to - from, height)
    paintHatch(context, [{ x: from, y: 0, width: to - from, height }], theme.muted)
    const words = gapWords(gap)
    const textWidth = context.measureText(words).width
    // Before the gap if there is room, else inside it or behind it.
    const isBefore = from - textWidth - 8 > Math.max(0, labelledToPx)
    const textX = isBefore ? from - 6 : to - from > textWidth + 12 ? from + 6 : to + 6
    // Several in a row share the first one's words: letters in each other cannot be read.
    const textFromPx = isBefore ? textX - textWidth - 3 : textX - 3
    if (textFromPx < labelledToPx) continue
    labelledToPx = textFromPx + textWidth + 6
    context.textAlign = isBefore ? 'right' : 'left'
    const middle = 3.5 * laneHeightPx
    context.fillStyle = theme.surface
    context.fillRect(textFromPx, middle - 8, textWidth + 6, 16)
    context.fillStyle = theme.muted
    context.fillText(words, textX, middle)
  }
}
