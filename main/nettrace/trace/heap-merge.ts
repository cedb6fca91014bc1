import { enlarged, type RunList } from './run-list.ts'
import type { StretchList } from './stretch-list.ts'
import type { Trace } from './trace.ts'

/**
 * Merges runs wherever their times are, by a heap of the threads' next rows: by time, ties by row. Slower than the kernel's
 * merge; for traces whose columns are partly on disk.
 */
export class HeapMerge {
  readonly #trace: Trace
  #time = new Float64Array(64)
  #row = new Uint32Array(64)
  /** The run that row is in. */
  #run = new Uint32Array(64)
  #size = 0

  constructor(trace: Trace) {
    this.#trace = trace
  }

  merge(runs: RunList, into: StretchList): void {
    const { segments } = this.#trace
    for (const run of runs.firsts) this.#push(runs, run)
    while (this.#size > 0) {
      const run = this.#run[0]!
      const { timestamp, firstRow } = segments[runs.segment[run]!]!
      const end = runs.to[run]!
      const from = this.#row[0]! - firstRow
      let row = from + 1
      if (this.#size === 1) row = end
      else {
        const second = this.#secondIndex()
        const limitTime = this.#time[second]!
        const limitRow = this.#row[second]! - firstRow
        while (row < end && (timestamp[row]! < limitTime || (timestamp[row] === limitTime && row < limitRow))) row++
      }
      into.add(firstRow + from, row - from)
      if (row < end) this.#replaceTop(timestamp[row]!, firstRow + row, run)
      else if (runs.next[run]! < 0) this.#removeTop()
      else this.#replaceTop(...this.#headOf(runs, runs.next[run]!))
    }
  }

  #headOf(runs: RunList, run: number): [time: number, row: number, run: number] {
    const segment = this.#trace.segments[runs.segment[run]!]!
    const row = runs.from[run]!
    return [segment.timestamp[row]!, segment.firstRow + row, run]
  }

  #isBefore(a: number, b: number): boolean {
    const difference = this.#time[a]! - this.#time[b]!
    return difference < 0 || (difference === 0 && this.#row[a]! < this.#row[b]!)
  }

  #secondIndex(): number {
    return this.#size > 2 && this.#isBefore(2, 1) ? 2 : 1
  }

  #push(runs: RunList, run: number): void {
    if (this.#size === this.#time.length) this.#grow()
    const [time, row] = this.#headOf(runs, run)
    let at = this.#size++
    this.#time[at] = time
    this.#row[at] = row
    this.#run[at] = run
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (!this.#isBefore(at, parent)) break
      this.#swap(at, parent)
      at = parent
    }
  }

  #replaceTop(time: number, row: number, run: number): void {
    const times = this.#time
    const rows = this.#row
    const runs = this.#run
    const size = this.#size
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      if (child >= size) break
      if (child + 1 < size && this.#isBefore(child + 1, child)) child++
      if (times[child]! > time || (times[child] === time && rows[child]! > row)) break
      times[at] = times[child]!
      rows[at] = rows[child]!
      runs[at] = runs[child]!
      at = child
    }
    times[at] = time
    rows[at] = row
    runs[at] = run
  }

  #removeTop(): void {
    const last = --this.#size
    if (last > 0) this.#replaceTop(this.#time[last]!, this.#row[last]!, this.#run[last]!)
  }

  #swap(a: number, b: number): void {
    for (const column of [this.#time, this.#row, this.#run]) {
      const value = column[a]!
      column[a] = column[b]!
      column[b] = value
    }
  }

  #grow(): void {
    const size = this.#time.length * 2
    this.#time = enlarged(this.#time, new Float64Array(size))
    this.#row = enlarged(this.#row, new Uint32Array(size))
    this.#run = enlarged(this.#run, new Uint32Array(size))
  }
}
