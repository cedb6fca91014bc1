import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { TourHook, TourSeries } from '../../../shared/model/tour.ts'
import { SampleBuffer } from '../../canvas/sample-buffer.ts'
import { appStore } from '../../store/create-store.ts'
import { allRuntimes, type LiveRuntime } from './live-runtime.ts'

declare global {
  interface Window {
    pipescopeTour?: TourHook
  }
}

let installCount = 0

/** Put on the page while a Live screen is open and main was started with `--tour`; it only reads. */
export function installTourHook(): Disposable {
  installCount += 1
  window.pipescopeTour ??= { series: () => allRuntimes().flatMap(([id, runtime]) => seriesOf(id, runtime)) }
  return toDisposable(() => {
    installCount -= 1
    if (installCount === 0) delete window.pipescopeTour
  })
}

function seriesOf(documentId: string, runtime: LiveRuntime): TourSeries[] {
  const tab = appStore.getState().documents.find((document) => document.id === documentId)
  if (tab?.kind !== 'live' || tab.liveTarget.kind !== 'process') return []
  const { pid, isDemo } = tab.liveTarget
  const { catalog, store } = runtime.feed
  return catalog.allSeries().flatMap((series): TourSeries[] => {
    const instrument = catalog.instrument(series.instrumentIndex)
    if (instrument === null) return []
    const values: { timeMs: number; value: number }[] = []
    const samples = new SampleBuffer()
    store.read(series.index, -Infinity, Infinity, samples)
    for (let index = 0; index < samples.count; index++) {
      const value = samples.value[index] ?? Number.NaN
      if (!Number.isNaN(value)) values.push({ timeMs: samples.timeMs[index] ?? 0, value })
    }
    const percentile = /^p(\d+)$/.exec(series.measure)?.[1]
    return [
      {
        pid,
        isDemo,
        provider: instrument.provider,
        instrument: instrument.name,
        tags: Object.fromEntries(series.tags.map((tag) => [tag.key, tag.value])),
        ...(percentile === undefined ? {} : { percentile: Number(percentile) }),
        unit: instrument.unit === '' ? null : instrument.unit,
        measure: series.measure,
        values,
      },
    ]
  })
}
