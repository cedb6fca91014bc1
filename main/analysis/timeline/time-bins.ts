import type { TraceRange } from '../../../shared/model/trace/trace-selection.ts'

/** A stretch of time divided into bins of the same length. Ticks since sync; the end is not part of it. */
export class TimeBins {
  readonly fromTicks: number
  readonly toTicks: number
  readonly count: number
  readonly ticksPerMs: number
  readonly #binsPerTick: number

  constructor({ fromMs, toMs }: TraceRange, ticksPerMs: number, count: number) {
    this.fromTicks = fromMs * ticksPerMs
    this.toTicks = toMs * ticksPerMs
    this.count = count
    this.ticksPerMs = ticksPerMs
    this.#binsPerTick = count / (this.toTicks - this.fromTicks)
  }

  get binTicks(): number {
    return 1 / this.#binsPerTick
  }

  has(ticks: number): boolean {
    return ticks >= this.fromTicks && ticks < this.toTicks
  }

  /** Of a time that it has. */
  indexOf(ticks: number): number {
    return Math.min(this.count - 1, Math.floor((ticks - this.fromTicks) * this.#binsPerTick))
  }

  /** In bins from the beginning, with the part of the bin that has passed. */
  placeOf(ticks: number): number {
    return (ticks - this.fromTicks) * this.#binsPerTick
  }
}

/**
 * How much of each bin is covered by stretches of time, overlapping ones added up: a stretch costs the same however long it is. `finish` ends the
 * adding.
 */
export class Coverage {
  readonly #bins: TimeBins
  /** Parts of bins at the ends of stretches. */
  readonly #parts: Float64Array
  /** Stretches that cover whole bins from here on, less those that end. */
  readonly #changes: Float64Array

  constructor(bins: TimeBins) {
    this.#bins = bins
    this.#parts = new Float64Array(bins.count)
    this.#changes = new Float64Array(bins.count + 1)
  }

  add(startTicks: number, endTicks: number): void {
    const { count } = this.#bins
    const start = Math.max(0, this.#bins.placeOf(startTicks))
    const end = Math.min(count, this.#bins.placeOf(endTicks))
    if (!(end > start)) return
    const first = Math.min(count - 1, Math.floor(start))
    const last = Math.min(count - 1, Math.floor(end))
    if (first === last) {
      this.#parts[first]! += end - start
      return
    }
    this.#parts[first]! += first + 1 - start
    this.#parts[last]! += end - last
    this.#changes[first + 1]!++
    this.#changes[last]!--
  }

  finish(): Float64Array {
    let whole = 0
    return this.#parts.map((part, bin) => {
      whole += this.#changes[bin]!
      return part + whole
    })
  }
}
