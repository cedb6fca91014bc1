import { partitionPoint } from '../../../../shared/base/partition-point.ts'
import { readLiveFrameHeader, valuesColumns } from '../../../../shared/frames/live-frame.ts'
import type { SampleBuffer } from '../../../canvas/sample-buffer.ts'
import type { SampleReader } from '../charts/chart-layout.ts'
import type { SeriesStore } from './series-store.ts'

export interface HistoryRequest {
  readonly seriesIndexes: readonly number[]
  readonly fromMs: number
  readonly toMs: number
  readonly maxPoints: number
}

export interface HistoryNeed {
  readonly seriesIndexes: readonly number[]
  readonly fromMs: number
  readonly toMs: number
  /** Pixels of the plot; two points each are asked for. */
  readonly widthPx: number
}

interface Segment extends HistoryRequest {
  readonly series: ReadonlyMap<number, { readonly timeMs: Float64Array; readonly value: Float64Array }>
}

const retryAfterMs = 2000

/**
 * What is older than the rings of SeriesStore, asked for with `live.range`. One segment at a time: the stretch that is on screen. Until
 * a new answer is there the old one stays; an answer that has been overtaken by a later question is thrown away.
 */
export class History implements SampleReader {
  readonly #store: SeriesStore
  readonly #ask: (request: HistoryRequest) => Promise<ArrayBuffer | null>
  readonly #now: () => number
  readonly #needs = new Map<object, HistoryNeed>()
  #segment: Segment | null = null
  #asked: HistoryRequest | null = null
  #question = 0
  #failedAtMs = -Infinity
  #revision = 0

  constructor(
    store: SeriesStore,
    ask: (request: HistoryRequest) => Promise<ArrayBuffer | null>,
    now: () => number = () => performance.now(),
  ) {
    this.#store = store
    this.#ask = ask
    this.#now = now
  }

  get revision(): number {
    return this.#revision
  }

  get isAsking(): boolean {
    return this.#asked !== null
  }

  /** Width of a time bin of the shown segment; 0 without one. Points are at most two bins apart. */
  get binMs(): number {
    const segment = this.#segment
    return segment === null ? 0 : (2 * (segment.toMs - segment.fromMs)) / segment.maxPoints
  }

