import { assert } from '../../../shared/base/assert.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'

/**
 * Rows of a trace that nobody has looked at yet: what needs the columns only, and is asked for by few, goes through them when it is asked for
 * and not while a person waits for the first picture. Of a trace that lets go of its segments nothing could be had then: to ask is a bug.
 */
export class UnseenRows {
  readonly #trace: Trace
  #segment = 0
  /** Of that segment. */
  #row = 0

  constructor(trace: Trace) {
    this.#trace = trace
  }

  /** Those that were read since the last time, in the order of the stream. */
  forEach(visit: (segment: TraceSegment, from: number, to: number) => void): void {
    const { segments, keepsSegments } = this.#trace
    assert(keepsSegments, 'a trace with its segments')
    while (this.#segment < segments.length) {
      const segment = segments[this.#segment]!
      if (this.#row < segment.count) visit(segment, this.#row, segment.count)
      this.#row = segment.count
      // The last one may still be filled.
      if (this.#segment === segments.length - 1) return
      this.#segment++
      this.#row = 0
    }
  }
}
