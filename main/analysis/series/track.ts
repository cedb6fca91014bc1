import { type OpenColumn, packChunk, type SealedChunk } from './chunk.ts'
import type { BytePacker } from './column-codec.ts'

/** Ticks of an open track before it is sealed: 17 minutes at 1 s. Larger packs better, smaller costs less open memory. */
export const ticksPerChunk = 1024

/**
 * Series that are published together share one time column: a row of values has one time. Samples whose times differ by less
 * than the snap distance belong to the same publication, as long as the series has no value in it yet.
 */
export class Track {
  readonly index: number
  readonly #columns = new Map<number, OpenColumn>()
  #times = new Float64Array(ticksPerChunk)
  #tickCount = 0
  #sampleCount = 0
  #lastTimeMs = Number.NEGATIVE_INFINITY

  constructor(index: number) {
    this.index = index
  }

  get tickCount(): number {
    return this.#tickCount
  }
  get sampleCount(): number {
    return this.#sampleCount
  }
  get times(): Float64Array {
    return this.#times.subarray(0, this.#tickCount)
  }
  get firstTimeMs(): number {
    return this.#times[0]!
  }
  get isFull(): boolean {
    return this.#tickCount === ticksPerChunk
  }
  get columns(): Iterable<OpenColumn> {
    return this.#columns.values()
  }
  get memoryBytes(): number {
    return this.#columns.size * columnBytes + ticksPerChunk * 8
  }

  column(seriesIndex: number): OpenColumn | undefined {
    return this.#columns.get(seriesIndex)
  }

  /** Whether this sample begins a new row; then a full track has to be sealed first. */
  needsTick(seriesIndex: number, timeMs: number, snapMs: number): boolean {
    if (this.#tickCount === 0 || timeMs - this.#lastTimeMs > snapMs) return true
    const column = this.#columns.get(seriesIndex)
    return column !== undefined && column.count > 0 && column.ticks[column.count - 1] === this.#tickCount - 1
  }

  /** Returns the time under which the sample is kept. Times of a track never step back. */
  add(seriesIndex: number, timeMs: number, value: number, snapMs: number): number {
    if (this.needsTick(seriesIndex, timeMs, snapMs)) {
      // A clock that stands still or steps back (an overlapping session) must not make two rows of one time.
      this.#lastTimeMs = timeMs > this.#lastTimeMs ? timeMs : this.#lastTimeMs + smallestStepMs
      this.#times[this.#tickCount++] = this.#lastTimeMs
    }
    let column = this.#columns.get(seriesIndex)
    if (column === undefined) {
      const values = new Float64Array(ticksPerChunk)
      column = { seriesIndex, values, ticks: new Uint16Array(ticksPerChunk), count: 0 }
      this.#columns.set(seriesIndex, column)
    }
    column.values[column.count] = value
    column.ticks[column.count] = this.#tickCount - 1
    column.count++
    this.#sampleCount++
    return this.#lastTimeMs
  }

  /** Packs the rows and starts anew; columns are kept for the next rows unless they were empty. */
  seal(packer: BytePacker): SealedChunk {
    const live = [...this.#columns.values()].filter((column) => column.count > 0)
    live.sort((a, b) => a.seriesIndex - b.seriesIndex)
    const chunk = packChunk(this.index, this.times, live, this.#sampleCount, packer)
    for (const [seriesIndex, column] of this.#columns)
      if (column.count === 0) this.#columns.delete(seriesIndex)
      else column.count = 0
    this.#tickCount = 0
    this.#sampleCount = 0
    return chunk
  }
}

const columnBytes = ticksPerChunk * 10 + 100
const smallestStepMs = 0.001
