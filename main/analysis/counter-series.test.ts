import { beforeEach, describe, expect, it } from 'vitest'
import { CounterStream, type MeanValues, type SumValues } from '../events/testing/counter-stream.ts'
import { CounterSeries } from './counter-series.ts'
import { readInto, SeriesBench } from './testing/series-bench.ts'

let bench: SeriesBench
let series: CounterSeries
beforeEach(() => {
  bench = new SeriesBench()
  series = new CounterSeries(bench.catalog, bench.sink, 1000)
})

/** Written by one listener or several: each call is a stream of its own. */
function come(write: (stream: CounterStream) => void): readonly string[] {
  const stream = new CounterStream()
  write(stream)
  readInto(stream, { onCounter: (payload, ticks) => series.add(payload, ticks / 1e6, 5) })
  return bench.taken()
}

const mean = (atMs: number, paceMs: number, seconds: number, values: Partial<MeanValues>) =>
  come((stream) => stream.mean('App', atMs, paceMs, seconds, { name: 'c', mean: 0, ...values }))
const sum = (atMs: number, paceMs: number, seconds: number, values: Partial<SumValues>) =>
  come((stream) => stream.sum('App', atMs, paceMs, seconds, { name: 'c', increment: 0, ...values }))

describe('a counter of means', () => {
  it('at the chosen pace is one value for each payload', () => {
    expect(mean(1000, 1000, 1, { mean: 3 })).toEqual(['1000: c value = 3'])
    expect(mean(2000, 1000, 0.999, { mean: 4 })).toEqual(['2000: c value = 4'])
    expect(bench.tracks).toEqual([5, 5])
  })

  it('at a faster pace is weighed by its counts until the interval is full', () => {
    expect(mean(250, 250, 0.25, { mean: 4, count: 1 })).toEqual([])
    expect(mean(500, 250, 0.25, { mean: 1, count: 2 })).toEqual([])
    expect(mean(750, 250, 0.25, { mean: 100, count: 0 })).toEqual([])
    expect(mean(1000, 250, 0.25, { mean: 6, count: 1, min: 5, max: 9 })).toEqual([
      '1000: c value = 3',
      '1000: c mean = 3',
      '1000: c min = 1',
      '1000: c max = 9',
      '1000: c samples = 4',
    ])
    // The next interval begins empty.
    expect(mean(2000, 1000, 1, { mean: 7 })).toEqual([
      '2000: c value = 7',
      '2000: c mean = 7',
      '2000: c min = 7',
      '2000: c max = 7',
      '2000: c samples = 1',
    ])
  })

  it('that measured nothing has no value, and says so', () => {
    expect(mean(1000, 1000, 1, { mean: 0, count: 0 })).toEqual([
      '1000: c value = NaN',
      '1000: c mean = NaN',
      '1000: c min = NaN',
      '1000: c max = NaN',
      '1000: c samples = 0',
    ])
  })

  it('at a slower pace is a value for each payload, as at the recorded pace', () => {
    expect(mean(5000, 5000, 5, { mean: 3 })).toEqual(['5000: c value = 3'])
    series.setInterval(0)
    expect(mean(5100, 100, 0.1, { mean: 4 })).toEqual(['5100: c value = 4'])
  })

  it('closes an interval with the payload that ends nearest to it', () => {
    expect(mean(400, 400, 0.4, { mean: 1 })).toEqual([])
    expect(mean(800, 400, 0.4, { mean: 3 })).toEqual(['800: c value = 2'])
    // Exactly between two of them it is the earlier one.
    expect(mean(1550, 500, 0.75, { mean: 5 })).toEqual(['1550: c value = 5'])
    expect(mean(990, 990, 0.2, { mean: 9 })).toEqual(['990: c value = 9'])
    expect(mean(1989, 989, 0.2, { mean: 9 })).toEqual([])
  })

  it('without a pace of its own has that of its measured length', () => {
    expect(mean(1000, Number.NaN, 0.5, {})).toEqual([])
    expect(mean(1000, Number.NaN, 0.25, {})).toEqual([])
    series.restart()
    expect(mean(1000, Number.NaN, 1, {})).toEqual(['1000: c value = 0'])
  })
})

describe('a counter of increments', () => {
  it('is a rate per measured second, and a total', () => {
    expect(sum(1000, 1000, 2, { increment: 6 })).toEqual(['1000: c rate = 3', '1000: c total = 6'])
    expect(sum(2000, 1000, 1, { increment: 4 })).toEqual(['2000: c rate = 4', '2000: c total = 10'])
  })

  it('continues with its total after an interval without a number', () => {
    sum(1000, 1000, 1, { increment: 6 })
    sum(2000, 1000, 1, { increment: Number.NaN })
    expect(sum(3000, 1000, 1, { increment: 4 })).toEqual(['3000: c rate = 4', '3000: c total = 10'])
  })

  it('at a faster pace adds up increments and seconds', () => {
    expect(sum(500, 500, 0.5, { increment: 3 })).toEqual([])
    expect(sum(1000, 500, 0.5, { increment: 5 })).toEqual(['1000: c rate = 8', '1000: c total = 8'])
  })

  it('that was published early has no rate: it would be a spike that never happened', () => {
    expect(sum(1, 1000, 0.499, { increment: 100 })).toEqual(['1: c total = 100'])
    expect(sum(1001, 1000, 0.5, { increment: 2 })).toEqual(['1001: c rate = 4', '1001: c total = 102'])
  })

  it('keeps its total across intervals and sessions, and starts at zero with another process', () => {
    sum(500, 500, 0.5, { increment: 3 })
    series.setInterval(2000)
    expect(sum(1500, 2000, 2, { increment: 4 })).toEqual(['1500: c rate = 2', '1500: c total = 7'])
    series.restartTotals()
    expect(sum(3500, 2000, 2, { increment: 4 })).toEqual(['3500: c rate = 2', '3500: c total = 4'])
  })
})

describe('counters', () => {
  it('are distinguished by provider, name, tags and shape', () => {
    mean(1000, 1000, 1, { mean: 1 })
    mean(1000, 1000, 1, { mean: 2, name: 'd' })
    mean(1000, 1000, 1, { mean: 3, metadata: 'k:v' })
    sum(1000, 1000, 1, { increment: 4 })
    come((stream) => stream.mean('Other', 1000, 1000, 1, { name: 'c', mean: 5 }))
    mean(2000, 1000, 1, { mean: 6 })
    expect([...series.providers]).toEqual(['App', 'Other'])
    const { instruments } = bench.catalog
    const known = bench.catalog.series.map(({ instrumentIndex, rawTags, measure }) => {
      const { provider, name, kind } = instruments[instrumentIndex]!
      return [provider, name, kind, rawTags, measure].join(' ')
    })
    expect(known).toEqual([
      'App c EventCounterMean  value',
      'App d EventCounterMean  value',
      'App c EventCounterMean k:v value',
      'App c EventCounterSum  rate',
      'App c EventCounterSum  total',
      'Other c EventCounterMean  value',
    ])
    expect(bench.catalog.series[2]!.tags).toEqual([{ key: 'k', value: 'v' }])
  })

  it('have the name and the unit that they are displayed with', () => {
    mean(1000, 1000, 1, { mean: 1, units: 'MB' })
    expect(bench.catalog.instruments[0]).toMatchObject({
      source: 'event-counter',
      provider: 'App',
      name: 'c',
      displayName: 'c shown',
      unit: 'MB',
      hasValues: true,
    })
  })
})
