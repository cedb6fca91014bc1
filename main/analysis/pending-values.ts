import { writeValuesFrame } from '../../shared/frames/live-frame.ts'

/** 20 bytes a sample; one frame stays under 64 KiB, which costs a port 0.2 ms. */
export const samplesPerFrame = 3200

/**
 * Values on their way to the views: a bounded queue, oldest dropped and counted when nobody takes frames. Dropped here is not
 * lost: the store has every sample, and a view asks for ranges.
 */
export class PendingValues {
  readonly limit: number
  readonly #timeMs: Float64Array
  readonly #value: Float64Array
  readonly #seriesIndex: Uint32Array
  #start = 0
  #count = 0
  #droppedCount = 0

  constructor(limit: number) {
    this.limit = limit
    this.#timeMs = new Float64Array(limit)
    this.#value = new Float64Array(limit)
    this.#seriesIndex = new Uint32Array(limit)
  }

  get count(): number {
    return this.#count
  }
  get droppedCount(): number {
    return this.#droppedCount
  }

  /** The same in frames, as the header of a frame says it; a frame that lost only part of its values counts as one. */
  get droppedFrameCount(): number {
    return Math.ceil(this.#droppedCount / samplesPerFrame)
  }

  add(seriesIndex: number, timeMs: number, value: number): void {
    if (this.#count === this.limit) {
      this.#start = (this.#start + 1) % this.limit
      this.#count--
      this.#droppedCount++
    }
    const position = (this.#start + this.#count++) % this.limit
    this.#timeMs[position] = timeMs
    this.#value[position] = value
    this.#seriesIndex[position] = seriesIndex
  }

  clear(): void {
    this.#start = 0
    this.#count = 0
  }

  /** The oldest values as one frame. */
  takeFrame(revision: number, droppedFrames: number): ArrayBuffer {
    const count = Math.min(this.#count, samplesPerFrame, this.limit - this.#start)
    const end = this.#start + count
    const columns = {
      timeMs: this.#timeMs.subarray(this.#start, end),
      value: this.#value.subarray(this.#start, end),
      seriesIndex: this.#seriesIndex.subarray(this.#start, end),
    }
    this.#start = end % this.limit
    this.#count -= count
    return writeValuesFrame(columns, count, revision, droppedFrames)
  }
}
