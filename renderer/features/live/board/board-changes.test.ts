import { describe, expect, test } from 'vitest'
import type { BoardSeries } from '../../../../shared/model/settings.ts'
import { emptyBoard } from './board.ts'
import { withNewChart, withSeriesIn } from './board-changes.ts'
import { CatalogBuilder } from '../testing.ts'

const series = (instrument: string): BoardSeries => ({
  source: 'meter',
  provider: 'System.Runtime',
  instrument,
  rawTags: null,
  measure: null,
  axis: 'left',
})

describe('adding instruments to a board', () => {
  const builder = new CatalogBuilder()
  builder.addRuntimeMeter()
  builder.add('meter', 'System.Runtime', 'latency', 'Histogram', 's', ['p50', 'p95', 'p99'])

  test('an instrument of another unit gets the right axis', () => {
    const one = withNewChart(emptyBoard('b'), series('dotnet.thread_pool.queue.length'), builder.catalog)
    const id = one.charts[0]?.id ?? ''
    const two = withSeriesIn(one, id, series('dotnet.thread_pool.thread.count'), builder.catalog)
    const three = withSeriesIn(two, id, series('dotnet.process.memory.working_set'), builder.catalog)
    expect(three.charts[0]?.series.map((item) => item.axis)).toEqual(['left', 'left', 'right'])
  })

  test('a histogram starts on a log axis, every chart has an id of its own', () => {
    const board = withNewChart(
      withNewChart(emptyBoard('b'), series('latency'), builder.catalog),
      series('dotnet.gc.pause.time'),
      builder.catalog,
      0,
    )
    expect(board.charts.map((chart) => chart.scale)).toEqual(['linear', 'log'])
    expect(new Set(board.charts.map((chart) => chart.id)).size).toBe(2)
  })
})
