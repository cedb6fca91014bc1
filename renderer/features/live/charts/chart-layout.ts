import { decimateLine, PolylineBuffer, type PaceStep, type Polyline } from '../../../canvas/decimate.ts'
import { SampleBuffer } from '../../../canvas/sample-buffer.ts'
import { joinStacks, stackLayers, type SampleSource, type StackedLayers } from '../../../canvas/stack.ts'
import {
  axisRange,
  emptyExtent,
  joinExtents,
  scaleExtent,
  valueTicks,
  type AxisRange,
  type Extent,
  type ValueScale,
} from '../../../canvas/value-scale.ts'
import type { BoardChart } from '../../../../shared/model/settings.ts'
import type { ChartLine } from './chart-lines.ts'
import { stepAt, stepsPerInterval } from '../series/paces.ts'
import { displayUnit, type DisplayUnit } from '../series/units.ts'
import { liveLabels } from '../live-labels.ts'

/**
 * Where everything of one chart lies for one stretch of time: pure, from buffers to pixels. Values are kept in base units
 * (bytes, seconds, percent); x is pixels from `fromMs`.
 */
export interface ChartAxis {
  readonly scale: ValueScale
  /** Round numbers: in base units, and as they are written. */
  readonly ticks: readonly { readonly value: number; readonly shown: number }[]
  /** How base-unit values read on this axis. */
  readonly unit: DisplayUnit
  readonly label: string
}

export interface LaidOutLine {
  readonly line: ChartLine
  readonly points: Polyline
  /** Newest value in base units; null when none is fresh. */
  readonly newest: number | null
}

export interface ChartLayout {
  readonly fromMs: number
  readonly pxPerMs: number
  readonly widthPx: number
  readonly heightPx: number
  readonly left: ChartAxis
  readonly right: ChartAxis | null
  readonly lines: readonly LaidOutLine[]
  /** Set when the chart is stacked: lines of the left axis, bottom first. */
  readonly stack: { readonly layers: StackedLayers; readonly lines: readonly ChartLine[] } | null
}

export function scaleOfLine(layout: ChartLayout, line: ChartLine): ValueScale {
  return line.axis === 'right' && layout.right !== null ? layout.right.scale : layout.left.scale
}

/** Where samples come from: the local ring together with what was asked for. */
export interface SampleReader {
  /** Appends the samples of the range, and the neighbour on each side. */
  read(seriesIndex: number, fromMs: number, toMs: number, into: SampleBuffer): void
  valueAt(seriesIndex: number, timeMs: number, maxAgeMs: number): number | null
}

export interface ChartLayoutInput {
  readonly chart: BoardChart
  readonly lines: readonly ChartLine[]
  readonly samples: SampleReader
  /** What is painted: the visible stretch and the overscan to its right. */
  readonly fromMs: number
  readonly toMs: number
  /** End of the visible stretch; the newest values are those at it, whatever came later. */
  readonly edgeMs: number
  readonly pxPerMs: number
  readonly heightPx: number
  /** A longer distance between samples is a gap; by the pace there was at their time. */
  readonly steps: readonly PaceStep[]
  readonly previousRanges: PreviousRanges
  /** Reused between layouts of the same chart; grown as needed. */
  readonly pool: PolylineBuffer[]
}

/** Ranges of the last layout, in the axis' own unit; a change of the signature starts the axes afresh. */
export interface PreviousRanges {
  left: { readonly range: AxisRange; readonly unit: string } | null
  right: { readonly range: AxisRange; readonly unit: string } | null
  signature: string
}

export const plotTopPx = 14
export const plotBottomPx = 8

