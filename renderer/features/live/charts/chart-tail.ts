import { dashOf } from '../../../canvas/chart-theme.ts'
import type { Polyline } from '../../../canvas/decimate.ts'
import type { Backdrop } from './chart-painter.ts'
import type { ChartLayout, LaidOutLine } from './chart-layout.ts'

/** A line that begins this far left of the stretch enters it as in the whole picture: joins and ends are narrower. */
const marginPx = 4

/**
 * What of a layout lies at or right of `fromX`: painted over a cleared stretch of the old picture it gives the same picture as painting
 * all of it, at a fraction of the rasterising. Views of the layout's own arrays. Dashed lines stay whole, or their dashes would shift.
 */
export function tailOf(layout: ChartLayout, fromX: number): ChartLayout {
  const enterX = fromX - marginPx
  return { ...layout, lines: layout.lines.map((item) => tailOfLine(item, enterX)), stack: tailOfStack(layout, enterX) }
}

function tailOfLine(item: LaidOutLine, enterX: number): LaidOutLine {
  if (dashOf(item.line.dashIndex).length > 0) return item
  const { points } = item
  const first = lastBefore(points.count, (i) => !Number.isNaN(points.y[i]) && (points.x[i] ?? 0) < enterX)
  const tail: Polyline = {
    x: points.x.subarray(first, points.count),
    y: points.y.subarray(first, points.count),
    count: points.count - first,
  }
  return { ...item, points: tail }
}

function tailOfStack(layout: ChartLayout, enterX: number): ChartLayout['stack'] {
  const { stack } = layout
  if (stack === null || stack.lines.some((line) => dashOf(line.dashIndex).length > 0)) return stack
  const { timeMs, edges, columnCount } = stack.layers
  const enterMs = layout.fromMs + enterX / layout.pxPerMs
  const first = lastBefore(columnCount, (i) => (timeMs[i] ?? Number.NaN) < enterMs)
  return {
    ...stack,
    layers: {
      timeMs: timeMs.subarray(first),
      edges: edges.map((edge) => edge.subarray(first)),
      columnCount: columnCount - first,
    },
  }
}

/** Index of the last of `count` places that is one; 0 when none is. */
function lastBefore(count: number, isOne: (index: number) => boolean): number {
  for (let i = count - 1; i > 0; i--) if (isOne(i)) return i
  return 0
}

/**
 * Equal for two layouts of the same stretch when the picture of the older one is still right but for samples that have come since:
 * same axes, and the same marks, gaps and end behind the lines.
 */
export function pictureKey(layout: ChartLayout, backdrop: Backdrop, historyRevision: number): string {
  const axes = [layout.left, layout.right].map((axis) =>
    axis === null ? '' : [axis.scale.kind, axis.scale.low, axis.scale.high, axis.unit.unit].join(' '),
  )
  const marks = backdrop.marks.map((mark) => `${mark.timeMs} ${mark.origin}`)
  const gaps = backdrop.gaps.map((gap) => `${gap.fromMs} ${gap.toMs ?? ''}`)
  // Many collections grow paler together; the old ones need not follow each single new one.
  const crowd = Math.round(4 * Math.log2(1 + backdrop.collections.length))
  const size = `${layout.fromMs} ${layout.pxPerMs} ${layout.heightPx}`
  return [size, ...axes, ...marks, '', ...gaps, backdrop.exitMs ?? '', crowd, historyRevision].join('|')
}
