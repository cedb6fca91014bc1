import { dashOf, type ChartTheme } from '../../../canvas/chart-theme.ts'
import type { Polyline } from '../../../canvas/decimate.ts'
import type { PaintContext } from '../../../canvas/paint-context.ts'
import { yOfValue, type ValueScale } from '../../../canvas/value-scale.ts'
import { scaleOfLine, type ChartLayout, type LaidOutLine } from './chart-layout.ts'
import type { ChartLine } from './chart-lines.ts'

/** Lines, areas and bands of a chart: everything that is made of samples. */
export function paintStack(
  context: PaintContext,
  layout: ChartLayout,
  stack: NonNullable<ChartLayout['stack']>,
  theme: ChartTheme,
  x: (timeMs: number) => number,
): void {
  const { layers, lines } = stack
  const { scale } = layout.left
  const runs = runsOf(layers.timeMs)
  lines.forEach((line, at) => {
    const upper = layers.edges[at]
    if (upper === undefined) return
    const lower = at === 0 ? null : (layers.edges[at - 1] ?? null)
    const colour = colourOf(theme, line)
    for (const [first, last] of runs) {
      context.beginPath()
      for (let i = first; i <= last; i++) context.lineTo(x(layers.timeMs[i] ?? 0), yOfValue(scale, upper[i] ?? 0))
      for (let i = last; i >= first; i--) {
        context.lineTo(x(layers.timeMs[i] ?? 0), yOfValue(scale, lower?.[i] ?? Math.max(0, scale.low)))
      }
      context.closePath()
      context.fillStyle = colour
      context.globalAlpha = theme.isHighContrast ? 0.35 : 0.5
      context.fill()
      context.globalAlpha = 1
      context.beginPath()
      for (let i = first; i <= last; i++) context.lineTo(x(layers.timeMs[i] ?? 0), yOfValue(scale, upper[i] ?? 0))
      strokeAs(context, colour, 1.25, dashOf(line.dashIndex))
    }
  })
}

/** Stretches of columns in which something was measured. */
function runsOf(timeMs: Float64Array): [first: number, last: number][] {
  const runs: [number, number][] = []
  let first = -1
  let last = -1
  for (let i = 0; i < timeMs.length; i++) {
    if (Number.isNaN(timeMs[i])) {
      // One empty column between two full ones is a sample that came early or late, not a gap.
      if (first >= 0 && i - last > 2) {
        runs.push([first, last])
        first = -1
      }
      continue
    }
    if (first < 0) first = i
    last = i
  }
  if (first >= 0) runs.push([first, last])
  return runs.map(([from, to]) => [from, to])
}

export function paintLines(context: PaintContext, layout: ChartLayout, theme: ChartTheme): void {
  const own = layout.lines.filter((item) => layout.stack === null || item.line.axis === 'right')
  const bands = new Map<number, LaidOutLine[]>()
  for (const item of own) {
    if (item.line.bandIndex !== null) bands.set(item.line.bandIndex, [...(bands.get(item.line.bandIndex) ?? []), item])
  }
  for (const band of bands.values()) paintBand(context, layout, band, theme)
  const single = own.length === 1 ? own[0] : undefined
  if (single !== undefined && single.line.bandIndex === null) paintArea(context, layout, single, theme)
  for (const item of own) {
    const width = item.line.bandIndex === null ? 1.5 : (bandWidths[item.line.measure] ?? 1.25)
    tracePath(context, item.points, scaleOfLine(layout, item.line))
    context.globalAlpha = item.line.measure === 'p99' && !theme.isHighContrast ? 0.75 : 1
    strokeAs(context, colourOf(theme, item.line), width, dashOf(item.line.dashIndex))
    context.globalAlpha = 1
  }
}

const bandWidths: Readonly<Record<string, number>> = { p50: 1.75, p95: 1.25, p99: 1 }
const bandShades = [0.22, 0.1]

