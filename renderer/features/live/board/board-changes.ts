import type { Board, BoardChart, BoardSeries } from '../../../../shared/model/settings.ts'
import { addChart, addSeries, changeChart, newChart } from './board.ts'
import type { Catalog } from '../series/catalog.ts'
import { chooseNatural } from '../series/measures.ts'
import { meaningOf, type Meaning } from '../series/units.ts'

/** Changes that need to know the instruments: which axis fits, how a new chart is best drawn. */

function meaningOfSeries(catalog: Catalog, series: BoardSeries): Meaning | null {
  const instrument = catalog.find(series.source, series.provider, series.instrument)[0]
  if (instrument === undefined) return null
  const known = catalog.seriesOf(instrument.index)
  const chosen = known.find(({ measure }) => measure === series.measure)
  const first = chosen ?? chooseNatural(known, instrument, 'rate')[0]
  return meaningOf(instrument, first?.measure ?? 'value')
}

function isSameMeaning(a: Meaning | null, b: Meaning | null): boolean {
  return a?.dimension === b?.dimension && a?.unitText === b?.unitText && a?.isPerSecond === b?.isPerSecond
}

/** Another unit than that of the left axis goes to the right one. */
export function withSeries(chart: BoardChart, series: BoardSeries, catalog: Catalog): BoardChart {
  const left = chart.series.find((other) => other.axis === 'left')
  const fits = left === undefined || isSameMeaning(meaningOfSeries(catalog, left), meaningOfSeries(catalog, series))
  return addSeries(chart, { ...series, axis: fits ? 'left' : 'right' })
}

let nextChartNumber = 1

function freeChartId(board: Board): string {
  let id = `chart-${nextChartNumber++}`
  while (board.charts.some((chart) => chart.id === id)) id = `chart-${nextChartNumber++}`
  return id
}

/** Histograms start on a log axis, sizes by tag set start stacked: that is how they are read. */
export function withNewChart(board: Board, series: BoardSeries, catalog: Catalog, atIndex?: number): Board {
  const instrument = catalog.find(series.source, series.provider, series.instrument)[0]
  const chart = newChart(freeChartId(board), [{ ...series, axis: 'left' }])
  const isHistogram = instrument?.kind === 'Histogram'
  return addChart(board, { ...chart, scale: isHistogram ? 'log' : 'linear' }, atIndex ?? board.charts.length)
}

export function withSeriesIn(board: Board, chartId: string, series: BoardSeries, catalog: Catalog): Board {
  return changeChart(board, chartId, (chart) => withSeries(chart, series, catalog))
}
