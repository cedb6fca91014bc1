import { timeStep, timeTicks } from '../../../canvas/timeline/time-ticks.ts'
import type { Board, BoardChart, BoardSeries } from '../../../../shared/model/settings.ts'
import { tsvRow } from '../../../../shared/base/table-cells.ts'
import type { MenuEntry } from '../../../ui/overlay/menu.tsx'
import {
  changeChart,
  isSameSeries,
  moveChart,
  moveToAxis,
  putBackChart,
  removeChart,
  removeSeries,
  withMeasure,
} from '../board/board.ts'
import { offerToPutBack } from '../board/board-history.ts'
import { backdropOf, type ChartLayer } from './chart-layer.ts'
import { chartTitle, type ChartLine } from './chart-lines.ts'
import { asPicture, type ChartPicture } from './chart-picture.ts'
import { askWhatToCompare, canCompare } from '../compare-commands.ts'
import { copyText } from '../../../commands/page-actions.ts'
import { pictureEntries } from '../../../commands/picture-entries.ts'
import type { LiveContextValue } from '../live-context.ts'
import { isCounterKind, isLevelDeclaredAsCounter } from '../series/measures.ts'
import { formatExact } from '../series/units.ts'

const percentiles = 'percentiles'

interface ChartMenu {
  readonly chart: BoardChart
  readonly index: number
  readonly lines: readonly ChartLine[]
  readonly layerOf: () => ChartLayer | null
  readonly askThreshold: () => void
  readonly context: LiveContextValue
}

/** What can be done with one chart; also the keyboard way for what can be dragged. */
export function chartEntries(menu: ChartMenu): MenuEntry[] {
  const { chart, index, lines, context, askThreshold } = menu
  const { board, changeBoard } = context
  const change = (apply: (chart: BoardChart) => BoardChart) =>
    changeBoard((current) => changeChart(current, chart.id, apply))
  const entries: MenuEntry[] = []
  if (lines.some((line) => isCounterKind(line.instrument.kind) && !isLevelDeclaredAsCounter(line.instrument))) {
    entries.push(
      {
        kind: 'choice',
        label: 'Show counters as',
        value: chart.counterMode,
        options: [
          { value: 'rate', label: 'Rate per second' },
          { value: 'total', label: 'Total' },
        ],
        onChange: (mode) => change((one) => ({ ...one, counterMode: mode === 'total' ? 'total' : 'rate' })),
      },
      { kind: 'separator' },
    )
  }
  entries.push(...histogramEntries(chart, lines, change))
  entries.push(
    {
      kind: 'check',
      label: 'Stacked',
      isChecked: chart.isStacked,
      onChange: (isStacked) => change((one) => ({ ...one, isStacked })),
    },
    {
      kind: 'check',
      label: 'Logarithmic',
      isChecked: chart.scale === 'log',
      onChange: (isLog) => change((one) => ({ ...one, scale: isLog ? 'log' : 'linear' })),
    },
    { kind: 'item', label: 'Add threshold…', isDisabled: lines.length === 0, run: askThreshold },
    ...seriesEntries(chart, change),
    ...compareEntries(context),
    { kind: 'separator' },
    ...copyEntries(menu),
    { kind: 'separator' },
    {
      kind: 'item',
      label: 'Move up',
      isDisabled: index === 0,
      run: () => changeBoard((current: Board) => moveChart(current, chart.id, index - 1)),
    },
    {
      kind: 'item',
      label: 'Move down',
      isDisabled: index >= board.charts.length - 1,
      run: () => changeBoard((current: Board) => moveChart(current, chart.id, index + 1)),
    },
    {
      kind: 'item',
      label: 'Remove chart',
      tone: 'bad',
      run: () => {
        changeBoard((current: Board) => removeChart(current, chart.id))
        offerToPutBack(`Removed: ${chartTitle(chart, lines).title}`, () =>
          changeBoard((current) => putBackChart(current, board.name, chart, index)),
        )
      },
    },
  )
  return entries
}