function paintBand(context: PaintContext, layout: ChartLayout, band: readonly LaidOutLine[], theme: ChartTheme): void {
  const inOrder = ['p50', 'p95', 'p99'].map((measure) => band.find((item) => item.line.measure === measure))
  for (let at = 0; at < 2; at++) {
    const lower = inOrder[at]
    const upper = inOrder[at + 1]
    if (lower === undefined || upper === undefined) continue
    const scale = scaleOfLine(layout, lower.line)
    const lowerRuns = pointRuns(lower.points)
    const upperRuns = pointRuns(upper.points)
    // Quantiles of an interval are published together; where their runs do not match, the lines alone are right.
    if (lowerRuns.length !== upperRuns.length) continue
    context.fillStyle = colourOf(theme, lower.line)
    context.globalAlpha = bandShades[at] ?? 0.1
    upperRuns.forEach(([first, last], run) => {
      const [lowerFirst, lowerLast] = lowerRuns[run] ?? [0, -1]
      context.beginPath()
      for (let i = first; i <= last; i++)
        context.lineTo(upper.points.x[i] ?? 0, yOfValue(scale, upper.points.y[i] ?? 0))
      for (let i = lowerLast; i >= lowerFirst; i--) {
        context.lineTo(lower.points.x[i] ?? 0, yOfValue(scale, lower.points.y[i] ?? 0))
      }
      context.closePath()
      context.fill()
    })
    context.globalAlpha = 1
  }
}

function paintArea(context: PaintContext, layout: ChartLayout, item: LaidOutLine, theme: ChartTheme): void {
  const scale = scaleOfLine(layout, item.line)
  const floor = yOfValue(scale, scale.kind === 'log' ? scale.low : Math.max(0, scale.low))
  context.fillStyle = colourOf(theme, item.line)
  context.globalAlpha = 0.12
  for (const [first, last] of pointRuns(item.points)) {
    context.beginPath()
    context.moveTo(item.points.x[first] ?? 0, floor)
    for (let i = first; i <= last; i++) context.lineTo(item.points.x[i] ?? 0, yOfValue(scale, item.points.y[i] ?? 0))
    context.lineTo(item.points.x[last] ?? 0, floor)
    context.closePath()
    context.fill()
  }
  context.globalAlpha = 1
}

function pointRuns(points: Polyline): [first: number, last: number][] {
  const runs: [number, number][] = []
  let first = -1
  for (let i = 0; i < points.count; i++) {
    if (Number.isNaN(points.y[i])) {
      if (first >= 0) runs.push([first, i - 1])
      first = -1
    } else if (first < 0) first = i
  }
  if (first >= 0) runs.push([first, points.count - 1])
  return runs
}

function tracePath(context: PaintContext, points: Polyline, scale: ValueScale): void {
  context.beginPath()
  let isPenDown = false
  for (let i = 0; i < points.count; i++) {
    const value = points.y[i] ?? Number.NaN
    if (Number.isNaN(value)) {
      isPenDown = false
      continue
    }
    const x = points.x[i] ?? 0
    const y = yOfValue(scale, value)
    if (!isPenDown) {
      context.moveTo(x, y)
      // A lone sample between two gaps would be an invisible line of no length.
      if (i + 1 >= points.count || Number.isNaN(points.y[i + 1])) context.lineTo(x + 1.5, y)
    } else context.lineTo(x, y)
    isPenDown = true
  }
}

export function colourOf(theme: ChartTheme, line: Pick<ChartLine, 'colourIndex'>): string {
  return theme.series[line.colourIndex] ?? theme.text
}

export function strokeAs(context: PaintContext, colour: string, width: number, dash: number[]): void {
  context.strokeStyle = colour
  context.lineWidth = width
  // Round joins cost the software rasteriser twice as much and cannot be seen at this width.
  context.lineJoin = 'bevel'
  context.setLineDash(dash)
  context.stroke()
  if (dash.length > 0) context.setLineDash([])
}
