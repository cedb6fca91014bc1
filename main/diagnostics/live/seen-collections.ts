import { laneCodes, lanesColumns, readLiveFrameHeader, valuesColumns } from '../../../shared/frames/live-frame.ts'
import type { InstrumentDescriptor, SeriesDescriptor } from '../../../shared/model/live.ts'
import type { SeenCollections } from '../heaps/heap-plan.ts'
import type { LiveDocument } from './live-document.ts'

const fullGeneration = 2
/** A process that has grown since is no longer told by older ones. */
const lastPauses = 10
const lookBackMs = 120_000
const heapInstruments: Readonly<Record<string, number>> = {
  'dotnet.gc.last_collection.heap.size': 1,
  // EventCounters count in millions.
  'gc-heap-size': 1e6,
}

/** Full collections that Live has seen, and how large it says the heap is. Null: nothing. */
export async function seenCollections({
  worker,
  progress,
}: Pick<LiveDocument, 'worker' | 'progress'>): Promise<SeenCollections | null> {
  const frames = await worker.snapshot({ fromMs: Number.NEGATIVE_INFINITY, maxSamples: 0 })
  if (!frames.ok) return null
  const pausesMs = frames.value.flatMap(fullPauses).slice(-lastPauses)
  const { instruments, series } = worker.catalog()
  const heap = heapSeries(instruments, series)
  const toMs = progress.lastSampleMs
  if (heap.size === 0 || toMs === null) return { pausesMs, heapBytes: null }
  const values = await worker.range({
    seriesIndexes: [...heap.keys()],
    fromMs: toMs - lookBackMs,
    toMs,
    maxPoints: 100,
  })
  return { pausesMs, heapBytes: values.ok ? lastSum(values.value, heap) : null }
}

function fullPauses(frame: ArrayBuffer): number[] {
  const header = readLiveFrameHeader(frame)
  if (header?.kind !== 'lanes') return []
  const { lane, amount, durationMs } = lanesColumns(frame, header)
  return [...durationMs].filter((_, at) => lane[at] === laneCodes.gc && amount[at] === fullGeneration)
}

/** By series, how many bytes its unit is. Of the first instrument that has values. */
export function heapSeries(
  instruments: readonly Pick<InstrumentDescriptor, 'index' | 'name' | 'hasValues'>[],
  series: readonly Pick<SeriesDescriptor, 'index' | 'instrumentIndex' | 'measure'>[],
): ReadonlyMap<number, number> {
  for (const [name, unit] of Object.entries(heapInstruments)) {
    const of = instruments.find((one) => one.name === name && one.hasValues)
    if (of === undefined) continue
    const own = series.filter(({ instrumentIndex, measure }) => instrumentIndex === of.index && measure === 'value')
    if (own.length > 0) return new Map(own.map(({ index }) => [index, unit]))
  }
  return new Map()
}

/** The newest value of each series, added up: generations are series of one instrument. */
export function lastSum(frame: ArrayBuffer, units: ReadonlyMap<number, number>): number | null {
  const header = readLiveFrameHeader(frame)
  if (header?.kind !== 'values') return null
  const { seriesIndex, value } = valuesColumns(frame, header)
  const last = new Map<number, number>()
  for (const [at, series] of seriesIndex.entries()) last.set(series, value[at]!)
  if (last.size === 0) return null
  return [...last].reduce((sum, [series, amount]) => sum + amount * (units.get(series) ?? 0), 0)
}
