import { beforeEach, describe, expect, it } from 'vitest'
import type { InstrumentDescriptor, Measure } from '../../../shared/model/live.ts'
import { metricsEventIds } from '../../events/metrics-events.ts'
import { SessionEvents } from '../../events/session-events.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { CounterSeries } from '../counter-series.ts'
import { Catalog } from '../catalog.ts'
import { Lanes } from '../lanes.ts'
import { MeterIdentities, MeterSeries } from '../meter-series.ts'
import { SeriesStore } from '../series/series-store.ts'
import { SeriesBench } from '../testing/series-bench.ts'
import { composedEventName, composedProvider, composedTrace } from './composed-trace.ts'
import type { ExportSelection } from './series-windows.ts'

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

type Instrument = Omit<InstrumentDescriptor, 'index' | 'hasValues'>

/** Samples of one publication, by measure. */
function publish(
  atMs: number,
  change: Partial<Instrument>,
  values: Partial<Record<Measure, number>>,
  rawTags = '',
): void {
  const facts: Instrument = {
    source: 'meter',
    provider: 'App',
    providerVersion: '1.0',
    name: 'requests',
    displayName: '',
    kind: 'Counter',
    unit: 'req',
    description: '',
    ...change,
  }
  const instrument = catalog.instrument(`${facts.kind} ${facts.name}`, () => facts)
  for (const [measure, value] of Object.entries(values)) {
    const known = catalog.series.find(
      (series) => series.instrumentIndex === instrument && series.rawTags === rawTags && series.measure === measure,
    )
    const index = known?.index ?? catalog.addSeries(instrument, rawTags, [], measure as Measure)!
    store.add(track, index, startMs + atMs, value)
  }
}

function written(parts: Partial<ExportSelection> = {}, lanes = new Lanes(1000)): Uint8Array {
  const seriesIndexes = catalog.series.map(({ index }) => index)
  const selection = { catalog, store, seriesIndexes, fromMs: startMs, toMs: startMs + 1e6, ...parts }
  const pieces = [...composedTrace(selection, { targetName: 'orders', pid: 42, lanes }, () => void (rowCount += 1))]
  return Uint8Array.from(pieces.flat().flatMap((piece) => [...piece]))
}

/** The file opened again: what a live view of it would get, by the time since the start. */
function reopened(bytes: Uint8Array) {
  const bench = new SeriesBench()
  const counters = new CounterSeries(bench.catalog, bench.sink, 0)
  const meters = new MeterSeries(bench.catalog, new MeterIdentities(), bench.sink, 0, 1)
  const heard: string[] = []
  let syncMs = 0
  const timeOf = (ticks: number) => Math.round((syncMs - startMs + ticks / 1e6) * 1000) / 1000
  const events = new SessionEvents({
    onHeader: (header) => {
      syncMs = header.syncUnixMs
      heard.push(`header of ${header.pid}`)
    },
    onCounter: (payload, ticks) => counters.add(payload, timeOf(ticks), 0),
    onMetric: (payload, ticks) => {
      if (payload.eventId === metricsEventIds.collectionStart) meters.startCollection(payload, timeOf(ticks))
      else if (payload.eventId === metricsEventIds.collectionStop) meters.stopCollection()
      else if (payload.eventId === metricsEventIds.beginInstrument) meters.describe(payload)
      else meters.add(payload, timeOf(ticks))
    },
    onGcPause: ({ startTicks, endTicks, generation, number }) =>
      heard.push(`pause ${number} of generation ${generation} from ${timeOf(startTicks)} to ${timeOf(endTicks)}`),
    onException: (ticks) => heard.push(`exception at ${timeOf(ticks)}`),
    onProcessFacts: () => undefined,
    onAdvance: () => undefined,
    onDamage: (damage) => heard.push(JSON.stringify(damage)),
  })
  events.push(bytes)
  expect(events.end()).toBe(true)
  return { samples: bench.taken(), heard, instruments: bench.catalog.instruments }
}

describe('stored samples of meters', () => {
  it('come back at their times with their values', () => {
    publish(0, {}, { rate: 2.5, total: 40 }, 'a=b')
    publish(0, { name: 'size', kind: 'ObservableGauge' }, { value: 7 })
    publish(500, { name: 'open', kind: 'UpDownCounter' }, { value: 3 })
    publish(1500, {}, { rate: 3.5, total: 47 }, 'a=b')
    publish(1500, { name: 'old' }, { rate: 1 })
    const { samples, heard, instruments } = reopened(written())
    expect(samples).toEqual([
      '0: requests{a=b} rate = 2.5',
      '0: requests{a=b} total = 40',
      '0: size value = 7',
      '500: open value = 3',
      '1500: requests{a=b} rate = 3.5',
      '1500: requests{a=b} total = 47',
      '1500: old rate = 1',
      '1500: old total = NaN',
    ])
    expect(heard).toEqual(['header of 42'])
    expect(instruments.map(({ name, kind, unit, providerVersion }) => [name, kind, unit, providerVersion])).toEqual([
      ['requests', 'Counter', 'req', '1.0'],
      ['size', 'ObservableGauge', 'req', '1.0'],
      ['open', 'UpDownCounter', 'req', '1.0'],
      ['old', 'Counter', 'req', '1.0'],
    ])
    // One for each instrument, tag set and time.
    expect(rowCount).toBe(5)
  })

  it('come back as histograms, with nothing where nothing was measured', () => {
    const time = { name: 'time', kind: 'Histogram' } as const
    publish(0, time, { p50: 1, p95: 2, p99: 3, count: 8, sum: 20.5 })
    publish(1000, time, { p50: Number.NaN, p95: Number.NaN, p99: Number.NaN, count: 0, sum: 0 })
    // Of a selection of series: the others are not known.
    publish(2000, { ...time, name: 'half' }, { p50: 1, count: 3 })
    expect(reopened(written()).samples).toEqual([
      '0: time p50 = 1',
      '0: time p95 = 2',
      '0: time p99 = 3',
      '0: time count = 8',
      '0: time count-rate = 8',
      '0: time sum = 20.5',
      '1000: time p50 = NaN',
      '1000: time p95 = NaN',
      '1000: time p99 = NaN',
      '1000: time count = 0',
      '1000: time count-rate = 0',
      '1000: time sum = 0',
      '2000: half p50 = NaN',
      '2000: half p95 = NaN',
      '2000: half p99 = NaN',
      '2000: half count = 3',
      '2000: half count-rate = 3',
      '2000: half sum = 0',
    ])
  })
})

