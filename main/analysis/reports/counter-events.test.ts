import { expect, test } from 'vitest'
import { metricsEventIds as ids } from '../../events/metrics-events.ts'
import { CounterStream } from '../../events/testing/counter-stream.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { plainType } from '../../nettrace/payload/field-type.ts'
import { CounterEvents } from './counter-events.ts'

/** Each series as `provider/name{tags} kind [unit]`, with its values by the second. */
function seriesOf(write: (stream: CounterStream) => void) {
  const stream = new CounterStream()
  write(stream)
  const counters = new CounterEvents()
  const reader = new TraceReader(counters)
  reader.push(stream.take())
  reader.end()
  reader.dispose()
  return counters.series.map(({ provider, name, tags, kind, unit, ticks, values }) => [
    `${provider}/${name}{${tags}} ${kind} [${unit}]`,
    ...Array.from(values.values, (value, row) => `${ticks.at(row) / 1e9}: ${value}`),
  ])
}

const who = (name: string, tags = '') => ['S', 'Meter', '1.0', name, 'By', tags]

test('counters are series of means and increments, by provider, name and tags', () => {
  expect(
    seriesOf((stream) => {
      stream.mean('App', 1000, 1000, 1, { name: 'cpu', mean: 3, units: '%' })
      stream.sum('App', 1000, 1000, 1, { name: 'gc', increment: 5 })
      stream.mean('App', 2000, 1000, 1, { name: 'cpu', mean: 4, units: '%' })
      stream.mean('App', 2000, 1000, 1, { name: 'cpu', mean: 9, metadata: 'k:v' })
      stream.mean('Other', 2000, 1000, 1, { name: 'cpu', mean: 1 })
    }),
  ).toEqual([
    ['App/cpu{} mean [%]', '1: 3', '2: 4'],
    ['App/gc{} increment []', '1: 5'],
    ['App/cpu{k:v} mean []', '2: 9'],
    ['Other/cpu{} mean []', '2: 1'],
  ])
})

test('a meter has a series for each of its numbers; where nothing was measured there is no value', () => {
  expect(
    seriesOf((stream) => {
      stream.metric(ids.counterRate, 1000, [...who('requests', 'a=b'), '2.5', '40', 1])
      stream.metric(ids.counterRate, 2000, [...who('requests', 'a=b'), '', '40', 1])
      stream.metric(ids.upDownCounterRate, 2000, [...who('open'), '-1'])
      stream.metric(ids.gauge, 2000, [...who('size'), '7', 1])
      stream.metric(ids.collectionStop, 2001, ['S'])
    }),
  ).toEqual([
    ['Meter/requests{a=b} rate [By]', '1: 2.5'],
    ['Meter/requests{a=b} value [By]', '1: 40', '2: 40'],
    ['Meter/open{} rate [By]', '2: -1'],
    ['Meter/size{} value [By]', '2: 7'],
  ])
})

test('a histogram has its quantiles as they are named, its count and its sum', () => {
  expect(
    seriesOf((stream) => {
      stream.metric(ids.histogram, 1000, [...who('time'), '0.5=1;0.95=2;;=3', 8, 20.5, 1])
      stream.metric(ids.histogram, 2000, [...who('old'), '0.5=1'])
      const base2 = ['S', 'Meter', '1.0', 'exp', 3, 'By', '', 0, 12.5, 4n, 0n, 1.5, 2.5, '2, 2']
      stream.metric(ids.exponentialHistogram, 3000, base2)
    }),
  ).toEqual([
    ['Meter/time{} quantile 0.5 [By]', '1: 1'],
    ['Meter/time{} quantile 0.95 [By]', '1: 2'],
    ['Meter/time{} count [By]', '1: 8'],
    ['Meter/time{} sum [By]', '1: 20.5'],
    ['Meter/old{} quantile 0.5 [By]', '2: 1'],
    ['Meter/exp{} count [By]', '3: 4'],
    ['Meter/exp{} sum [By]', '3: 12.5'],
  ])
})

test('of a payload with a thousand quantiles only the first are series', () => {
  const quantiles = Array.from({ length: 1000 }, (_, index) => `0.${index + 100}=1`).join(';')
  const series = seriesOf((stream) => stream.metric(ids.histogram, 1000, [...who('time'), quantiles]))
  expect(series).toHaveLength(32)
})

test('what does not have the shape of a counter isn’t a series', () => {
  expect(
    seriesOf((stream) => {
      const broken = {
        provider: 'App',
        eventId: 6,
        name: 'EventCounters',
        fields: [{ name: 'x', type: plainType(99) }],
      }
      stream.event(stream.writer.defineType(broken), 1000, new Uint8Array(8))
      const empty = { provider: 'App', eventId: 7, name: 'EventCounters', fields: [] }
      stream.event(stream.writer.defineType(empty), 1000, new Uint8Array(8))
      stream.other(1000)
    }),
  ).toEqual([])
})