export function layoutChart(input: ChartLayoutInput): ChartLayout {
  const { chart, heightPx, previousRanges } = input
  const signature = `${chart.scale}/${chart.isStacked}/${chart.counterMode}/${input.lines.length}/${input.lines[0]?.key ?? ''}`
  if (previousRanges.signature !== signature) {
    previousRanges.signature = signature
    previousRanges.left = null
    previousRanges.right = null
  }
  const stackLines = chart.isStacked ? input.lines.filter((line) => line.axis === 'left') : []
  const stack = stackLines.length > 0 ? { layers: stackOf(input, stackLines), lines: stackLines } : null
  const laidOut = input.lines.map((line, at) => layoutLine(input, line, at))

  const extentOn = (axis: 'left' | 'right') => {
    const own = laidOut.filter((item) => item.line.axis === axis)
    const ofLines =
      stack !== null && axis === 'left' ? emptyExtent : own.map((item) => item.extent).reduce(joinExtents, emptyExtent)
    const ofStack = stack !== null && axis === 'left' ? stackExtent(stack.layers, input) : emptyExtent
    const ofThresholds = axis === 'left' ? thresholdExtent(input) : emptyExtent
    return joinExtents(joinExtents(ofLines, ofStack), ofThresholds)
  }
  const hasRight = input.lines.some((line) => line.axis === 'right')
  const left = axisOf(input, 'left', extentOn('left'), stack !== null)
  return {
    fromMs: input.fromMs,
    pxPerMs: input.pxPerMs,
    widthPx: (input.toMs - input.fromMs) * input.pxPerMs,
    heightPx,
    left,
    right: hasRight ? axisOf(input, 'right', extentOn('right'), false) : null,
    lines: laidOut,
    stack,
  }
}

/** Of the line that is laid out now: lines are laid out one after the other, and nothing of it is kept. */
const samples = new SampleBuffer()

function layoutLine(input: ChartLayoutInput, line: ChartLine, at: number): LaidOutLine & { readonly extent: Extent } {
  const points = (input.pool[at] ??= new PolylineBuffer())
  const factor = line.meaning.factor
  const { fromMs, pxPerMs, steps } = input
  // Many lines get wider columns: the path length of a chart stays bounded whatever is charted.
  const columnPx = input.lines.length > 8 ? 2 : 1
  samples.clear()
  input.samples.read(line.seriesIndex, fromMs, input.toMs, samples)
  decimateLine(samples, { fromMs, pxPerMs, columnPx, steps, factor }, points)
  const newest = input.samples.valueAt(line.seriesIndex, input.edgeMs, stepAt(steps, input.edgeMs))
  const extent = extentOf(samples, factor, fromMs, input.edgeMs)
  return { line, points, newest: newest === null ? null : newest * factor, extent }
}

/** Of the samples within the range only: the neighbours outside are not seen. */
function extentOf({ timeMs, value, count }: SampleBuffer, factor: number, fromMs: number, toMs: number): Extent {
  let low = Infinity
  let high = -Infinity
  let lowestPositive = Infinity
  for (let index = 0; index < count; index++) {
    const time = timeMs[index] ?? Number.NaN
    if (time < fromMs || time > toMs) continue
    const sample = (value[index] ?? Number.NaN) * factor
    // A share of nothing is published as infinite: an axis that reaches there has no room for anything else.
    if (!Number.isFinite(sample)) continue
    if (sample < low) low = sample
    if (sample > high) high = sample
    if (sample > 0 && sample < lowestPositive) lowestPositive = sample
  }
  return { low, high, lowestPositive }
}

/** Above it, columns are as wide as they are drawn: adding up each interval of a day would cost more than a frame. */
const maxStackColumns = 8192

function stackOf(input: ChartLayoutInput, lines: readonly ChartLine[]): StackedLayers {
  const sources = lines.map((line): SampleSource => ({
    factor: line.meaning.factor,
    read: (fromMs, toMs, into) => input.samples.read(line.seriesIndex, fromMs, toMs, into),
  }))
  const parts = input.steps.flatMap(({ sinceMs, maxStepMs }, at) => {
    const untilMs = input.steps[at + 1]?.sinceMs ?? Infinity
    const fromMs = Math.max(input.fromMs, sinceMs)
    const toMs = Math.min(input.toMs, untilMs)
    const intervalMs = maxStepMs / stepsPerInterval
    const bucketMs = 1.5 / input.pxPerMs
    const isShort = (toMs - fromMs) / intervalMs <= maxStackColumns
    const columnMs = isShort ? intervalMs : Math.max(intervalMs, bucketMs)
    const options = { fromMs, toMs, columnMs, bucketMs, holdMs: maxStepMs, sinceMs, untilMs }
    return toMs < fromMs ? [] : [stackLayers(sources, options)]
  })
  return joinStacks(parts, sources.length)
}

function stackExtent(layers: StackedLayers, input: ChartLayoutInput): Extent {
  let high = -Infinity
  const top = layers.edges.at(-1)
  for (let column = 0; column < layers.columnCount; column++) {
    const time = layers.timeMs[column] ?? Number.NaN
    if (Number.isNaN(time) || time < input.fromMs || time > input.edgeMs) continue
    high = Math.max(high, top?.[column] ?? 0)
  }
  return high < 0 ? emptyExtent : { low: 0, high, lowestPositive: high > 0 ? high / 100 : Infinity }
}

