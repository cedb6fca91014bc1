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
import { liveLabels } from '../live-labels.ts'

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
        label: liveLabels.chartEntries.showCountersAs,
        value: chart.counterMode,
        options: [
          { value: 'rate', label: liveLabels.chartEntries.ratePerSecond },
          { value: 'total', label: liveLabels.chartEntries.total },
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
      label: liveLabels.chartEntries.stacked,
      isChecked: chart.isStacked,
      onChange: (isStacked) => change((one) => ({ ...one, isStacked })),
    },
    {
      kind: 'check',
      label: liveLabels.chartEntries.logarithmic,
      isChecked: chart.scale === 'log',
      onChange: (isLog) => change((one) => ({ ...one, scale: isLog ? 'log' : 'linear' })),
    },
    { kind: 'item', label: liveLabels.chartEntries.addThreshold, isDisabled: lines.length === 0, run: askThreshold },
    ...seriesEntries(chart, change),
    ...compareEntries(context),
    { kind: 'separator' },
    ...copyEntries(menu),
    { kind: 'separator' },
    {
      kind: 'item',
      label: liveLabels.chartEntries.moveUp,
      isDisabled: index === 0,
      run: () => changeBoard((current: Board) => moveChart(current, chart.id, index - 1)),
    },
    {
      kind: 'item',
      label: liveLabels.chartEntries.moveDown,
      isDisabled: index >= board.charts.length - 1,
      run: () => changeBoard((current: Board) => moveChart(current, chart.id, index + 1)),
    },
    {
      kind: 'item',
      label: liveLabels.chartEntries.removeChart,
      tone: 'bad',
      run: () => {
        changeBoard((current: Board) => removeChart(current, chart.id))
        offerToPutBack(liveLabels.chartEntries.removed(chartTitle(chart, lines).title), () =>
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
      label: liveLabels.chartEntries.showHistogramsAs,
      value: first.measure ?? percentiles,
      options: [
        { value: percentiles, label: liveLabels.chartEntries.percentiles },
        { value: 'count-rate', label: liveLabels.chartEntries.measurementsPerSecond },
        { value: 'count', label: liveLabels.chartEntries.countPerInterval },
        { value: 'sum', label: liveLabels.chartEntries.sumPerInterval },
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
      label: liveLabels.chartEntries.instruments,
      entries: chart.series.flatMap((series): MenuEntry[] => [
        {
          kind: 'heading',
          label: series.rawTags === null ? series.instrument : `${series.instrument} {${series.rawTags}}`,
        },
        {
          kind: 'check',
          label: liveLabels.chartEntries.useRightAxis,
          isChecked: series.axis === 'right',
          onChange: (isRight) => change((one) => moveToAxis(one, series, isRight ? 'right' : 'left')),
        },
        {
          kind: 'item',
          label: liveLabels.chartEntries.removeFromChart,
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
    {
      kind: 'item',
      label: liveLabels.chartEntries.copyValues,
      run: () => copyText(valuesText(lines, context), liveLabels.chartEntries.valuesCopied),
    },
    {
      kind: 'submenu',
      label: liveLabels.chartEntries.picture,
      entries: pictureEntries('chart', picture),
    },
  ]
}

function compareEntries({ documentId, target }: LiveContextValue): MenuEntry[] {
  if (target.kind !== 'process') return []
  return [
    {
      kind: 'item',
      label: liveLabels.chartEntries.compareWithProcess,
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
    caption: liveLabels.chartEntries.stretch(formatTime(range.fromMs), formatTime(range.toMs)),
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