const counter = { source: 'event-counter', name: 'c', displayName: 'C shown' } as const

describe('stored samples of counters', () => {
  it('of means come back with their statistics, and with nothing where nothing was measured', () => {
    const means = { ...counter, kind: 'EventCounterMean' } as const
    publish(0, means, { value: 3, mean: 3, min: 1, max: 9, samples: 4 }, 'k:v')
    publish(1000, means, { value: Number.NaN, mean: Number.NaN, min: Number.NaN, max: Number.NaN, samples: 0 }, 'k:v')
    publish(2000, { ...means, name: 'polled' }, { value: 5 })
    publish(3000, { ...means, name: 'polled' }, { value: Number.NaN })
    const { samples, instruments } = reopened(written())
    expect(samples).toEqual([
      '0: c{k:v} value = 3',
      '0: c{k:v} mean = 3',
      '0: c{k:v} min = 1',
      '0: c{k:v} max = 9',
      '0: c{k:v} samples = 4',
      '1000: c{k:v} value = NaN',
      '1000: c{k:v} mean = NaN',
      '1000: c{k:v} min = NaN',
      '1000: c{k:v} max = NaN',
      '1000: c{k:v} samples = 0',
      '2000: polled value = 5',
      '3000: polled value = NaN',
      '3000: polled mean = NaN',
      '3000: polled min = NaN',
      '3000: polled max = NaN',
      '3000: polled samples = 0',
    ])
    expect(instruments[0]).toMatchObject({ source: 'event-counter', displayName: 'C shown', unit: 'req' })
  })

  it('of increments come back as rates and totals, also where they had no rate or did not grow', () => {
    const sums = { ...counter, kind: 'EventCounterSum' } as const
    publish(0, sums, { rate: 4, total: 8 })
    publish(2000, sums, { rate: 0, total: 8 })
    publish(2100, sums, { total: 9 })
    publish(4000, sums, { rate: 2, total: 12 })
    expect(reopened(written()).samples).toEqual([
      '0: c rate = 4',
      '0: c total = 8',
      '2000: c rate = 0',
      '2000: c total = 8',
      '2100: c total = 9',
      '4000: c rate = 2',
      '4000: c total = 12',
    ])
  })
})

const pause = (generation: number) => ({ startTicks: 0, endTicks: 0, generation, number: 0 })

describe('what lies beside the samples', () => {
  it('is written with them: collections and exceptions of the range', () => {
    publish(1000, {}, { total: 1 })
    const lanes = new Lanes(1000)
    lanes.addPause(pause(2), startMs + 500, startMs + 512)
    lanes.addPause(pause(0), startMs + 2000, startMs + 2001)
    lanes.addPause(pause(1), startMs - 1, startMs)
    lanes.addPause(pause(1), startMs + 9001, startMs + 9002)
    for (const atMs of [600, 601]) lanes.addException(startMs + atMs)
    lanes.advanceTo(startMs + 5000)
    const { heard, samples } = reopened(written({ toMs: startMs + 9000 }, lanes))
    expect(samples).toEqual(['1000: requests rate = NaN', '1000: requests total = 1'])
    expect(heard).toEqual([
      'header of 42',
      'pause 1 of generation 2 from 500 to 512',
      'exception at 601',
      'exception at 601',
      'pause 2 of generation 0 from 2000 to 2001',
    ])
  })

  it('keeps its times where it lies long before the first sample', () => {
    publish(60_000, {}, { total: 1 })
    const lanes = new Lanes(1000)
    lanes.addPause(pause(2), startMs + 500, startMs + 512)
    const { heard, samples } = reopened(written({ fromMs: 0 }, lanes))
    expect(heard).toEqual(['header of 42', 'pause 1 of generation 2 from 500 to 512'])
    expect(samples.at(-1)).toBe('60000: requests total = 1')
  })

  it('is at most 10,000 exceptions of an interval', () => {
    const lanes = new Lanes(1000)
    for (let count = 0; count < 10_001; count += 1) lanes.addException(startMs + 10)
    lanes.advanceTo(startMs + 5000)
    publish(1000, {}, { total: 1 })
    expect(reopened(written({}, lanes)).heard).toHaveLength(1 + 10_000)
  })

  it('says first that the events are composed, and of which process', () => {
    publish(0, {}, { total: 1 })
    const bytes = written()
    const names: string[] = []
    const reader = new TraceReader({
      onEventType: ({ provider, name }) => {
        names.push(`${provider}/${name}`)
        return null
      },
    })
    reader.push(bytes)
    reader.end()
    reader.dispose()
    expect(names[0]).toBe(`${composedProvider}/${composedEventName}`)
    expect(Buffer.from(bytes).includes(Buffer.from('orders', 'utf16le'))).toBe(true)
  })
})
