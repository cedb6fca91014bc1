import { describe, expect, test } from 'vitest'
import type { PaceStep } from '../../../canvas/decimate.ts'
import type { BoardChart, BoardSeries } from '../../../../shared/model/settings.ts'
import { newChart } from '../board/board.ts'
import { layoutChart, type PreviousRanges } from './chart-layout.ts'
import { ColourAssignments, resolveChart } from './chart-lines.ts'
import { History } from '../series/history.ts'
import { SeriesStore } from '../series/series-store.ts'
import { CatalogBuilder, frameOf, type Sample } from '../testing.ts'

const series = (instrument: string, axis: 'left' | 'right' = 'left'): BoardSeries => ({
  source: 'meter',
  provider: 'System.Runtime',
  instrument,
  rawTags: null,
  measure: null,
  axis,
})

const everySecond = [{ sinceMs: -Infinity, maxStepMs: 2500 }]

function layOut(
  builder: CatalogBuilder,
  samples: readonly Sample[],
  chart: BoardChart,
  edgeMs = 10_000,
  steps: readonly PaceStep[] = everySecond,
) {
  const store = new SeriesStore()
  store.applyFrame(frameOf(samples))
  const previousRanges: PreviousRanges = { left: null, right: null, signature: '' }
  return layoutChart({
    chart,
    lines: resolveChart(chart, builder.catalog, new ColourAssignments()).lines,
    samples: new History(store, () => Promise.resolve(null)),
    fromMs: 0,
    toMs: 10_000,
    edgeMs,
    pxPerMs: 0.1,
    heightPx: 122,
    steps,
    previousRanges,
    pool: [],
  })
}

