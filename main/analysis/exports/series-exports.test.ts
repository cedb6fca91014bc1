import { beforeEach, describe, expect, it } from 'vitest'
import type { Measure } from '../../../shared/model/live.ts'
import { Catalog } from '../catalog.ts'
import { Lanes } from '../lanes.ts'
import { SeriesStore } from '../series/series-store.ts'
import { csvLong, csvWide, isoTime } from './csv.ts'
import { countersJson, type JsonExtras } from './counters-json.ts'
import { type ExportSelection, sampleWindows } from './series-windows.ts'

const startMs = Date.UTC(2026, 0, 2, 3, 4, 5)
let catalog: Catalog
let store: SeriesStore
let track: number
let rowCount: number
beforeEach(() => {
  catalog = new Catalog()
  const copies = { pack: (bytes: Uint8Array) => bytes, unpack: (bytes: Uint8Array) => bytes }
  store = new SeriesStore({ maxMemoryBytes: 1e8, maxDiskBytes: 0 }, copies, null)
  track = store.newTrack()
  rowCount = 0
})

function series(name: string, measure: Measure, { unit = '', rawTags = '', displayName = '' } = {}): number {
  const instrument = catalog.instrument(name, () => ({
    source: 'meter',
    provider: 'App',
    providerVersion: '',
    name,
    displayName,
    kind: 'Counter',
    unit,
    description: '',
  }))
  return catalog.addSeries(instrument, rawTags, [], measure)!
}

const add = (index: number, atMs: number, value: number) => store.add(track, index, startMs + atMs, value)
const selection = (parts: Partial<ExportSelection> = {}): ExportSelection => ({
  catalog,
  store,
  seriesIndexes: catalog.series.map(({ index }) => index),
  fromMs: startMs,
  toMs: startMs + 1_000_000,
  ...parts,
})
const onRow = () => void (rowCount += 1)
const long = (parts?: Partial<ExportSelection>) => [...csvLong(selection(parts), onRow)].join('').split('\r\n')
const wide = (rowMs: number, parts?: Partial<ExportSelection>) =>
  [...csvWide(selection(parts), rowMs, onRow)].join('').split('\r\n')

describe('a table with a row for each sample', () => {
  it('says whose each sample is, in the order of time, and leaves empty what was not measured', () => {
    const rate = series('requests', 'rate', { unit: 'req, all', rawTags: 'a=b,c=d' })
    const size = series('size', 'value')
    add(size, 1000, 7)
    add(rate, 2000, 2.5)
    add(size, 2000, Number.NaN)
    expect(long()).toEqual([
      'timestamp,unix_ms,source,provider,instrument,kind,tags,measure,unit,value',
      `2026-01-02T03:04:06.000Z,${startMs + 1000},meter,App,size,Counter,,value,,7`,
      `2026-01-02T03:04:07.000Z,${startMs + 2000},meter,App,requests,Counter,"a=b,c=d",rate,"req, all",2.5`,
      `2026-01-02T03:04:07.000Z,${startMs + 2000},meter,App,size,Counter,,value,,`,
      '',
    ])
    expect(rowCount).toBe(3)
  })

  it('has the samples of the range, both ends included, and of the series that were chosen', () => {
    const size = series('size', 'value')
    const other = series('other', 'value')
    for (const atMs of [999, 1000, 2000, 2001]) {
      add(size, atMs, atMs)
      add(other, atMs, -atMs)
    }
    const rows = long({ fromMs: startMs + 1000, toMs: startMs + 2000, seriesIndexes: [size, 99] })
    expect(rows.slice(1, -1).map((row) => row.split(',').at(-1))).toEqual(['1000', '2000'])
  })

  it('is empty where nothing is kept', () => {
    expect(long()).toHaveLength(2)
    expect(wide(1000, { seriesIndexes: [5] })).toEqual(['timestamp,unix_ms,', ''])
    expect(rowCount).toBe(0)
  })
})

describe('a table with a column for each series', () => {
  it('puts into one row what was published together, under its first time', () => {
    const rate = series('requests', 'rate', { unit: 'req', rawTags: 'a=b' })
    const size = series('size', 'value')
    add(rate, 0, 1)
    add(size, 400, 2)
    add(rate, 1000, 3)
    add(size, 1499, Number.NaN)
    add(size, 1999, 5)
    expect(wide(500)).toEqual([
      'timestamp,unix_ms,App/requests{a=b} rate (req),App/size value',
      `2026-01-02T03:04:05.000Z,${startMs},1,2`,
      `2026-01-02T03:04:06.000Z,${startMs + 1000},3,`,
      `2026-01-02T03:04:06.999Z,${startMs + 1999},,5`,
      '',
    ])
    expect(rowCount).toBe(3)
  })

  it('begins a row where a series would be in it twice, or the row is full', () => {
    const rate = series('requests', 'rate')
    const size = series('size', 'value')
    add(rate, 0, 1)
    add(rate, 100, 2)
    add(size, 599, 3)
    add(size, 700, 4)
    add(rate, 1200, 5)
    const rows = wide(500).slice(1, -1)
    expect(rows.map((row) => row.split(',').slice(2).join())).toEqual(['1,', '2,3', ',4', '5,'])
  })
})

/** A store that says it has many more samples than it gives. */
function crowded(sampleCount: number, atMs: readonly number[]): SeriesStore {
  const times = atMs.map((ms) => startMs + ms)
  return {
    sampleCount,
    lastTimeMs: times.at(-1),
    fill: () => ({ keptSinceMs: times[0] }),
    forEachPiece(_series: number, fromMs: number, toMs: number, visit: (piece: unknown) => void) {
      const timeMs = Float64Array.from(times.filter((time) => time >= fromMs && time <= toMs))
      visit({ timeMs, value: timeMs.slice() })
    },
  } as unknown as SeriesStore
}

