import { asSeriesIndex } from '../../../shared/model/ids.ts'
import type {
  InstrumentDescriptor,
  InstrumentKind,
  LiveGap,
  LiveMark,
  Measure,
  SeriesDescriptor,
} from '../../../shared/model/live.ts'

/** What a scripted page shows: instruments, and a value for each series at any time. */
export interface Scene {
  readonly instruments: readonly InstrumentDescriptor[]
  readonly series: readonly SeriesDescriptor[]
  valueAt(seriesIndex: number, timeMs: number): number
  readonly marks: (nowMs: number) => readonly LiveMark[]
  readonly gaps: (nowMs: number) => readonly LiveGap[]
}

type ValueOf = (timeMs: number) => number

class SceneBuilder {
  readonly instruments: InstrumentDescriptor[] = []
  readonly series: SeriesDescriptor[] = []
  readonly values: ValueOf[] = []

  add(
    provider: string,
    name: string,
    kind: InstrumentKind,
    unit: string,
    series: readonly (readonly [rawTags: string, measure: Measure, value: ValueOf])[],
    source: 'meter' | 'event-counter' = 'meter',
  ): this {
    const instrument: InstrumentDescriptor = {
      index: this.instruments.length,
      source,
      provider,
      providerVersion: '',
      name,
      displayName: '',
      kind,
      unit,
      description: '',
      hasValues: true,
    }
    this.instruments.push(instrument)
    for (const [rawTags, measure, value] of series) {
      const tags = rawTags === '' ? [] : rawTags.split(',').map((pair) => splitTag(pair))
      this.series.push({
        index: asSeriesIndex(this.series.length),
        instrumentIndex: instrument.index,
        tags,
        rawTags,
        measure,
      })
      this.values.push(value)
    }
    return this
  }

  build(marks: Scene['marks'] = () => [], gaps: Scene['gaps'] = () => []): Scene {
    const { values } = this
    return {
      instruments: this.instruments,
      series: this.series,
      valueAt: (seriesIndex, timeMs) => values[seriesIndex]?.(timeMs) ?? Number.NaN,
      marks,
      gaps,
    }
  }
}

function splitTag(pair: string): { key: string; value: string } {
  const [key = '', value = ''] = pair.split('=')
  return { key, value }
}

/** Repeatable noise in -1..1 that changes slowly: the same time gives the same value. */
function wander(seed: number, timeMs: number, periodMs: number): number {
  const phase = timeMs / periodMs
  return (
    0.5 * Math.sin(phase * 2.1 + seed) +
    0.3 * Math.sin(phase * 5.3 + seed * 1.7) +
    0.2 * Math.sin(phase * 13.7 + seed * 3.1)
  )
}

/** A web application under load; for pictures. */
export function webScene(startMs: number): Scene {
  const load = (timeMs: number) => 1 / (1 + Math.exp(-(timeMs - startMs + 90_000) / 12_000))
  const ramp =
    (seed: number, low: number, high: number, noise: number, periodMs = 4000): ValueOf =>
    (timeMs) =>
      Math.max(0, (low + (high - low) * load(timeMs)) * (1 + noise * wander(seed, timeMs, periodMs)))
  const mib = 1_048_576
  const generation = (name: string, seed: number, low: number, high: number) =>
    [
      `gc.heap.generation=${name}`,
      'value',
      (timeMs: number) => ramp(seed, low * mib, high * mib, 0.08, 20_000)(timeMs),
    ] as const
  return new SceneBuilder()
    .add('System.Runtime', 'dotnet.process.cpu.time', 'ObservableCounter', 's', [
      ['cpu.mode=user', 'rate', ramp(4, 0.12, 0.33, 0.16)],
      ['cpu.mode=system', 'rate', ramp(5, 0.021, 0.046, 0.2)],
    ])
    .add('System.Runtime', 'dotnet.process.memory.working_set', 'ObservableUpDownCounter', 'By', [
      ['', 'value', ramp(6, 330 * mib, 412 * mib, 0.01)],
    ])
    .add('System.Runtime', 'dotnet.gc.last_collection.heap.size', 'ObservableUpDownCounter', 'By', [
      generation('gen0', 1, 5, 8),
      generation('gen1', 2, 9, 10),
      generation('gen2', 3, 96, 135),
      generation('loh', 4, 42, 59),
      generation('poh', 5, 1, 1.2),
    ])
    .add('System.Runtime', 'dotnet.gc.pause.time', 'ObservableCounter', 's', [
      ['', 'rate', ramp(7, 0.0008, 0.0036, 0.4)],
    ])
    .add('System.Runtime', 'dotnet.exceptions', 'Counter', '{exception}', [
      [
        'error.type=System.FormatException',
        'rate',
        (timeMs) => Math.max(0, Math.round(2 * load(timeMs) * wander(8, timeMs, 3000))),
      ],
    ])
    .add('System.Runtime', 'dotnet.thread_pool.queue.length', 'ObservableUpDownCounter', '{work_item}', [
      ['', 'value', (timeMs) => Math.round(ramp(9, 0, 40, 0.4)(timeMs))],
    ])
    .add('System.Runtime', 'dotnet.thread_pool.thread.count', 'ObservableUpDownCounter', '{thread}', [
      ['', 'value', (timeMs) => Math.round(16 + 12 * load(timeMs))],
    ])
    .add('Microsoft.AspNetCore.Hosting', 'http.server.request.duration', 'Histogram', 's', [
      ['', 'p50', ramp(10, 0.014, 0.023, 0.22)],
      ['', 'p95', ramp(11, 0.044, 0.15, 0.28)],
      ['', 'p99', ramp(12, 0.092, 0.42, 0.35)],
    ])
    .add('Microsoft.AspNetCore.Hosting', 'http.server.active_requests', 'UpDownCounter', '{request}', [
      ['', 'value', (timeMs) => Math.round(ramp(13, 8, 46, 0.2)(timeMs))],
    ])
    .add('MyShop.Orders', 'orders.placed', 'Counter', '{order}', [['', 'rate', ramp(14, 6, 18, 0.2)]])
    .build(
      () => [{ id: 'm1', timeMs: startMs - 90_000, label: 'load test, 200 requests/s', origin: 'person' }],
      () => [{ fromMs: startMs - 168_000, toMs: startMs - 157_000, reason: 'paused' }],
    )
}

/** Many gauges of one meter; for measuring. */
export function loadScene(seriesCount: number): Scene {
  const perInstrument = 10
  const builder = new SceneBuilder()
  for (let instrument = 0; instrument * perInstrument < seriesCount; instrument++) {
    const count = Math.min(perInstrument, seriesCount - instrument * perInstrument)
    builder.add(
      'Load',
      `load.gauge.${String(instrument).padStart(3, '0')}`,
      'Gauge',
      '{item}',
      Array.from({ length: count }, (_, tag) => {
        const seed = instrument * perInstrument + tag
        return [`tag=${tag}`, 'value', (timeMs: number) => 50 + 40 * wander(seed, timeMs, 3000 + 100 * tag)] as const
      }),
    )
  }
  return builder.build()
}
