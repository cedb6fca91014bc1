import type { InstrumentDescriptor, SeriesDescriptor } from '../../../shared/model/live.ts'
import type { Catalog } from '../catalog.ts'
import { seriesPoints } from '../series/range-query.ts'
import type { SeriesStore } from '../series/series-store.ts'

export interface ExportSelection {
  readonly catalog: Catalog
  readonly store: SeriesStore
  readonly seriesIndexes: readonly number[]
  readonly fromMs: number
  readonly toMs: number
}

/** One sample with what it belongs to. */
export interface ExportSample {
  readonly timeMs: number
  readonly value: number
  readonly series: SeriesDescriptor
  readonly instrument: InstrumentDescriptor
}

/** Samples held at once while exporting; a day of 500 series goes through in a hundred windows. */
const windowSamples = 400_000

/** Samples of the selection in time order, window by window, so that memory stays bounded whatever the range. */
export function* sampleWindows(selection: ExportSelection): Generator<readonly ExportSample[]> {
  const { catalog, store, seriesIndexes, fromMs, toMs } = selection
  const span = coveredSpan(selection)
  if (span === null) return
  const samplesPerMs = store.sampleCount / Math.max(span.storeMs, 1)
  const windowMs = Math.max(1000, windowSamples / Math.max(samplesPerMs, 1e-9))
  for (let startMs = span.fromMs; startMs <= span.toMs; startMs += windowMs) {
    const endMs = startMs + windowMs
    const samples: ExportSample[] = []
    for (const index of seriesIndexes) {
      const series = catalog.series[index]
      const instrument = series && catalog.instruments[series.instrumentIndex]
      if (series === undefined || instrument === undefined) continue
      const { timeMs, value } = seriesPoints(store, index, Math.max(fromMs, startMs), Math.min(toMs, endMs))
      // Both ends of a range query are inclusive: what stands at the end of this window is the first of the next.
      for (let at = 0; at < timeMs.length && timeMs[at]! < endMs; at++)
        samples.push({ timeMs: timeMs[at]!, value: value[at]!, series, instrument })
    }
    samples.sort((a, b) => a.timeMs - b.timeMs || a.series.index - b.series.index)
    if (samples.length > 0) yield samples
  }
}

/** First and last instant of what is kept inside the asked range. */
function coveredSpan({ store, fromMs, toMs }: ExportSelection) {
  const kept = store.fill().keptSinceMs
  const last = store.lastTimeMs
  if (kept === null || last === null) return null
  return { fromMs: Math.max(fromMs, kept), toMs: Math.min(toMs, last), storeMs: last - kept }
}