describe('windows of samples', () => {
  const atMs = [0, 3999, 4000, 7999.5, 8000, 10_000]
  const windowsOf = (sampleCount: number, parts: Partial<ExportSelection> = {}) => {
    const seriesIndexes = [series('size', 'value')]
    const windows = [...sampleWindows(selection({ store: crowded(sampleCount, atMs), seriesIndexes, ...parts }))]
    return windows.map((samples) => samples.map(({ timeMs }) => timeMs - startMs))
  }

  it('are as long as it takes for 400,000 samples, and repeat nothing', () => {
    expect(windowsOf(1_000_000)).toEqual([
      [0, 3999],
      [4000, 7999.5],
      [8000, 10_000],
    ])
  })

  it('are a second at the least, and begin where the range or the first sample does', () => {
    expect(windowsOf(1e9)).toEqual([[0], [3999], [4000], [7999.5], [8000], [10_000]])
    expect(windowsOf(1e9, { fromMs: 0, toMs: startMs + 4000 })).toEqual([[0], [3999], [4000]])
    expect(windowsOf(10, { fromMs: startMs + 1 })).toEqual([[3999, 4000, 7999.5, 8000, 10_000]])
  })
})

const lanes = () => {
  const kept = new Lanes(1000)
  kept.addPause({ startTicks: 0, endTicks: 0, generation: 2, number: 1 }, startMs + 100, startMs + 112)
  kept.addPause({ startTicks: 0, endTicks: 0, generation: 0, number: 2 }, startMs - 100, startMs - 90)
  kept.addException(startMs + 200)
  kept.advanceTo(startMs + 5000)
  return kept
}
const mark = (atMs: number) =>
  ({ timeMs: startMs + atMs, text: String(atMs) }) as unknown as JsonExtras['marks'][number]
const gap = (fromMs: number, toMs: number | null) =>
  ({ fromMs: startMs + fromMs, toMs: toMs === null ? null : startMs + toMs }) as JsonExtras['gaps'][number]

function json(parts: Partial<ExportSelection> = {}, extras: Partial<JsonExtras> = {}) {
  const none = { targetName: 'orders', pid: 42, marks: [], gaps: [], lanes: new Lanes(1000), ...extras }
  return JSON.parse([...countersJson(selection(parts), none, onRow)].join('')) as {
    readonly StartTime: string
    readonly Events: readonly Record<string, unknown>[]
    readonly pipescope: Record<string, unknown>
  }
}

describe('the form of dotnet-counters', () => {
  it('has an event for each sample, and null where nothing was measured', () => {
    const size = series('size', 'value', { unit: 'MB', displayName: 'Size of it', rawTags: 'a=b' })
    add(size, 1500, 7)
    add(size, 2500, Number.NaN)
    add(size, 3500, Infinity)
    const file = json()
    expect(file).toMatchObject({ TargetProcess: 'orders', StartTime: isoTime(startMs + 1500) })
    expect(file.Events[0]).toEqual({
      timestamp: '2026-01-02 03:04:06.500Z',
      provider: 'App',
      name: 'Size of it (MB)',
      tags: 'a=b',
      counterType: 'Metric',
      value: 7,
      unixMs: startMs + 1500,
      instrument: 'size',
      measure: 'value',
      unit: 'MB',
    })
    expect(file.Events.map(({ value }) => value)).toEqual([7, null, null])
    expect(rowCount).toBe(3)
  })

  it.each<[Measure, string, string, string, string]>([
    ['rate', 'req', 'requests (req / 1 sec)', 'Rate', ''],
    ['rate', '', 'requests (Count / 1 sec)', 'Rate', ''],
    ['count-rate', 's', 'requests (Count / 1 sec)', 'Rate', ''],
    ['total', 'req', 'requests (req)', 'Metric', ''],
    ['total', '', 'requests', 'Metric', ''],
    ['p50', 's', 'requests (s)', 'Metric', 'Percentile=50'],
    ['p95', 's', 'requests (s)', 'Metric', 'Percentile=95'],
    ['p99', 's', 'requests (s)', 'Metric', 'Percentile=99'],
  ])('names a %s of %j %s', (measure, unit, name, counterType, tags) => {
    add(series('requests', measure, { unit }), 0, 1)
    expect(json().Events).toMatchObject([{ name, counterType, tags }])
  })

  it('has the percentile behind the tags', () => {
    add(series('time', 'p95', { rawTags: 'a=b' }), 0, 1)
    expect(json().Events).toMatchObject([{ tags: 'a=b,Percentile=95' }])
  })

  it('carries marks, gaps, collections and exceptions of the range, and is whole without a sample', () => {
    const file = json(
      { toMs: startMs + 1000 },
      {
        marks: [mark(-1), mark(0), mark(1000), mark(1001)],
        gaps: [gap(-20, -10), gap(-20, 0), gap(1000, 1200), gap(1001, 1200), gap(500, null)],
        lanes: lanes(),
      },
    )
    expect(file).toMatchObject({ StartTime: isoTime(startMs), Events: [] })
    expect(file.pipescope).toMatchObject({
      formatVersion: 1,
      pid: 42,
      marks: [{ text: '0' }, { text: '1000' }],
      gaps: [{ toMs: startMs }, { fromMs: startMs + 1000 }, { toMs: null }],
      lanes: [
        { kind: 'gc', unixMs: startMs + 100, pauseMs: 12, generation: 2 },
        { kind: 'exceptions', unixMs: startMs + 200, count: 1 },
      ],
    })
  })
})
