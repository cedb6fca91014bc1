import { writeValuesFrame } from '../../../shared/frames/live-frame.ts'
import type { Catalog } from '../../analysis/catalog.ts'
import type { Lanes } from '../../analysis/lanes.ts'
import { samplesPerFrame, type PendingValues } from '../../analysis/pending-values.ts'
import { queryRange, type RangeResult } from '../../analysis/series/range-query.ts'
import type { SeriesStore } from '../../analysis/series/series-store.ts'
import type { FramePublisher } from './frame-publisher.ts'
import type { RangeRequest, SnapshotRequest } from './live-protocol.ts'

/** Sent when a file was read: an overview of all series; views ask for ranges. */
const overviewSamples = 60_000

export interface SampleQueryParts {
  readonly catalog: Catalog
  readonly store: SeriesStore
  readonly lanes: Lanes
  readonly pending: PendingValues
  readonly publisher: FramePublisher
}

/** Answers about kept samples, as frames. */
export class SampleQueries {
  readonly #parts: SampleQueryParts
  #firstSampleMs: number | null = null
  #lastSampleMs: number | null = null

  constructor(parts: SampleQueryParts) {
    this.#parts = parts
  }

  /** Time of the oldest and of the newest sample that ever came, Unix ms; null before the first. */
  get spanMs(): { readonly firstSampleMs: number | null; readonly lastSampleMs: number | null } {
    return { firstSampleMs: this.#firstSampleMs, lastSampleMs: this.#lastSampleMs }
  }

  noteSample(timeMs: number): void {
    if (this.#firstSampleMs === null || timeMs < this.#firstSampleMs) this.#firstSampleMs = timeMs
    if (this.#lastSampleMs === null || timeMs > this.#lastSampleMs) this.#lastSampleMs = timeMs
  }

  #seriesIndexes(request: { readonly seriesIndexes: readonly number[] }): readonly number[] {
    const all = this.#parts.catalog.series
    if (request.seriesIndexes.length === 0) return all.map((series) => series.index)
    return request.seriesIndexes.filter((index) => index < all.length)
  }

  /** Samples of the asked series and time, thinned to `maxPoints` each. */
  range(request: RangeRequest): ArrayBuffer {
    const { fromMs, toMs, maxPoints } = request
    const { columns, count } = queryRange(this.#parts.store, this.#seriesIndexes(request), fromMs, toMs, maxPoints)
    return writeValuesFrame(columns, count, this.#parts.publisher.nextRevision(), this.#parts.pending.droppedFrameCount)
  }

  /** Values still waiting for credit are sent first, so that they are not in an ordinary frame after the snapshot. */
  snapshot(request: SnapshotRequest): readonly ArrayBuffer[] {
    this.#parts.publisher.flush()
    return [
      ...this.#overviewFrames(request),
      ...this.#parts.lanes.framesSince(request.fromMs, () => this.#parts.publisher.nextRevision()),
    ]
  }

  #overviewFrames({ fromMs, maxSamples }: SnapshotRequest): readonly ArrayBuffer[] {
    if (maxSamples === 0) return []
    const { columns, count } = this.#overview(fromMs, maxSamples)
    return framesOf(columns, count, () => this.#parts.publisher.nextRevision())
  }

  #overview(fromMs: number, maxSamples: number): RangeResult {
    const indexes = this.#seriesIndexes({ seriesIndexes: [] })
    const start = Math.max(fromMs, this.#firstSampleMs ?? 0)
    const maxPoints = Math.max(2, Math.min(2000, Math.floor(maxSamples / Math.max(indexes.length, 1))))
    return queryRange(this.#parts.store, indexes, start, this.#lastSampleMs ?? 0, maxPoints)
  }

  /** Into the ordinary frames; for a file that was just read. */
  sendOverview(): void {
    const { columns, count } = this.#overview(Number.NEGATIVE_INFINITY, overviewSamples)
    for (let index = 0; index < count; index++)
      this.#parts.pending.add(columns.seriesIndex[index]!, columns.timeMs[index]!, columns.value[index]!)
  }
}

function framesOf(columns: RangeResult['columns'], count: number, nextRevision: () => number): readonly ArrayBuffer[] {
  const frames: ArrayBuffer[] = []
  for (let start = 0; start < count; start += samplesPerFrame) {
    const end = Math.min(count, start + samplesPerFrame)
    const part = {
      timeMs: columns.timeMs.subarray(start, end),
      value: columns.value.subarray(start, end),
      seriesIndex: columns.seriesIndex.subarray(start, end),
    }
    frames.push(writeValuesFrame(part, end - start, nextRevision(), 0))
  }
  return frames
}