describe('layout of a chart', () => {
  test.each([
    ['faster', 250],
    ['slower', 60_000],
  ])('a stack keeps what came before the pace became %s', (_, intervalMs) => {
    const builder = new CatalogBuilder()
    const { cpu = [] } = builder.addRuntimeMeter()
    const chart = { ...newChart('c', [series('dotnet.process.cpu.time')]), isStacked: true }
    const samples = [1000, 2000, 3000, 4000].flatMap((time) => cpu.map((index): Sample => [index, time, 0.1]))
    const steps = [...everySecond, { sinceMs: 5000, maxStepMs: 2.5 * intervalMs }]
    const { stack } = layOut(builder, samples, chart, 10_000, steps)
    const columns = [...(stack?.layers.timeMs ?? [])].map((time) => (Number.isNaN(time) ? null : time))
    const first = columns.indexOf(1000)
    expect(columns.slice(first, first + 4)).toEqual([1000, 2000, 3000, 4000])
  })

  test('an infinite value leaves the axis to the others', () => {
    const builder = new CatalogBuilder()
    const [ratio = 0] = builder.add('meter', 'Shop', 'hit.ratio', 'Gauge', '', ['value'])
    const samples: Sample[] = [
      [ratio, 4000, 0.5],
      [ratio, 5000, Infinity],
      [ratio, 6000, -Infinity],
    ]
    for (const isStacked of [false, true]) {
      const chart = { ...newChart('c', [{ ...series('hit.ratio'), provider: 'Shop' }]), isStacked }
      expect(layOut(builder, samples, chart).left.scale).toMatchObject({ low: 0, high: expect.closeTo(0.6) })
    }
  })

  test('memory has ticks at round numbers of MiB', () => {
    const builder = new CatalogBuilder()
    const { workingSet = [] } = builder.addRuntimeMeter()
    const chart = newChart('c', [series('dotnet.process.memory.working_set')])
    const layout = layOut(builder, [[workingSet[0] ?? 0, 5000, 412 * 2 ** 20]], chart)
    expect(layout.left.label).toBe('MiB')
    expect(layout.left.ticks.map((tick) => tick.shown)).toEqual([0, 200, 400, 600])
    expect(layout.left.ticks[1]?.value).toBe(200 * 2 ** 20)
  })

  test('counts have an axis of whole numbers; fractional values keep their fractions', () => {
    const builder = new CatalogBuilder()
    const [threads = 0] = builder.add('meter', 'System.Runtime', 'threads', 'Gauge', '{thread}', ['value'])
    const ticksOf = (value: number) =>
      layOut(builder, [[threads, 5000, value]], newChart('c', [series('threads')])).left.ticks.map(({ shown }) => shown)
    expect([0, 1, 0.5].map(ticksOf)).toEqual([
      [0, 1],
      [0, 1],
      [0, 0.2, 0.4, 0.6],
    ])
  })

  test('a log axis of durations reads in the unit of its middle', () => {
    const builder = new CatalogBuilder()
    const [p50 = 0, , p99 = 0] = builder.add('meter', 'System.Runtime', 'd', 'Histogram', 's', ['p50', 'p95', 'p99'])
    const chart = { ...newChart('c', [series('d')]), scale: 'log' as const }
    const samples: Sample[] = [
      [p50, 5000, 0.014],
      [p99, 5000, 1.2],
    ]
    const layout = layOut(builder, samples, chart)
    expect(layout.left.label).toBe('ms, log')
    expect(layout.left.ticks.map((tick) => tick.shown)).toEqual([10, 100, 1000])
  })

  test('newest values are those at the edge, whatever came after it', () => {
    const builder = new CatalogBuilder()
    const { workingSet = [] } = builder.addRuntimeMeter()
    const [index = 0] = workingSet
    const samples = [2000, 4000, 6000, 8000].map((timeMs) => [index, timeMs, timeMs] as const)
    const chart = newChart('c', [series('dotnet.process.memory.working_set')])
    const newestAt = (edgeMs: number) => layOut(builder, samples, chart, edgeMs).lines.map((line) => line.newest)
    // Frozen, or a range of the past; too long after the last one there is none.
    expect([4500, 6000, 10_000, 10_600].map(newestAt)).toEqual([[4000], [6000], [8000], [null]])
  })

  test('a stack is as high as its sum', () => {
    const builder = new CatalogBuilder()
    const { heap = [] } = builder.addRuntimeMeter()
    const chart = { ...newChart('c', [series('dotnet.gc.last_collection.heap.size')]), isStacked: true }
    const layout = layOut(
      builder,
      heap.map((index) => [index, 5000, 60 * 2 ** 20] as const),
      chart,
    )
    expect(layout.stack?.lines.map((line) => line.label)).toEqual(['gen2', 'loh', 'gen1', 'gen0', 'poh'])
    expect(layout.left.scale.high).toBeGreaterThanOrEqual(300 * 2 ** 20)
    expect(layout.left.label).toBe('MiB, stacked')
  })

  test('the right axis has its own scale', () => {
    const builder = new CatalogBuilder()
    const { queue = [], workingSet = [] } = builder.addRuntimeMeter()
    const chart = newChart('c', [
      series('dotnet.thread_pool.queue.length'),
      series('dotnet.process.memory.working_set', 'right'),
    ])
    const layout = layOut(
      builder,
      [
        [queue[0] ?? 0, 5000, 37],
        [workingSet[0] ?? 0, 5000, 2 ** 30],
      ],
      chart,
    )
    expect(layout.left.scale.high).toBe(40)
    expect(layout.left.label).toBe('work item')
    expect(layout.right?.label).toBe('GiB')
  })

  test('an axis of different things counted is not named after one of them', () => {
    const chart = newChart('c', [series('dotnet.thread_pool.queue.length'), series('dotnet.thread_pool.thread.count')])
    const builder = new CatalogBuilder()
    const [queue = 0] = builder.add(
      'meter',
      'System.Runtime',
      'dotnet.thread_pool.queue.length',
      'Gauge',
      '{work_item}',
      ['value'],
    )
    const [thread = 0] = builder.add(
      'meter',
      'System.Runtime',
      'dotnet.thread_pool.thread.count',
      'Gauge',
      '{thread}',
      ['value'],
    )
    const layout = layOut(
      builder,
      [
        [queue, 5000, 3],
        [thread, 5000, 5],
      ],
      chart,
    )
    expect(layout.left.label).toBe('count')
  })

  test('a threshold is always inside the picture', () => {
    const builder = new CatalogBuilder()
    const { queue = [] } = builder.addRuntimeMeter()
    const chart = {
      ...newChart('c', [series('dotnet.thread_pool.queue.length')]),
      thresholds: [{ value: 500, direction: 'above' as const }],
    }
    const layout = layOut(builder, [[queue[0] ?? 0, 5000, 3]], chart)
    expect(layout.left.scale.high).toBeGreaterThanOrEqual(500)
  })

  test('an empty chart has an axis from 0 to 1 and no line', () => {
    const layout = layOut(new CatalogBuilder(), [], newChart('c', [series('nothing')]))
    expect([layout.left.scale.low, layout.left.scale.high]).toEqual([0, 1])
    expect(layout.lines).toEqual([])
  })
})
