import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessUsage } from '../../../../shared/model/process.ts'

export type UsageMetric = 'cpu' | 'workingSet' | 'threads'
export const historySpanMs = 60_000
/** A longer pause between two samples is a gap in the line, not a slope. */
export const gapMs = 3500

export interface SampleWindow {
  readonly revision: number
  readonly endMs: number
  readonly slots: readonly number[]
  readonly times: readonly number[]
}

/** Twice what 60 s need at one sample a second, so that a quicker pace still fills the span. */
const capacity = 128

interface Columns {
  readonly cpu: Float64Array
  readonly workingSet: Float64Array
  readonly threads: Float64Array
  lastSample: number
}

/**
 * The last 60 s of all processes, outside the store: one ring of times shared by all, one column per process and metric.
 * NaN stands for "not known". Memory: 3 KB per process, freed when a process was not heard of for a whole ring.
 */
export class UsageHistory {
  readonly #times = emptyColumn()
  readonly #columns = new Map<ProcessKey, Columns>()
  #sampleCount = 0
  #revision = 0
  #window: SampleWindow = { revision: -1, endMs: Number.NaN, slots: [], times: [] }

  /** Grows by one per sample; a painter compares it with what it drew. */
  get revision(): number {
    return this.#revision
  }

  get processCount(): number {
    return this.#columns.size
  }

  get newestMs(): number {
    return this.#sampleCount === 0 ? Number.NaN : (this.#times[(this.#sampleCount - 1) % capacity] ?? Number.NaN)
  }

  append(timeMs: number, entries: readonly ProcessUsage[]): void {
    const slot = this.#sampleCount % capacity
    this.#times[slot] = timeMs
    for (const [key, columns] of this.#columns) {
      if (this.#sampleCount - columns.lastSample >= capacity) this.#columns.delete(key)
      else columns.cpu[slot] = columns.workingSet[slot] = columns.threads[slot] = Number.NaN
    }
    for (const entry of entries) {
      const columns = this.#columnsOf(entry.key)
      columns.cpu[slot] = entry.cpuPercent ?? Number.NaN
      columns.workingSet[slot] = entry.workingSetBytes ?? Number.NaN
      columns.threads[slot] = entry.threadCount ?? Number.NaN
      columns.lastSample = this.#sampleCount
    }
    this.#sampleCount++
    this.#revision++
  }

  /** The samples of the last 60 s, oldest first. Worked out once per sample, shared by all lines of a frame. */
  window(): SampleWindow {
    if (this.#window.revision === this.#revision) return this.#window
    const endMs = this.newestMs
    const slots: number[] = []
    const times: number[] = []
    for (let sample = Math.max(0, this.#sampleCount - capacity); sample < this.#sampleCount; sample++) {
      const slot = sample % capacity
      const timeMs = this.#times[slot] ?? Number.NaN
      if (timeMs < endMs - historySpanMs || timeMs > endMs) continue
      slots.push(slot)
      times.push(timeMs)
    }
    this.#window = { revision: this.#revision, endMs, slots, times }
    return this.#window
  }

  /** The ring of one process, to be read at the slots of `window()`; null when nothing is known of it. Valid until the next append. */
  column(key: ProcessKey, metric: UsageMetric): Float64Array | null {
    return this.#columns.get(key)?.[metric] ?? null
  }

  /** Known values of the last 60 s, oldest first, unknown ones as NaN. */
  values(key: ProcessKey, metric: UsageMetric): readonly number[] {
    const column = this.column(key, metric)
    return column === null ? [] : this.window().slots.map((slot) => column[slot] ?? Number.NaN)
  }

  /** Largest known value of these processes within the last 60 s; 0 when nothing is known. */
  maximum(keys: Iterable<ProcessKey>, metric: UsageMetric): number {
    const { slots } = this.window()
    let maximum = 0
    for (const key of keys) {
      const column = this.column(key, metric)
      if (column === null) continue
      for (const slot of slots) {
        const value = column[slot] ?? Number.NaN
        if (value > maximum) maximum = value
      }
    }
    return maximum
  }

  #columnsOf(key: ProcessKey): Columns {
    const known = this.#columns.get(key)
    if (known !== undefined) return known
    const columns = {
      cpu: emptyColumn(),
      workingSet: emptyColumn(),
      threads: emptyColumn(),
      lastSample: this.#sampleCount,
    }
    this.#columns.set(key, columns)
    return columns
  }
}

function emptyColumn(): Float64Array {
  return new Float64Array(capacity).fill(Number.NaN)
}
