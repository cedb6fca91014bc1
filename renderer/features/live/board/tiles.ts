import { stackLayers } from '../../../canvas/stack.ts'
import type { InstrumentSource, Measure } from '../../../../shared/model/live.ts'
import type { Catalog } from '../series/catalog.ts'
import type { SeriesStore } from '../series/series-store.ts'
import { meaningOf, type Meaning } from '../series/units.ts'

/**
 * The six tiles. Each has candidates in order of preference; the first whose instrument the target has is taken: the System.Runtime
 * meter (.NET 9 and later) before the classic event counters. A tile adds up all tag sets of its instrument (modes, generations,
 * exception types).
 */
export interface TileCandidate {
  readonly source: InstrumentSource
  readonly provider: string
  readonly instrument: string
  readonly measure: Measure
  /** What exactly the number is; shown on hover, because the classic counters and the meter differ. */
  readonly meaning: string
  /** What has to stand beside the title, or the number would be read wrongly; empty for most. */
  readonly note: string
  /** Counters without any measurement so far stand at zero: the runtime publishes them with their first increment. */
  readonly isZeroUntilFirst: boolean
}

export interface TileDefinition {
  readonly id: 'cpu' | 'working-set' | 'heap' | 'pause' | 'exceptions' | 'queue'
  readonly title: string
  readonly colour: 's1' | 's3' | 's4' | 'gc' | 'bad'
  readonly candidates: readonly TileCandidate[]
}

const runtime = 'System.Runtime'

interface TileText {
  readonly meaning: string
  readonly note?: string
  readonly isZeroUntilFirst?: boolean
}

function meter(instrument: string, measure: Measure, text: TileText): TileCandidate {
  return { source: 'meter', provider: runtime, instrument, measure, note: '', isZeroUntilFirst: false, ...text }
}

function counter(instrument: string, measure: Measure, text: TileText): TileCandidate {
  return { source: 'event-counter', provider: runtime, instrument, measure, note: '', isZeroUntilFirst: false, ...text }
}

const workingSet = { meaning: 'Physical memory used by the process' }
const pauseShare = { meaning: 'Share of the interval in which the GC paused all threads' }
const thrown = { meaning: 'Exceptions thrown, whether caught or not' }
const queueLength = { meaning: 'Work items waiting for a thread-pool thread' }

export const tileDefinitions: readonly TileDefinition[] = [
  {
    id: 'cpu',
    title: 'CPU',
    colour: 's1',
    candidates: [
      meter('dotnet.process.cpu.time', 'rate', {
        meaning: 'User and system time; 100% is one core',
        note: 'of one core',
      }),
      counter('cpu-usage', 'value', { meaning: '100% is all cores', note: 'of all cores' }),
    ],
  },
  {
    id: 'working-set',
    title: 'Working set',
    colour: 's3',
    candidates: [
      meter('dotnet.process.memory.working_set', 'value', workingSet),
      counter('working-set', 'value', workingSet),
    ],
  },
  {
    id: 'heap',
    title: 'GC heap',
    colour: 's1',
    candidates: [
      meter('dotnet.gc.last_collection.heap.size', 'value', {
        meaning: 'Size of all generations after the last GC; allocations since then are not included',
        note: 'after last GC',
      }),
      counter('gc-heap-size', 'value', { meaning: 'Managed heap, including objects not collected yet' }),
    ],
  },
  {
    id: 'pause',
    title: 'Time in GC pauses',
    colour: 'gc',
    candidates: [
      meter('dotnet.gc.pause.time', 'rate', pauseShare),
      counter('total-pause-time-by-gc', 'rate', pauseShare),
      counter('time-in-gc', 'value', { meaning: 'Share of the time since the previous GC', note: 'since previous GC' }),
    ],
  },
  {
    id: 'exceptions',
    title: 'Exceptions',
    colour: 'bad',
    candidates: [
      meter('dotnet.exceptions', 'rate', { ...thrown, isZeroUntilFirst: true }),
      counter('exception-count', 'rate', thrown),
    ],
  },
  {
    id: 'queue',
    title: 'Thread-pool queue',
    colour: 's4',
    candidates: [
      meter('dotnet.thread_pool.queue.length', 'value', queueLength),
      // Declared as a counter by .NET 9 and 10: the total is the length (measures.ts).
      meter('dotnet.thread_pool.queue.length', 'total', queueLength),
      counter('threadpool-queue-length', 'value', queueLength),
    ],
  },
]

