import type { Board, BoardChart, BoardSeries } from '../../../../shared/model/settings.ts'
import { defaultBoardName, emptyBoard, newChart } from './board.ts'
import type { Catalog } from '../series/catalog.ts'
import { seriesWithTags } from '../charts/chart-lines.ts'
import { liveLabels } from '../live-labels.ts'

/**
 * The board somebody sees first: what explains most processes, as far as the target has the instruments. Each place on the board has
 * alternatives in order of preference; ids are those of the place, so that a chart keeps its identity while instruments arrive.
 */
interface Place {
  readonly id: string
  readonly alternatives: readonly Alternative[]
}

interface Alternative {
  readonly title: string | null
  readonly series: readonly BoardSeries[]
  readonly isStacked?: boolean
  readonly scale?: 'linear' | 'log'
  /** Taken when the first of the series exists; the others join when they do. */
}

function of(source: BoardSeries['source'], provider: string, ...instruments: string[]): BoardSeries[] {
  return instruments.map((instrument) => ({
    source,
    provider,
    instrument,
    rawTags: null,
    measure: null,
    axis: 'left',
  }))
}

const runtimeMeter = (...instruments: string[]) => of('meter', 'System.Runtime', ...instruments)
const runtimeCounter = (...instruments: string[]) => of('event-counter', 'System.Runtime', ...instruments)

const requestDuration = of('meter', 'Microsoft.AspNetCore.Hosting', 'http.server.request.duration')
/** How many requests ended, by what tells them apart. */
const requestRate = requestDuration.map((series) => ({ ...series, measure: 'count-rate' }))
const serverErrors = { key: 'http.response.status_code', prefix: '5' }

const titles = liveLabels.defaultCharts

const places: readonly Place[] = [
  {
    id: 'default-request-rate',
    alternatives: [
      { title: titles.requestsPerSecond, series: requestRate, isStacked: true },
      { title: null, series: of('event-counter', 'Microsoft.AspNetCore.Hosting', 'requests-per-second') },
    ],
  },
  {
    id: 'default-failed-requests',
    alternatives: [
      {
        title: titles.failedRequests,
        series: requestRate.map((series) => ({ ...series, tagPrefix: serverErrors })),
        isStacked: true,
      },
      { title: null, series: of('event-counter', 'Microsoft.AspNetCore.Hosting', 'failed-requests') },
    ],
  },
  {
    id: 'default-requests',
    alternatives: [
      {
        title: null,
        series: requestDuration,
        scale: 'log',
      },
    ],
  },
  {
    id: 'default-heap',
    alternatives: [
      { title: null, series: runtimeMeter('dotnet.gc.last_collection.heap.size'), isStacked: true },
      {
        title: titles.heapByGeneration,
        series: runtimeCounter('gen-2-size', 'loh-size', 'gen-1-size', 'gen-0-size', 'poh-size'),
        isStacked: true,
      },
    ],
  },
  {
    id: 'default-cpu',
    alternatives: [
      { title: null, series: runtimeMeter('dotnet.process.cpu.time'), isStacked: true },
      { title: null, series: runtimeCounter('cpu-usage') },
    ],
  },
  {
    id: 'default-thread-pool',
    alternatives: [
      {
        title: titles.threadPool,
        series: runtimeMeter('dotnet.thread_pool.queue.length', 'dotnet.thread_pool.thread.count'),
      },
      { title: titles.threadPool, series: runtimeCounter('threadpool-queue-length', 'threadpool-thread-count') },
    ],
  },
  {
    id: 'default-allocation',
    alternatives: [
      { title: null, series: runtimeMeter('dotnet.gc.heap.total_allocated') },
      { title: null, series: runtimeCounter('alloc-rate') },
    ],
  },
]

/** Charts of requests come on top of these. */
const chartCount = 4
const isOfRequests = ({ id }: Pick<Place, 'id'>) => /request/.test(id)

export function defaultBoard(catalog: Catalog): Board {
  const charts: BoardChart[] = []
  for (const place of places) {
    if (charts.filter((chart) => !isOfRequests(chart)).length === chartCount) break
    const chart = chartFor(place, catalog)
    if (chart !== null) charts.push(chart)
  }
  const board = emptyBoard(defaultBoardName)
  return { ...board, charts: charts.length > 0 ? charts : ownInstruments(catalog) }
}

function chartFor(place: Place, catalog: Catalog): BoardChart | null {
  for (const alternative of place.alternatives) {
    const known = alternative.series.filter((series) => hasSeries(catalog, series))
    if (known.length === 0 || known[0] !== alternative.series[0]) continue
    return {
      ...newChart(place.id, known),
      title: alternative.title,
      isStacked: alternative.isStacked ?? false,
      scale: alternative.scale ?? 'linear',
    }
  }
  return null
}

function hasSeries(catalog: Catalog, series: BoardSeries): boolean {
  return catalog
    .find(series.source, series.provider, series.instrument)
    .some((instrument) =>
      seriesWithTags(catalog, instrument.index, series).some(
        ({ measure }) => series.measure === null || measure === series.measure,
      ),
    )
}

/** A target without any of the runtime's instruments (a file of one meter): its first instruments, one chart each. */
function ownInstruments(catalog: Catalog): BoardChart[] {
  return catalog
    .instruments()
    .filter((instrument) => catalog.seriesOf(instrument.index).length > 0)
    .slice(0, chartCount)
    .map((instrument) =>
      newChart(`default-own-${instrument.index}`, of(instrument.source, instrument.provider, instrument.name)),
    )
}
