import { readLiveFrameHeader, valuesColumns, type LiveFrameHeader } from '../../../../shared/frames/live-frame.ts'
import type { SampleBuffer } from '../../../canvas/sample-buffer.ts'
import { SampleBlocks, samplesPerBlock } from './sample-blocks.ts'
import { SampleRing } from './sample-ring.ts'

/** 4,096 samples are 6.8 minutes at 0.1 s and 68 minutes at 1 s; what is older is asked for (history.ts). */
const maxSamplesPerSeries = 4096
/**
 * All series together: 16 MB, which is 4,096 samples of each of 256 series. With more series each keeps fewer: at 500 and 0.1 s 3.4
 * minutes, so that the memory of such a view stands still from then on.
 */
const maxSamplesOfAll = 1_048_576
const minSamplesPerSeries = 256

/**
 * Newest samples of every series of one live view, in rings over shared memory. The only writer is `applyFrame`; painters read.
 * `revision` grows with every frame that changed something; each series has its own (`revisionOf`).
 */
export class SeriesStore {
  readonly #memory = new SampleBlocks()
  readonly #rings: (SampleRing | undefined)[] = []
  readonly #maxSamples: number
  #seriesCount = 0
  #limitOfEach = maxSamplesPerSeries
  #revision = 0
  #newestMs = -Infinity
  #oldestMs = Infinity
  #coverageFromMs = -Infinity
  #badFrameCount = 0
  #lastFrameRevision: number | null = null
  #oldestOfLastFrameMs = Infinity
  #droppedCount = 0

  constructor(maxSamples = maxSamplesOfAll) {
    this.#maxSamples = maxSamples
  }

  get revision(): number {
    return this.#revision
  }
  get seriesCount(): number {
    return this.#seriesCount
  }
  /** Time of the newest sample of any series; -Infinity before the first. */
  get newestMs(): number {
    return this.#newestMs
  }
  /** Time of the oldest sample ever received here; Infinity before the first. */
  get oldestMs(): number {
    return this.#oldestMs
  }
  /** Frames whose header or length did not fit; each is a bug on the other side and is reported by the feed. */
  get badFrameCount(): number {
    return this.#badFrameCount
  }
  /** Frames that main replaced because this page was slow. */
  get droppedCount(): number {
    return this.#droppedCount
  }
  /** Time of the oldest sample in the frame that was applied last; Infinity when it had none. */
  get oldestOfLastFrameMs(): number {
    return this.#oldestOfLastFrameMs
  }
  /** From this time on every sample that exists is here. Earlier ones may have been dropped on the way or sent before this page listened. */
  get coverageFromMs(): number {
    return this.#coverageFromMs
  }

  /** Everything before is not here and must be asked for: the page has only now begun to listen. */
  beginCoverage(fromMs: number): void {
    this.#coverageFromMs = fromMs
  }

  /** Copies the samples of a values frame; the frame may be thrown away afterwards. False = not a values frame of ours. */
  applyFrame(frame: ArrayBuffer): boolean {
    const header = readLiveFrameHeader(frame)
    if (header === null) {
      this.#badFrameCount += 1
      return false
    }
    if (header.kind !== 'values') return false
    this.#noteDrops(header)
    const { timeMs, value, seriesIndex } = valuesColumns(frame, header)
    this.#oldestOfLastFrameMs = Infinity
    for (let i = 0; i < header.count; i++) {
      const time = timeMs[i] ?? 0
      this.#append(seriesIndex[i] ?? 0, time, value[i] ?? Number.NaN)
      if (time < this.#oldestOfLastFrameMs) this.#oldestOfLastFrameMs = time
    }
    if (header.count > 0) this.#revision += 1
    return true
  }

  revisionOf(seriesIndex: number): number {
    return this.#rings[seriesIndex]?.revision ?? 0
  }

  /** Newest measured value, or null. `notBeforeMs` rejects one that has grown stale. */
  newestValue(seriesIndex: number, notBeforeMs = -Infinity): number | null {
    const ring = this.#rings[seriesIndex]
    if (ring === undefined || ring.count === 0) return null
    const value = ring.valueAt(ring.count - 1)
    if (ring.timeAt(ring.count - 1) < notBeforeMs || Number.isNaN(value)) return null
    return value
  }

  newestTimeMs(seriesIndex: number): number | null {
    const ring = this.#rings[seriesIndex]
    return ring === undefined || ring.count === 0 ? null : ring.timeAt(ring.count - 1)
  }

  /** Time from which this store alone can draw the series. */
  coverageOf(seriesIndex: number): number {
    const ring = this.#rings[seriesIndex]
    if (ring === undefined || !ring.hasEvicted) return this.#coverageFromMs
    return Math.max(this.#coverageFromMs, ring.timeAt(0))
  }

  /** Value of the last sample at or before `timeMs`, if it is not older than `maxAgeMs`. */
  valueAt(seriesIndex: number, timeMs: number, maxAgeMs: number): number | null {
    const ring = this.#rings[seriesIndex]
    const after = ring?.lowerBound(timeMs + 1e-6) ?? 0
    if (ring === undefined || after === 0) return null
    const value = ring.valueAt(after - 1)
    return timeMs - ring.timeAt(after - 1) > maxAgeMs || Number.isNaN(value) ? null : value
  }

  /** Appends the samples in the range in time order, plus the neighbour on each side so that a line reaches the plot's edges. */
  read(seriesIndex: number, fromMs: number, toMs: number, into: SampleBuffer): void {
    const ring = this.#rings[seriesIndex]
    ring?.copy(Math.max(0, ring.lowerBound(fromMs) - 1), toMs, into)
  }

  sampleCount(seriesIndex: number): number {
    return this.#rings[seriesIndex]?.count ?? 0
  }

  memoryBytes(): number {
    return this.#memory.memoryBytes()
  }

  #noteDrops(header: LiveFrameHeader): void {
    const isFirst = this.#lastFrameRevision === null
    this.#lastFrameRevision = header.revision
    if (header.droppedCount > this.#droppedCount) {
      this.#droppedCount = header.droppedCount
      // What was in the replaced frames is still in main's store; the next frame is the first one known to be whole.
      if (!isFirst) this.#coverageFromMs = Math.max(this.#coverageFromMs, this.#newestMs)
    }
  }

  #append(seriesIndex: number, timeMs: number, value: number): void {
    const ring = this.#ringOf(seriesIndex)
    if (ring.count > 0) {
      const lastMs = ring.timeAt(ring.count - 1)
      if (timeMs < lastMs) return
      if (timeMs === lastMs) {
        ring.replaceNewest(value)
        return
      }
    }
    ring.append(timeMs, value, this.#limitOfEach)
    if (timeMs > this.#newestMs) this.#newestMs = timeMs
    if (timeMs < this.#oldestMs) this.#oldestMs = timeMs
  }

  #ringOf(seriesIndex: number): SampleRing {
    const known = this.#rings[seriesIndex]
    if (known !== undefined) return known
    const ring = new SampleRing(this.#memory)
    this.#rings[seriesIndex] = ring
    this.#seriesCount += 1
    // Whole blocks: a ring takes one more than its samples fill.
    const share = Math.floor(this.#maxSamples / this.#seriesCount / samplesPerBlock) * samplesPerBlock
    this.#limitOfEach = Math.min(maxSamplesPerSeries, Math.max(minSamplesPerSeries, share))
    return ring
  }
}