  /**
   * Called by each chart when it is laid out; asks only when something is neither here nor on its way. All charts of a board show the
   * same stretch, so one question serves them all: it names the series of every chart that has asked.
   */
  ensure(owner: object, ownNeed: HistoryNeed, firstSampleMs: number | null): void {
    this.#needs.set(owner, ownNeed)
    const oldest = Math.max(ownNeed.fromMs, firstSampleMs ?? ownNeed.fromMs)
    // Charts ask several times a second, and mostly for what is here: nothing is made for that.
    if (oldest >= ownNeed.toMs || oldest >= this.#coverageOf(ownNeed.seriesIndexes)) return
    const needs = [...this.#needs.values()]
    const need = {
      ...ownNeed,
      seriesIndexes: [...new Set(needs.flatMap((one) => one.seriesIndexes))],
      widthPx: Math.max(...needs.map((one) => one.widthPx)),
    }
    const newestCoverage = this.#coverageOf(need.seriesIndexes)
    const upTo = Math.min(need.toMs, newestCoverage)
    const latest = this.#asked ?? this.#segment
    if (latest !== null && this.#serves(latest, need, oldest, upTo)) return
    if (this.#now() - this.#failedAtMs < retryAfterMs) return
    const span = need.toMs - need.fromMs
    const fromMs = Math.max(need.fromMs - 0.1 * span, firstSampleMs ?? -Infinity)
    // To the end of the view, not to where the ring begins: the ring moves on and the segment serves longer.
    const toMs = need.toMs + 1
    const share = (toMs - fromMs) / span
    void this.#request({
      seriesIndexes: need.seriesIndexes,
      fromMs,
      toMs,
      maxPoints: Math.max(2, Math.min(100_000, Math.ceil(2 * need.widthPx * share))),
    })
  }

  /** The chart is gone; its series are not asked for any more. */
  forget(owner: object): void {
    this.#needs.delete(owner)
  }

  read(seriesIndex: number, fromMs: number, toMs: number, into: SampleBuffer): void {
    const columns = this.#segment?.series.get(seriesIndex)
    const boundary = this.#store.coverageOf(seriesIndex)
    if (columns === undefined || columns.timeMs.length === 0 || boundary <= fromMs) {
      this.#store.read(seriesIndex, fromMs, toMs, into)
      return
    }
    const { timeMs, value } = columns
    into.reserve(timeMs.length)
    for (let i = Math.max(0, firstAtOrAfter(timeMs, fromMs) - 1); i < timeMs.length; i++) {
      const time = timeMs[i] ?? 0
      if (time >= boundary) break
      into.push(time, value[i] ?? Number.NaN)
      if (time > toMs) return
    }
    const seam = into.count
    this.#store.read(seriesIndex, Math.max(fromMs, boundary), toMs, into)
    // The neighbour before the range: what is older than the boundary comes from the segment.
    if (into.count > seam && (into.timeMs[seam] ?? 0) < boundary) into.removeAt(seam)
  }

  newestValue(seriesIndex: number, notBeforeMs: number): number | null {
    const live = this.#store.newestValue(seriesIndex, notBeforeMs)
    if (live !== null) return live
    const columns = this.#segment?.series.get(seriesIndex)
    const last = (columns?.timeMs.length ?? 0) - 1
    if (columns === undefined || last < 0 || (columns.timeMs[last] ?? 0) < notBeforeMs) return null
    const value = columns.value[last] ?? Number.NaN
    return Number.isNaN(value) ? null : value
  }

  /** Last value at or before a time, from whichever part of the picture holds it. */
  valueAt(seriesIndex: number, timeMs: number, maxAgeMs: number): number | null {
    if (timeMs >= this.#store.coverageOf(seriesIndex)) {
      const live = this.#store.valueAt(seriesIndex, timeMs, maxAgeMs)
      if (live !== null) return live
    }
    const columns = this.#segment?.series.get(seriesIndex)
    if (columns === undefined) return this.#store.valueAt(seriesIndex, timeMs, maxAgeMs)
    const at = firstAtOrAfter(columns.timeMs, timeMs + 1e-6) - 1
    if (at < 0) return null
    const value = columns.value[at] ?? Number.NaN
    const age = timeMs - (columns.timeMs[at] ?? 0)
    return age > Math.max(maxAgeMs, 2 * this.binMs) || Number.isNaN(value) ? null : value
  }

  /** From this time on the rings hold every one of these series; -Infinity for none. */
  #coverageOf(seriesIndexes: readonly number[]): number {
    let newest = -Infinity
    for (const index of seriesIndexes) newest = Math.max(newest, this.#store.coverageOf(index))
    return newest
  }

  #serves(have: HistoryRequest, need: HistoryNeed, oldest: number, upTo: number): boolean {
    const isInside = have.fromMs <= oldest && have.toMs >= upTo
    const isFine = (have.toMs - have.fromMs) / have.maxPoints <= (1.5 * (need.toMs - need.fromMs)) / (2 * need.widthPx)
    if (!isInside || !isFine) return false
    const known = new Set(have.seriesIndexes)
    return need.seriesIndexes.every((index) => known.has(index))
  }

  async #request(request: HistoryRequest): Promise<void> {
    const question = ++this.#question
    this.#asked = request
    const frame = await this.#ask(request)
    if (question !== this.#question) return
    this.#asked = null
    const series = frame === null ? null : columnsBySeries(frame)
    if (series === null) {
      this.#failedAtMs = this.#now()
      return
    }
    this.#segment = { ...request, series }
    this.#revision += 1
  }
}

/** Splits one values frame into columns of each series; null when the frame is not one. */
function columnsBySeries(frame: ArrayBuffer): Segment['series'] | null {
  const header = readLiveFrameHeader(frame)
  if (header === null || header.kind !== 'values') return null
  const columns = valuesColumns(frame, header)
  const counts = new Map<number, number>()
  for (const index of columns.seriesIndex) counts.set(index, (counts.get(index) ?? 0) + 1)
  const series = new Map<number, { timeMs: Float64Array; value: Float64Array }>()
  for (const [index, count] of counts) {
    series.set(index, { timeMs: new Float64Array(count), value: new Float64Array(count) })
  }
  const filled = new Map<number, number>()
  columns.seriesIndex.forEach((index, i) => {
    const at = filled.get(index) ?? 0
    filled.set(index, at + 1)
    const into = series.get(index)
    if (into === undefined) return
    into.timeMs[at] = columns.timeMs[i] ?? 0
    into.value[at] = columns.value[i] ?? Number.NaN
  })
  return series
}

function firstAtOrAfter(timeMs: Float64Array, wantedMs: number): number {
  return partitionPoint(0, timeMs.length, (at) => timeMs[at]! < wantedMs)
}
