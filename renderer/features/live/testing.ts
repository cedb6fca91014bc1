import { asSeriesIndex } from '../../../shared/model/ids.ts'
import type {
  InstrumentDescriptor,
  InstrumentKind,
  InstrumentSource,
  Measure,
  Tag,
} from '../../../shared/model/live.ts'
import { writeValuesFrame } from '../../../shared/frames/live-frame.ts'
import { Catalog } from './series/catalog.ts'

/** Builds catalogs and frames for tests: `meter('System.Runtime').counter('dotnet.exceptions', '{exception}', [...])`. */
export class CatalogBuilder {
  readonly catalog = new Catalog()
  #instrumentCount = 0
  #seriesCount = 0

  /** Adds an instrument with one series per tag set and measure; returns the series' indexes in that order. */
  add(
    source: InstrumentSource,
    provider: string,
    name: string,
    kind: InstrumentKind,
    unit: string,
    measures: readonly Measure[],
    tagSets: readonly string[] = [''],
  ): number[] {
    const instrument: InstrumentDescriptor = {
      index: this.#instrumentCount++,
      source,
      provider,
      providerVersion: '',
      name,
      displayName: '',
      kind,
      unit,
      description: '',
      hasValues: measures.length > 0,
    }
    const series = tagSets.flatMap((rawTags) =>
      measures.map((measure) => ({
        index: asSeriesIndex(this.#seriesCount++),
        instrumentIndex: instrument.index,
        tags: tagsOf(rawTags),
        rawTags,
        measure,
      })),
    )
    this.catalog.apply({ kind: 'catalog', instruments: [instrument], series })
    return series.map(({ index }) => index)
  }

  /** The 9.0+ runtime meter, as far as tiles and default boards look at it. */
  addRuntimeMeter(): Readonly<Record<string, number[]>> {
    const add = (name: string, kind: InstrumentKind, unit: string, measures: Measure[], tags?: string[]) =>
      this.add('meter', 'System.Runtime', name, kind, unit, measures, tags)
    const generations = ['gen0', 'gen1', 'gen2', 'loh', 'poh'].map((gen) => `gc.heap.generation=${gen}`)
    return {
      cpu: add(
        'dotnet.process.cpu.time',
        'ObservableCounter',
        's',
        ['rate', 'total'],
        ['cpu.mode=user', 'cpu.mode=system'],
      ),
      workingSet: add('dotnet.process.memory.working_set', 'ObservableUpDownCounter', 'By', ['value']),
      heap: add('dotnet.gc.last_collection.heap.size', 'ObservableUpDownCounter', 'By', ['value'], generations),
      pause: add('dotnet.gc.pause.time', 'ObservableCounter', 's', ['rate', 'total']),
      exceptions: add(
        'dotnet.exceptions',
        'Counter',
        '{exception}',
        ['rate', 'total'],
        ['error.type=System.FormatException', 'error.type=System.TimeoutException'],
      ),
      queue: add('dotnet.thread_pool.queue.length', 'ObservableUpDownCounter', '{work_item}', ['value']),
      threads: add('dotnet.thread_pool.thread.count', 'ObservableUpDownCounter', '{thread}', ['value']),
      allocated: add('dotnet.gc.heap.total_allocated', 'ObservableCounter', 'By', ['rate', 'total']),
    }
  }

  /** The classic counters of .NET Core 3.1 to 8. */
  addRuntimeCounters(): Readonly<Record<string, number[]>> {
    const mean = (name: string, unit: string) =>
      this.add('event-counter', 'System.Runtime', name, 'EventCounterMean', unit, ['value'])
    const sum = (name: string, unit: string) =>
      this.add('event-counter', 'System.Runtime', name, 'EventCounterSum', unit, ['rate', 'total'])
    return {
      cpu: mean('cpu-usage', '%'),
      workingSet: mean('working-set', 'MB'),
      heap: mean('gc-heap-size', 'MB'),
      gen0: mean('gen-0-size', 'B'),
      gen1: mean('gen-1-size', 'B'),
      gen2: mean('gen-2-size', 'B'),
      loh: mean('loh-size', 'B'),
      timeInGc: mean('time-in-gc', '%'),
      exceptions: sum('exception-count', ''),
      queue: mean('threadpool-queue-length', ''),
      threads: mean('threadpool-thread-count', ''),
      allocRate: sum('alloc-rate', 'B'),
    }
  }
}

function tagsOf(rawTags: string): Tag[] {
  if (rawTags === '') return []
  return rawTags.split(',').map((pair) => {
    const [key = '', value = ''] = pair.split('=')
    return { key, value }
  })
}

export type Sample = readonly [seriesIndex: number, timeMs: number, value: number]

export function frameOf(samples: readonly Sample[], revision = 1, droppedCount = 0): ArrayBuffer {
  return writeValuesFrame(
    {
      timeMs: Float64Array.from(samples, ([, time]) => time),
      value: Float64Array.from(samples, ([, , value]) => value),
      seriesIndex: Uint32Array.from(samples, ([index]) => index),
    },
    samples.length,
    revision,
    droppedCount,
  )
}
