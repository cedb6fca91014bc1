import type { TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import { grownColumn } from '../grown-column.ts'

/** Events by the thread they are about, as an index into the trace's threads. */
export class ThreadCounts implements TraceListener {
  #counts = new Float64Array(256)

  onEvents(segment: TraceSegment, from: number, to: number): void {
    const { threadIndex } = segment
    let counts = this.#counts
    for (let row = from; row < to; row++) {
      const thread = threadIndex[row]!
      while (thread >= counts.length) counts = this.#counts = grownColumn(counts, Float64Array)
      counts[thread]!++
    }
  }

  of(threadIndex: number): number {
    return this.#counts[threadIndex] ?? 0
  }
}
