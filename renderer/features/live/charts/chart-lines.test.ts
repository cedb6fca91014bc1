import { describe, expect, test } from 'vitest'
import type { BoardSeries } from '../../../../shared/model/settings.ts'
import { newChart } from '../board/board.ts'
import { chartTitle, ColourAssignments, maxLinesPerChart, resolveChart } from './chart-lines.ts'
import { CatalogBuilder } from '../testing.ts'

const series = (instrument: string, provider = 'System.Runtime', more: Partial<BoardSeries> = {}): BoardSeries => ({
  source: 'meter',
  provider,
  instrument,
  rawTags: null,
  measure: null,
  axis: 'left',
  ...more,
})

describe('lines of a chart', () => {
  const builder = new CatalogBuilder()
  builder.addRuntimeMeter()
  builder.add(
    'meter',
    'Hosting',
    'request.duration',
    'Histogram',
    's',
    ['p50', 'p95', 'p99', 'count', 'sum'],
    ['route=/a', 'route=/b'],
  )
  const resolve = (chart: Parameters<typeof resolveChart>[0]) =>
    resolveChart(chart, builder.catalog, new ColourAssignments())

  test('a counter with tags has one line each, as a rate, named by what differs', () => {
    const { lines } = resolve(newChart('c', [series('dotnet.process.cpu.time')]))
    expect(lines.map((line) => [line.label, line.measure, line.colourIndex])).toEqual([
      ['user', 'rate', 0],
      ['system', 'rate', 1],
    ])
  })

  test('a tag that is called like a property of every object is a tag like others', () => {
    const real = new CatalogBuilder()
    real.add('meter', 'Shop', 'orders', 'Gauge', '', ['value'], ['constructor=b', 'constructor=a'])
    const { lines } = resolveChart(newChart('c', [series('orders', 'Shop')]), real.catalog, new ColourAssignments())
    expect(lines.map((line) => line.label)).toEqual(['b', 'a'])
  })

  test('in total mode counters show their total', () => {
    const chart = { ...newChart('c', [series('dotnet.gc.pause.time')]), counterMode: 'total' as const }
    expect(resolve(chart).lines.map((line) => line.measure)).toEqual(['total'])
  })

  test('lengths that a runtime declares as counters are shown as what they are', () => {
    const real = new CatalogBuilder()
    real.add('meter', 'System.Runtime', 'dotnet.thread_pool.queue.length', 'ObservableCounter', '', ['rate', 'total'])
    const { lines } = resolveChart(
      newChart('c', [series('dotnet.thread_pool.queue.length')]),
      real.catalog,
      new ColourAssignments(),
    )
    expect(lines.map((line) => [line.label, line.measure])).toEqual([['length', 'total']])
  })

  test('several instruments are named by their own part', () => {
    const chart = newChart('c', [series('dotnet.thread_pool.queue.length'), series('dotnet.thread_pool.thread.count')])
    const { lines } = resolve(chart)
    expect(lines.map((line) => line.label)).toEqual(['queue.length', 'thread.count'])
    expect(chartTitle(chart, lines)).toEqual({ title: 'dotnet.thread_pool', subtitle: 'System.Runtime, 2 instruments' })
  })

  test('an up-down counter says that it counts from the moment of attaching', () => {
    const shop = new CatalogBuilder()
    shop.add('meter', 'Shop', 'orders.open', 'UpDownCounter', '{order}', ['value'])
    shop.add('meter', 'Shop', 'orders.stored', 'ObservableUpDownCounter', '{order}', ['value'])
    const subtitleOf = (name: string): string => {
      const chart = newChart('c', [series(name, 'Shop')])
      return chartTitle(chart, resolveChart(chart, shop.catalog, new ColourAssignments()).lines).subtitle
    }
    expect(subtitleOf('orders.open')).toBe('Shop, since attach')
    expect(subtitleOf('orders.stored')).toBe('Shop')
  })

  test('the quantiles of one tag set are a band of one color, the next tag set has another', () => {
    const { lines } = resolve(newChart('c', [series('request.duration', 'Hosting')]))
    expect(lines.map((line) => [line.label, line.bandIndex, line.colourIndex])).toEqual([
      ['/a p50', 0, 0],
      ['/a p95', 0, 0],
      ['/a p99', 0, 0],
      ['/b p50', 1, 1],
      ['/b p95', 1, 1],
      ['/b p99', 1, 1],
    ])
  })

  test('one tag set and one measure can be asked for', () => {
    const { lines } = resolve(
      newChart('c', [series('request.duration', 'Hosting', { rawTags: 'route=/b', measure: 'count' })]),
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]?.measure).toBe('count')
  })

  test('what the target does not have is missing, not invented', () => {
    const { lines, missing } = resolve(newChart('c', [series('gone'), series('dotnet.gc.pause.time')]))
    expect(lines).toHaveLength(1)
    expect(missing.map((other) => other.instrument)).toEqual(['gone'])
  })

  test('the ninth line repeats a color with a dash, and the number of lines is limited', () => {
    const many = new CatalogBuilder()
    many.add(
      'meter',
      'M',
      'i',
      'Gauge',
      '',
      ['value'],
      Array.from({ length: 30 }, (_, i) => `n=${i}`),
    )
    const { lines, hiddenCount } = resolveChart(
      newChart('c', [series('i', 'M')]),
      many.catalog,
      new ColourAssignments(),
    )
    expect(lines).toHaveLength(maxLinesPerChart)
    expect(hiddenCount).toBe(30 - maxLinesPerChart)
    expect(new Set(lines.map((line) => `${line.colourIndex}/${line.dashIndex}`)).size).toBe(maxLinesPerChart)
    expect(lines[8]?.colourIndex).toBe(lines[0]?.colourIndex)
  })

  test('a series keeps its color in another chart', () => {
    const colours = new ColourAssignments()
    const first = resolveChart(
      newChart('a', [series('dotnet.thread_pool.queue.length'), series('dotnet.thread_pool.thread.count')]),
      builder.catalog,
      colours,
    )
    const second = resolveChart(newChart('b', [series('dotnet.thread_pool.thread.count')]), builder.catalog, colours)
    expect(second.lines[0]?.colourIndex).toBe(first.lines[1]?.colourIndex)
  })
})
