import { readLiveFrameHeader, valuesColumns, type LiveFrameHeader } from '../../../shared/frames/live-frame.ts'

const firstCapacity = 128
/** A ring of 4,096 samples is 6.8 minutes at 0.1 s and 68 minutes at 1 s; what is older is asked for (history.ts). */
const maxSamplesPerSeries = 4096
/** All rings together: 64 MB. With more series each ring is shorter. */
const maxSamplesOfAll = 4_194_304
const minSamplesPerSeries = 256

interface Ring {
  timeMs: Float64Array
  value: Float64Array
  /** Position of the oldest sample. */
  start: number
  count: number
  revision: number
  hasEvicted: boolean
}

/**
 * Newest samples of every series of one live view, in typed rings. The only writer is `applyFrame`; painters read.
 * `revision` grows with every frame that changed something; each series has its own (`revisionOf`).
 */
export class SeriesStore {
  readonly #rings: (Ring | undefined)[] = []
  readonly #maxSamples: number
  #seriesCount = 0
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
    const at = position(ring, ring.count - 1)
    const value = ring.value[at] ?? Number.NaN
    if ((ring.timeMs[at] ?? 0) < notBeforeMs || Number.isNaN(value)) return null
    return value
  }

  newestTimeMs(seriesIndex: number): number | null {
    const ring = this.#rings[seriesIndex]
    if (ring === undefined || ring.count === 0) return null
    return ring.timeMs[position(ring, ring.count - 1)] ?? null
  }

  /** Time from which this store alone can draw the series. */
  coverageOf(seriesIndex: number): number {
    const ring = this.#rings[seriesIndex]
    if (ring === undefined || !ring.hasEvicted) return this.#coverageFromMs
    return Math.max(this.#coverageFromMs, ring.timeMs[ring.start] ?? 0)
  }

  /** Value of the last sample at or before `timeMs`, if it is not older than `maxAgeMs`. */
  valueAt(seriesIndex: number, timeMs: number, maxAgeMs: number): number | null {
    const ring = this.#rings[seriesIndex]
    if (ring === undefined || ring.count === 0) return null
    const after = lowerBound(ring, timeMs + 1e-6)
    if (after === 0) return null
    const at = position(ring, after - 1)
    const value = ring.value[at] ?? Number.NaN
    return timeMs - (ring.timeMs[at] ?? 0) > maxAgeMs || Number.isNaN(value) ? null : value
  }

  /** Samples in the range in time order, plus the neighbour on each side so that a line reaches the plot's edges. */
  read(seriesIndex: number, fromMs: number, toMs: number, add: (timeMs: number, value: number) => void): void {
    const ring = this.#rings[seriesIndex]
    if (ring === undefined) return
    const first = Math.max(0, lowerBound(ring, fromMs) - 1)
    for (let i = first; i < ring.count; i++) {
      const at = position(ring, i)
      const time = ring.timeMs[at] ?? 0
      add(time, ring.value[at] ?? Number.NaN)
      if (time > toMs) return
    }
  }

  sampleCount(seriesIndex: number): number {
    return this.#rings[seriesIndex]?.count ?? 0
  }

  memoryBytes(): number {
    let bytes = 0
    for (const ring of this.#rings) if (ring !== undefined) bytes += ring.timeMs.byteLength * 2
    return bytes
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
      const last = position(ring, ring.count - 1)
      const lastMs = ring.timeMs[last] ?? 0
      if (timeMs < lastMs) return
      if (timeMs === lastMs) {
        ring.value[last] = value
        ring.revision += 1
        return
      }
    }
    if (ring.count === ring.timeMs.length) this.#makeRoom(ring)
    const at = position(ring, ring.count)
    ring.timeMs[at] = timeMs
    ring.value[at] = value
    ring.count += 1
    ring.revision += 1
    if (timeMs > this.#newestMs) this.#newestMs = timeMs
    if (timeMs < this.#oldestMs) this.#oldestMs = timeMs
  }

  #ringOf(seriesIndex: number): Ring {
    const known = this.#rings[seriesIndex]
    if (known !== undefined) return known
    const ring: Ring = {
      timeMs: new Float64Array(firstCapacity),
      value: new Float64Array(firstCapacity),
      start: 0,
      count: 0,
      revision: 0,
      hasEvicted: false,
    }
    this.#rings[seriesIndex] = ring
    this.#seriesCount += 1
    return ring
  }

  #makeRoom(ring: Ring): void {
    const share = Math.max(minSamplesPerSeries, Math.floor(this.#maxSamples / this.#seriesCount))
    const limit = Math.min(maxSamplesPerSeries, share)
    if (ring.timeMs.length < limit) {
      const capacity = Math.min(limit, ring.timeMs.length * 2)
      ring.timeMs = unrolled(ring.timeMs, ring, capacity)
      ring.value = unrolled(ring.value, ring, capacity)
      ring.start = 0
      return
    }
    ring.start = (ring.start + 1) % ring.timeMs.length
    ring.count -= 1
    ring.hasEvicted = true
  }
}

function position(ring: Ring, index: number): number {
  return (ring.start + index) % ring.timeMs.length
}

/** First index whose time is at or after `timeMs`. */
function lowerBound(ring: Ring, timeMs: number): number {
  let low = 0
  let high = ring.count
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ring.timeMs[position(ring, middle)] ?? 0) < timeMs) low = middle + 1
    else high = middle
  }
  return low
}

function unrolled(column: Float64Array, ring: Ring, capacity: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(capacity)
  const tail = column.subarray(ring.start, Math.min(column.length, ring.start + ring.count))
  next.set(tail)
  next.set(column.subarray(0, ring.count - tail.length), tail.length)
  return next
}