/** What of a histogram is drawn: the menu speaks of all histograms of the chart. */
function histogramEntries(
  chart: BoardChart,
  lines: readonly ChartLine[],
  change: (apply: (chart: BoardChart) => BoardChart) => void,
): MenuEntry[] {
  const histograms = lines.filter((line) => line.instrument.kind === 'Histogram').map((line) => line.boardSeries)
  const first = histograms[0]
  if (first === undefined) return []
  const isHistogram = (series: BoardSeries) => histograms.some((other) => isSameSeries(other, series))
  return [
    {
      kind: 'choice',
      label: 'Show histograms as',
      value: first.measure ?? percentiles,
      options: [
        { value: percentiles, label: 'Percentiles' },
        { value: 'count-rate', label: 'Measurements per second' },
        { value: 'count', label: 'Count per interval' },
        { value: 'sum', label: 'Sum per interval' },
      ],
      onChange: (measure) => change((one) => withMeasure(one, isHistogram, measure === percentiles ? null : measure)),
    },
    { kind: 'separator' },
  ]
}

function seriesEntries(chart: BoardChart, change: (apply: (chart: BoardChart) => BoardChart) => void): MenuEntry[] {
  if (chart.series.length === 0) return []
  return [
    {
      kind: 'submenu',
      label: 'Instruments',
      entries: chart.series.flatMap((series): MenuEntry[] => [
        {
          kind: 'heading',
          label: series.rawTags === null ? series.instrument : `${series.instrument} {${series.rawTags}}`,
        },
        {
          kind: 'check',
          label: 'Use right axis',
          isChecked: series.axis === 'right',
          onChange: (isRight) => change((one) => moveToAxis(one, series, isRight ? 'right' : 'left')),
        },
        {
          kind: 'item',
          label: 'Remove from chart',
          tone: 'bad',
          isDisabled: chart.series.filter((other) => !isSameSeries(other, series)).length === 0,
          run: () => change((one) => removeSeries(one, series)),
        },
      ]),
    },
  ]
}

function copyEntries({ chart, lines, layerOf, context }: ChartMenu): MenuEntry[] {
  const picture = () => {
    const layer = layerOf()
    const made = layer === null ? null : pictureOf(layer, chart, lines, context)
    return made === null ? null : asPicture(made)
  }
  return [
    { kind: 'item', label: 'Copy values', run: () => copyText(valuesText(lines, context), 'Values copied') },
    { kind: 'submenu', label: 'Picture', entries: pictureEntries('Chart', picture) },
  ]
}

function compareEntries({ documentId, target }: LiveContextValue): MenuEntry[] {
  if (target.kind !== 'process') return []
  return [
    {
      kind: 'item',
      label: 'Compare with process…',
      isDisabled: !canCompare(documentId),
      run: () => askWhatToCompare(documentId, target.processKey),
    },
  ]
}

/** TSV: full names, values as published, at the cursor or newest. */
function valuesText(lines: readonly ChartLine[], { runtime }: LiveContextValue): string {
  const { view, group } = runtime
  return lines
    .map((line) => {
      const value = group.history.valueAt(line.seriesIndex, view.readingMs, view.maxStepMs)
      return tsvRow([line.fullName, value === null ? '' : formatExact(line.instrument, line.measure, value)])
    })
    .join('\n')
}

function pictureOf(
  layer: ChartLayer,
  chart: BoardChart,
  lines: readonly ChartLine[],
  { runtime, theme, timeOffsetMs, formatTime }: LiveContextValue,
): ChartPicture | null {
  const { layout } = layer
  if (layout === null) return null
  const { fromMs, toMs } = runtime.view.range
  const plotWidthPx = Math.round((toMs - fromMs) * layout.pxPerMs)
  const { title, subtitle } = chartTitle(chart, lines)
  const range = { fromMs: layout.fromMs, toMs: layout.fromMs + plotWidthPx / layout.pxPerMs }
  const stepMs = timeStep({ fromMs, toMs }, plotWidthPx)
  return {
    title,
    subtitle,
    caption: `${formatTime(range.fromMs)} to ${formatTime(range.toMs)}`,
    layout,
    plotWidthPx,
    backdrop: {
      ...backdropOf(runtime.group, range, plotWidthPx, timeOffsetMs),
      timeTicksMs: timeTicks(range, stepMs, timeOffsetMs),
    },
    theme,
    formatTime,
  }
}
