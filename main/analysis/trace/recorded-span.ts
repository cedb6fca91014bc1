import { isNameEvent } from '../../events/code-event-ids.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { grownColumn } from '../grown-column.ts'
import { TimeSpan } from './time-span.ts'

/**
 * The time that a recording is about. Events that give names do not count: the rundown comes when the work is over, and a part of a
 * recording keeps names from all of it. Where there is nothing else, they do.
 */
export class RecordedSpan extends TimeSpan {
  /** By type: 1 for events that give names. */
  #isName = new Uint8Array(64)
  #hasOthers = false

  onEventType(type: TraceEventType): null {
    while (type.index >= this.#isName.length) this.#isName = grownColumn(this.#isName, Uint8Array)
    this.#isName[type.index] = isNameEvent(type) ? 1 : 0
    return null
  }

  override onEvents(segment: TraceSegment, from: number, to: number): void {
    const { typeIndex } = segment
    const isName = this.#isName
    for (let start = from; start < to;) {
      const found = isName[typeIndex[start]!]!
      let end = start + 1
      while (end < to && isName[typeIndex[end]!] === found) end++
      if (found === 0) this.#begin()
      if (found === 0 || !this.#hasOthers) super.onEvents(segment, start, end)
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
