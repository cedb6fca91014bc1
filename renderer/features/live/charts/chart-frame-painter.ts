import { formatNumber } from '../../../../shared/base/format.ts'
import { canvasFont, type ChartTheme } from '../../../canvas/chart-theme.ts'
import { placeEdgeLabels } from '../../../canvas/edge-labels.ts'
import { fittedText } from '../../../canvas/fitted-text.ts'
import type { PaintContext } from '../../../canvas/paint-context.ts'
import { gutterLeftPx, gutterRightPx } from '../../../canvas/timeline/gutters.ts'
import { yOfValue } from '../../../canvas/value-scale.ts'
import type { ChartAxis, ChartLayout } from './chart-layout.ts'
import type { ChartLine } from './chart-lines.ts'
import { colourOf } from './line-painter.ts'
import { formatTick } from '../series/units.ts'

/** What stands still: axis texts at the left (and right), newest values at the right edge. Canvas covers the gutters too. */
export function paintChartFrame(
  context: PaintContext,
  layout: ChartLayout,
  plotWidthPx: number,
  theme: ChartTheme,
): void {
  context.font = gutterFont(theme, 400)
  context.textBaseline = 'middle'
  paintTicks(context, layout.left, gutterLeftPx - 6, 'right', theme)
  context.fillStyle = theme.muted
  context.textAlign = 'left'
  context.fillText(layout.left.label, gutterLeftPx + 5, 7)
  if (layout.right !== null) {
    paintTicks(context, layout.right, gutterLeftPx + plotWidthPx + 6, 'left', theme)
    context.textAlign = 'right'
    context.fillText(layout.right.label, gutterLeftPx + plotWidthPx - 5, 7)
    return
  }
  paintNewest(context, layout, plotWidthPx, theme)
}

/** The gutters have a width of their own at any text size: larger figures would be cut off. Legends and tiles show them large. */
const gutterScaleLimit = 1.3

function gutterFont(theme: ChartTheme, weight: number): string {
  return canvasFont({ ...theme, fontScale: Math.min(theme.fontScale, gutterScaleLimit) }, 11, weight)
}

function paintTicks(
  context: PaintContext,
  axis: ChartAxis,
  x: number,
  align: CanvasTextAlign,
  theme: ChartTheme,
): void {
  const [first, second] = axis.ticks
  const step = first === undefined || second === undefined ? 1 : second.shown - first.shown
  context.textAlign = align
  context.fillStyle = theme.muted
  for (const tick of axis.ticks) {
    const text = axis.scale.kind === 'log' ? formatNumber(tick.shown) : formatTick(tick.shown, step)
    context.fillText(text, x, Math.max(7, yOfValue(axis.scale, tick.value)))
  }
}

function paintNewest(context: PaintContext, layout: ChartLayout, plotWidthPx: number, theme: ChartTheme): void {
  const edgeX = gutterLeftPx + plotWidthPx
  context.font = gutterFont(theme, 500)
  context.textAlign = 'left'
  for (const label of placeEdgeLabels(newestLabels(layout, theme), 7, layout.heightPx - 7, 14)) {
    context.beginPath()
    context.arc(edgeX, label.yPx, 2.5, 0, 2 * Math.PI)
    context.fillStyle = label.colour
    context.fill()
    context.fillStyle = theme.text
    context.fillText(fitText(context, label.text, gutterRightPx - 10), edgeX + 8, label.labelYPx)
  }
}

interface NewestLabel {
  readonly yPx: number
  readonly text: string
  readonly colour: string
}

export function newestLabels(layout: ChartLayout, theme: ChartTheme): NewestLabel[] {
  const { scale, unit } = layout.left
  if (layout.stack !== null) {
    const known = layout.lines.filter((item) => item.newest !== null)
    if (known.length === 0) return []
    const total = known.reduce((sum, item) => sum + Math.max(0, item.newest ?? 0), 0)
    return [{ yPx: yOfValue(scale, total), text: formatNumber(total * unit.factor), colour: theme.text }]
  }
  const isAlone = layout.lines.length === 1
  // The letter alone says whose line it is only while each process has one.
  const isSameOfEach = new Set(layout.lines.map(({ line }) => line.label)).size === 1
  return layout.lines.flatMap(({ line, newest }) => {
    if (newest === null) return []
    const value = formatNumber(newest * unit.factor)
    return [
      {
        yPx: yOfValue(scale, newest),
        text: isAlone ? value : `${edgeName(line, isSameOfEach)} ${value}`,
        colour: colourOf(theme, line),
      },
    ]
  })
}

function edgeName({ letter, label }: ChartLine, isSameOfEach: boolean): string {
  if (letter === undefined) return shortLabel(label)
  return isSameOfEach ? letter : `${letter} ${shortLabel(label)}`
}

/** The first word of a dotted label is enough beside its line: `queue.length` is `queue`. */
function shortLabel(label: string): string {
  const [first = label] = label.split('.')
  return first.length >= 2 ? first : label
}

/** The value is never cut. */
function fitText(context: PaintContext, text: string, widthPx: number): string {
  const at = text.lastIndexOf(' ')
  if (at < 0) return text
  const value = text.slice(at)
  const name = fittedText(context, text.slice(0, at), widthPx - context.measureText(value).width)
  return name === '' ? value.trim() : `${name}${value}`
}