export interface ResolvedTile {
  readonly definition: TileDefinition
  readonly candidate: TileCandidate
  readonly seriesIndexes: readonly number[]
  readonly meaning: Meaning
}

/** null = this target has no instrument for the tile (yet). */
export function resolveTile(definition: TileDefinition, catalog: Catalog): ResolvedTile | null {
  let waiting: ResolvedTile | null = null
  for (const candidate of definition.candidates) {
    for (const instrument of catalog.find(candidate.source, candidate.provider, candidate.instrument)) {
      const seriesIndexes = catalog
        .seriesOf(instrument.index)
        .filter((series) => series.measure === candidate.measure)
        .map((series) => series.index)
      const meaning = meaningOf(instrument, candidate.measure)
      const resolved = { definition, candidate, seriesIndexes, meaning }
      if (seriesIndexes.length > 0) return resolved
      if (candidate.isZeroUntilFirst) waiting ??= resolved
    }
  }
  return waiting
}

export interface TileReading {
  /** Published units, tag sets added up. null = no fresh value. */
  readonly value: number | null
  readonly min: number | null
  readonly max: number | null
  /** For the sparkline: sums per column; NaN where nothing was measured. */
  readonly history: Float64Array
}

const historyColumns = 60

/** The local ring alone, or together with what was asked for. */
export type TileSource = Pick<SeriesStore, 'read' | 'valueAt'>

/** The window of a tile: sixty intervals, at least a minute. */
export function tileWindowMs(intervalMs: number): number {
  return Math.max(60_000, historyColumns * intervalMs)
}

/** `nowMs` is the newest time on screen, not the wall clock: frozen and finished views keep their reading. */
export function readTile(tile: ResolvedTile, store: TileSource, nowMs: number, intervalMs: number): TileReading {
  const columnMs = tileWindowMs(intervalMs) / historyColumns
  if (tile.seriesIndexes.length === 0) {
    return { value: 0, min: 0, max: 0, history: new Float64Array(historyColumns) }
  }
  const holdMs = 2.5 * intervalMs
  const stacked = stackLayers(
    tile.seriesIndexes.map((index) => ({
      factor: 1,
      read: (fromMs, toMs, into) => store.read(index, fromMs, Math.min(toMs, nowMs), into),
    })),
    { fromMs: nowMs - columnMs * (historyColumns - 1), toMs: nowMs, columnMs, holdMs },
  )
  const top = stacked.edges.at(-1) ?? new Float64Array(0)
  const history = top.map((sum, column) => (Number.isNaN(stacked.timeMs[column]) ? Number.NaN : sum))
  const measured = history.filter((sum) => !Number.isNaN(sum))
  return {
    value: sumAt(tile, store, nowMs, holdMs),
    min: measured.length > 0 ? Math.min(...measured) : null,
    max: measured.length > 0 ? Math.max(...measured) : null,
    history,
  }
}

function sumAt(tile: ResolvedTile, store: TileSource, nowMs: number, holdMs: number): number | null {
  let sum: number | null = null
  for (const index of tile.seriesIndexes) {
    const value = store.valueAt(index, nowMs, holdMs)
    if (value !== null) sum = (sum ?? 0) + value
  }
  return sum ?? (tile.candidate.isZeroUntilFirst && tile.seriesIndexes.length === 0 ? 0 : null)
}
