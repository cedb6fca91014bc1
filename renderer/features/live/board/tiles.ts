import { stackLayers } from '../../../canvas/stack.ts'
import type { InstrumentSource, Measure } from '../../../../shared/model/live.ts'
import type { Catalog } from '../series/catalog.ts'
import type { SeriesStore } from '../series/series-store.ts'
import { meaningOf, type Meaning } from '../series/units.ts'
import { liveLabels } from '../live-labels.ts'

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

const words = liveLabels.tiles

export const tileDefinitions: readonly TileDefinition[] = [
  {
    id: 'cpu',
    title: words.cpu.title,
    colour: 's1',
    candidates: [
      meter('dotnet.process.cpu.time', 'rate', words.cpu.meter),
      counter('cpu-usage', 'value', words.cpu.counter),
    ],
  },
  {
    id: 'working-set',
    title: words.workingSet.title,
    colour: 's3',
    candidates: [
      meter('dotnet.process.memory.working_set', 'value', words.workingSet.any),
      counter('working-set', 'value', words.workingSet.any),
    ],
  },
  {
    id: 'heap',
    title: words.heap.title,
    colour: 's1',
    candidates: [
      meter('dotnet.gc.last_collection.heap.size', 'value', words.heap.meter),
      counter('gc-heap-size', 'value', words.heap.counter),
    ],
  },
  {
    id: 'pause',
    title: words.pause.title,
    colour: 'gc',
    candidates: [
      meter('dotnet.gc.pause.time', 'rate', words.pause.any),
      counter('total-pause-time-by-gc', 'rate', words.pause.any),
      counter('time-in-gc', 'value', words.pause.timeInGc),
    ],
  },
  {
    id: 'exceptions',
    title: words.exceptions.title,
    colour: 'bad',
    candidates: [
      meter('dotnet.exceptions', 'rate', { ...words.exceptions.any, isZeroUntilFirst: true }),
      counter('exception-count', 'rate', words.exceptions.any),
    ],
  },
  {
    id: 'queue',
    title: words.queue.title,
    colour: 's4',
    candidates: [
      meter('dotnet.thread_pool.queue.length', 'value', words.queue.any),
      // Declared as a counter by .NET 9 and 10: the total is the length (measures.ts).
      meter('dotnet.thread_pool.queue.length', 'total', words.queue.any),
      counter('threadpool-queue-length', 'value', words.queue.any),
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
