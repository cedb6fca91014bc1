import { beforeEach, describe, expect, it } from 'vitest'
import { metricsEventIds as ids } from '../events/metrics-events.ts'
import { CounterStream, fileTime } from '../events/testing/counter-stream.ts'
import type { FieldValue } from '../nettrace/writer/payload-writer.ts'
import { instrumentKind, MeterIdentities, MeterSeries, parseQuantiles } from './meter-series.ts'
import { readInto, SeriesBench } from './testing/series-bench.ts'

let bench: SeriesBench
let identities: MeterIdentities
let series: MeterSeries
beforeEach(() => {
  bench = new SeriesBench()
  identities = new MeterIdentities()
  series = session()
})

const session = () => new MeterSeries(bench.catalog, identities, bench.sink, 7, 2)

/** One event of the metrics provider, as the live view hands it on. */
function come(eventId: number, values: readonly FieldValue[], atMs = 1000): readonly string[] {
  const stream = new CounterStream()
  stream.metric(eventId, atMs, values)
  readInto(stream, {
    onMetric: (payload, ticks) => {
      if (eventId === ids.collectionStart) series.startCollection(payload, ticks / 1e6)
      else if (eventId === ids.collectionStop) series.stopCollection()
      else if (eventId === ids.beginInstrument) series.describe(payload)
      else series.add(payload, ticks / 1e6)
    },
  })
  return bench.taken()
}

const who = (name: string, tags = '') => ['S', 'Meter', '1.0', name, 'By', tags]
const collection = (fromMs: number, toMs: number) => ['S', fileTime(fromMs), fileTime(toMs)]
const begun = (type: string, id: number, description = '') =>
  ['S', 'Meter', '1.0', 'requests', type, 'By', description, '', '', '', id] as const

describe('a counter of a meter', () => {
  it('has a rate per second and a value', () => {
    expect(come(ids.counterRate, [...who('requests', 'a=b'), '5', '40'])).toEqual([
      '1000: requests{a=b} rate = 2.5',
      '1000: requests{a=b} total = 40',
    ])
    expect(bench.tracks).toEqual([7, 7])
    expect(bench.catalog.series[0]!.tags).toEqual([{ key: 'a', value: 'b' }])
    expect(bench.catalog.instruments[0]).toMatchObject({
      source: 'meter',
      provider: 'Meter',
      providerVersion: '1.0',
      name: 'requests',
      kind: 'Counter',
      unit: 'By',
    })
  })

  it('of .NET 6 and 7 has no value', () => {
    expect(come(ids.counterRate, [...who('requests'), '4'])).toEqual(['1000: requests rate = 2'])
  })

  it('that goes up and down is its value, or its change where there is none', () => {
    expect(come(ids.upDownCounterRate, [...who('open'), '4', '12'])).toEqual(['1000: open value = 12'])
    expect(come(ids.upDownCounterRate, [...who('old'), '4'])).toEqual(['1000: old rate = 2'])
    expect(bench.catalog.instruments.map(({ kind }) => kind)).toEqual(['UpDownCounter', 'UpDownCounter'])
  })

  it('without a measurement is not a number', () => {
    expect(come(ids.counterRate, [...who('requests'), '', ''])).toEqual([
      '1000: requests rate = NaN',
      '1000: requests total = NaN',
    ])
  })
})

describe('a gauge', () => {
  it('is its last value', () => {
    expect(come(ids.gauge, [...who('size'), '3.5'])).toEqual(['1000: size value = 3.5'])
    expect(bench.catalog.instruments[0]!.kind).toBe('Gauge')
  })
})

describe('a histogram', () => {
  it('has quantiles, a total count, a count per second and a sum', () => {
    expect(come(ids.histogram, [...who('time'), '0.5=1;0.95=2;0.99=3', 8, 20.5])).toEqual([
      '1000: time p50 = 1',
      '1000: time p95 = 2',
      '1000: time p99 = 3',
      '1000: time count = 8',
      '1000: time count-rate = 4',
      '1000: time sum = 20.5',
    ])
  })

  it('of .NET 6 and 7 has quantiles only, and none where nothing was measured', () => {
    expect(come(ids.histogram, [...who('time'), '0.5=1'])).toEqual([
      '1000: time p50 = 1',
      '1000: time p95 = NaN',
      '1000: time p99 = NaN',
    ])
  })

  it('of base 2 is estimated from its buckets', () => {
    const head = ['S', 'Meter', '1.0', 'time', 3, 'By', '']
    expect(come(ids.exponentialHistogram, [...head, 0, 12.5, 4n, 0n, 1.5, 2.5, '2, 2'])).toEqual([
      '1000: time p50 = 1.5',
      '1000: time p95 = 2.5',
      '1000: time p99 = 2.5',
      '1000: time count = 4',
      '1000: time sum = 12.5',
      '1000: time min = 1.5',
      '1000: time max = 2.5',
    ])
    expect(come(ids.exponentialHistogram, [...head, 0, 0, 0n, 0n, 0, 0, ''])).toEqual([
      '1000: time p50 = NaN',
      '1000: time p95 = NaN',
      '1000: time p99 = NaN',
      '1000: time count = 0',
      '1000: time sum = 0',
      '1000: time min = NaN',
      '1000: time max = NaN',
    ])
  })
})

