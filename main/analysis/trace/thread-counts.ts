import type { TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import { grownColumn } from '../grown-column.ts'

/** Events by the thread they are about, as an index into the trace's threads. */
export class ThreadCounts implements TraceListener {
  #counts = new Float64Array(256)

  onEvents(segment: TraceSegment, from: number, to: number): void {
    const { threadIndex } = segment
    let counts = this.#counts
    for (let start = from; start < to;) {
      const thread = threadIndex[start]!
      let row = start + 1
      while (row < to && threadIndex[row] === thread) row++
      while (thread >= counts.length) counts = this.#counts = grownColumn(counts, Float64Array)
      counts[thread]! += row - start
      start = row
    }
  }

  of(threadIndex: number): number {
    return this.#counts[threadIndex] ?? 0
  }
}
