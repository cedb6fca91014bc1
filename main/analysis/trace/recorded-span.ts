import { isNameEvent } from '../../events/code-event-ids.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { TimeSpan } from './time-span.ts'

/**
 * The time that a recording is about. Events that give names do not count: the rundown comes when the work is over, and a part of a
 * recording keeps names from all of it. Where there is nothing else, they do.
 */
export class RecordedSpan extends TimeSpan {
  readonly #isName: boolean[] = []
  #hasOthers = false

  onEventType(type: TraceEventType): null {
    this.#isName[type.index] = isNameEvent(type)
    return null
  }

  override onEvents(segment: TraceSegment, from: number, to: number): void {
    for (let start = from; start < to;) {
      const isName = this.#isName[segment.typeIndex[start]!] === true
      let end = start + 1
      while (end < to && (this.#isName[segment.typeIndex[end]!] === true) === isName) end++
      if (!isName) this.#begin()
      if (!isName || !this.#hasOthers) super.onEvents(segment, start, end)
      start = end
    }
  }

  /** Forgets the names that came before the first other event. */
  #begin(): void {
    if (this.#hasOthers) return
    this.#hasOthers = true
    this.firstTicks = Number.POSITIVE_INFINITY
    this.lastTicks = Number.NEGATIVE_INFINITY
  }
}