describe('a collection', () => {
  it('gives its time and its length to all of its values', () => {
    come(ids.collectionStart, collection(5000, 5500), 1000)
    expect(come(ids.counterRate, [...who('requests'), '4'], 1003)).toEqual(['1000: requests rate = 8'])
    come(ids.collectionStop, collection(5000, 5500), 1004)
    // Behind its end the time is the event's own; the pace stays.
    expect(come(ids.counterRate, [...who('requests'), '4'], 1006)).toEqual(['1006: requests rate = 8'])
  })

  it('of no length changes no pace', () => {
    come(ids.collectionStart, collection(5000, 5000))
    expect(come(ids.counterRate, [...who('requests'), '4'])).toEqual(['1000: requests rate = 2'])
  })

  it('has the length that the runtime means, to the microsecond', () => {
    come(ids.collectionStart, ['S', fileTime(1_767_225_600_000), fileTime(1_767_225_600_000) + 10_000_001n])
    expect(come(ids.counterRate, [...who('requests'), '4'])).toEqual(['1000: requests rate = 4'])
  })
})

describe('an instrument', () => {
  it('is listed before it has a value, and gets what was said about it', () => {
    come(ids.beginInstrument, begun('ObservableCounter`1', 1, 'of all kinds'))
    expect(bench.catalog.instruments).toMatchObject([
      { name: 'requests', kind: 'ObservableCounter', description: 'of all kinds', hasValues: false },
    ])
    come(ids.counterRate, [...who('requests'), '4', '9', 1])
    expect(bench.catalog.instruments).toMatchObject([{ kind: 'ObservableCounter', hasValues: true }])
  })

  it.each([
    ['Counter`1', 'Counter'],
    ['Histogram`12', 'Histogram'],
    ['ObservableGauge', 'ObservableGauge'],
    ['Counter`x', 'Unknown'],
    ['MyCounter`1', 'Unknown'],
    ['Count`1er', 'Unknown'],
    ['', 'Unknown'],
  ])('of the type %j is of the kind %s', (type, kind) => {
    expect(instrumentKind(type)).toBe(kind)
  })

  it('with the name of another one is one of its own, in the order in which they appear', () => {
    come(ids.counterRate, [...who('requests'), '1', '1', 44])
    come(ids.counterRate, [...who('requests'), '2', '2', 55])
    come(ids.counterRate, [...who('requests', 'a=b'), '3', '3', 44])
    expect(bench.catalog.instruments).toHaveLength(2)
    expect(bench.catalog.series.map(({ instrumentIndex }) => instrumentIndex)).toEqual([0, 0, 1, 1, 0, 0])
    // In the next session the ids are others.
    series = session()
    come(ids.counterRate, [...who('requests'), '1', '1', 99])
    expect(bench.catalog.instruments).toHaveLength(2)
  })

  it('continues its series in the next session', () => {
    come(ids.counterRate, [...who('requests'), '1', '1'])
    series = session()
    come(ids.counterRate, [...who('requests'), '2', '2'])
    expect(bench.catalog.series).toHaveLength(2)
  })
})

describe('what the limits of the target count', () => {
  it('are series and histograms, each once', () => {
    for (const tags of ['', 'a=b', 'a=c', 'a=b']) come(ids.counterRate, [...who('requests', tags), '1', '1'])
    for (const tags of ['', 'a=b', '']) come(ids.histogram, [...who('time', tags), '', 0, 0])
    expect([series.seriesCount, series.histogramCount]).toEqual([5, 2])
  })

  it('is not a value that does not say whose it is', () => {
    expect(come(ids.gauge, ['S', 'Meter', '1.0', 'size'])).toEqual([])
    expect([series.seriesCount, bench.catalog.instruments.length]).toEqual([0, 0])
  })
})

describe('quantiles as text', () => {
  it('are pairs; anything else is left out', () => {
    expect([...parseQuantiles('0.5=12;0.95=20.5;=4;x')]).toEqual([
      [0.5, 12],
      [0.95, 20.5],
    ])
    expect(parseQuantiles('').size).toBe(0)
  })
})
