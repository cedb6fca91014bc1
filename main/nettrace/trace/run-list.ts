import { work } from '../work-steps.ts'
import type { Trace } from './trace.ts'

const firstCapacity = 4096

/** Runs of consecutive rows of one capture thread inside one segment, and which follows which in the same thread. */
export class RunList {
  readonly #trace: Trace
  readonly #lastRunOfThread: Int32Array
  /** Place in `trace.segments`. */
  segment = new Uint32Array(firstCapacity)
  /** Rows of the segment. */
  from = new Uint32Array(firstCapacity)
  to = new Uint32Array(firstCapacity)
  /** The next run of the thread; -1 = none. */
  next = new Int32Array(firstCapacity)
  count = 0
  /** First run of each thread that has one. */
  readonly firsts: number[] = []
  /** The threads of those runs. */
  readonly #threads: number[] = []
  /** All segments they lie in. */
  firstSegment = 0
  lastSegment = 0

  constructor(trace: Trace) {
    this.#trace = trace
    this.#lastRunOfThread = new Int32Array(trace.threads.length).fill(-1)
  }

  /** Instead of what was in the list, runs of the rows `[from, to)` of the trace. Ranges must be asked for in order. */
  collect(from: number, to: number): void {
    const { segments } = this.#trace
    this.count = 0
    this.firsts.length = 0
    // Only what was set: sequence points may be many, and threads too.
    for (const thread of this.#threads) this.#lastRunOfThread[thread] = -1
    work.steps += this.#threads.length
    this.#threads.length = 0
    let index = this.lastSegment
    while (from >= segments[index]!.firstRow + segments[index]!.count) index++
    this.firstSegment = index
    for (; ; index++) {
      const segment = segments[index]!
      const { captureThread, firstRow, count } = segment
      const end = Math.min(to - firstRow, count)
      let row = Math.max(from - firstRow, 0)
      let run = captureThread.runAt(row)
      while (row < end) {
        const next = run + 1 < captureThread.runCount ? captureThread.rowOfRun(run + 1) : count
        const runEnd = Math.min(next, end)
        if (runEnd > row) this.#add(index, row, runEnd, run < 0 ? 0 : captureThread.valueOfRun(run))
        row = runEnd
        run++
      }
      if (to <= firstRow + count) break
    }
    this.lastSegment = index
  }

  #add(segment: number, from: number, to: number, thread: number): void {
    if (this.count === this.from.length) this.#grow()
    const run = this.count++
    this.segment[run] = segment
    this.from[run] = from
    this.to[run] = to
    this.next[run] = -1
    const before = this.#lastRunOfThread[thread]!
    this.#lastRunOfThread[thread] = run
    if (before >= 0) this.next[before] = run
    else {
      this.firsts.push(run)
      this.#threads.push(thread)
    }
  }

  #grow(): void {
    const size = this.from.length * 2
    this.segment = enlarged(this.segment, new Uint32Array(size))
    this.from = enlarged(this.from, new Uint32Array(size))
    this.to = enlarged(this.to, new Uint32Array(size))
    this.next = enlarged(this.next, new Int32Array(size))
  }
}

export function enlarged<Column extends Uint32Array | Int32Array | Float64Array>(from: Column, to: Column): Column {
  to.set(from)
  return to
}