/** A threshold is always in the picture: a line that cannot be seen cannot be dragged. */
function thresholdExtent(input: ChartLayoutInput): Extent {
  const factor = input.lines.find((line) => line.axis === 'left')?.meaning.factor ?? 1
  return input.chart.thresholds
    .map(({ value }) => {
      const base = value * factor
      return { low: base, high: base, lowestPositive: base > 0 ? base : Infinity }
    })
    .reduce(joinExtents, emptyExtent)
}

/** The range is made in the unit the axis shows: round numbers of MiB are not round numbers of bytes. */
function axisOf(input: ChartLayoutInput, side: 'left' | 'right', extent: Extent, isStacked: boolean): ChartAxis {
  const { chart, previousRanges } = input
  const own = input.lines.filter((line) => line.axis === side)
  const first = own[0]
  const isMixed = own.some(
    (line) => line.meaning.dimension !== first?.meaning.dimension || line.meaning.unitText !== first.meaning.unitText,
  )
  const base = { ...(first?.meaning ?? { dimension: 'count' as const, isPerSecond: false, unitText: '' }), factor: 1 }
  const unit = isMixed ? { factor: 1, unit: '' } : displayUnit(base, typicalValue(extent, chart.scale))
  const previous = previousRanges[side]?.unit === unit.unit ? previousRanges[side].range : null
  const range = axisRange(scaleExtent(extent, unit.factor), chart.scale, previous)
  previousRanges[side] = { range, unit: unit.unit }
  const unitWords = new Set(own.map((line) => unitWord(unit.unit, line)))
  const words = [
    isMixed
      ? liveLabels.chartTitles.differentUnits
      : unitWords.size > 1
        ? `count${unit.unit}`
        : unitWord(unit.unit, first),
  ]
  if (chart.scale === 'log') words.push('log')
  if (isStacked) words.push('stacked')
  return {
    scale: {
      kind: chart.scale,
      low: range.low / unit.factor,
      high: range.high / unit.factor,
      topPx: plotTopPx,
      bottomPx: input.heightPx - plotBottomPx,
    },
    ticks: valueTicks({ kind: chart.scale, ...range, topPx: 0, bottomPx: 1 })
      .filter((shown) => !isWhole(own, extent, unit) || Number.isInteger(shown))
      .map((shown) => ({ value: shown / unit.factor, shown })),
    unit,
    label: words.filter((word) => word !== '').join(', '),
  }
}

function isCounted({ meaning }: ChartLine): boolean {
  return !meaning.isPerSecond && (meaning.dimension === 'count' || meaning.dimension === 'bytes')
}

/** Things and bytes come in whole ones: an axis from 0 to 1 has no quarters of a thread. Rates and shares of them have. */
function isWhole(lines: readonly ChartLine[], extent: Extent, unit: DisplayUnit): boolean {
  if (unit.factor !== 1 || !lines.every(isCounted)) return false
  return extent.low > extent.high || (Number.isInteger(extent.low) && Number.isInteger(extent.high))
}

/** The value whose unit suits the axis: the largest, on a log axis one in the middle. */
function typicalValue(extent: Extent, kind: 'linear' | 'log'): number {
  if (extent.low > extent.high) return 0
  const high = Math.max(Math.abs(extent.high), Math.abs(extent.low))
  return kind === 'log' && Number.isFinite(extent.lowestPositive) ? Math.sqrt(high * extent.lowestPositive) : high
}

/** A bare count has no unit to print; what is counted does: `{request}` becomes `request`. */
function unitWord(unit: string, line: ChartLine | undefined): string {
  if (line === undefined) return unit
  const isCpu = line.instrument.name === 'dotnet.process.cpu.time' && unit === '%'
  if (isCpu) return liveLabels.chartTitles.ofOneCore
  const annotation = /^\{(.+)\}$/.exec(line.instrument.unit)?.[1]?.replaceAll('_', ' ')
  if (annotation === undefined || line.meaning.dimension !== 'count') return unit
  return line.measure === 'count'
    ? unit
    : `${unit.replace('/s', '')} ${annotation}${unit.endsWith('/s') ? '/s' : ''}`.trim()
}
