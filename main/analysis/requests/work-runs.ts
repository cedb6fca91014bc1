import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import { NumberColumn } from '../grown-column.ts'

/**
 * What an event says about the work of its thread. `begun`, `resumed`: work that waited for a thread runs from here on. `left`: the method
 * returns to its caller until what it awaits is there.
 */
export const sign = { plain: 0, left: 1, resumed: 2, begun: 3 } as const

/** Events of a thread further apart are two runs: what lies between is judged by other signs. */
const mostGapMs = 1
/** A row is a few dozen bytes; of longer recordings the rest has no signs. */
const maxRows = 2_000_000

/**
 * Where code of which activity ran, as far as events show: neighbouring events of a thread with one activity id are a run, a row of columns.
 * The thread's samples carry no ids.
 */
export class WorkRuns {
  readonly thread = new NumberColumn()
  /** Into `trace.activities`; 0: none. */
  readonly activity = new NumberColumn()
  readonly firstTicks = new NumberColumn()
  /** By run: its last event; kept apart because a run grows. */
  readonly lastTicks: number[] = []
  readonly startsBy = new NumberColumn()
  readonly endsBy: number[] = []
  /** Of the event that left, the innermost one of several: what it awaits is known by who called. */
  readonly leftStack: number[] = []
  /** By thread: its last run. */
  readonly #open = new Map<number, number>()
  readonly #mostGapTicks: number

  constructor(ticksPerSecond: number) {
    this.#mostGapTicks = (mostGapMs * ticksPerSecond) / 1000
  }

  get count(): number {
    return this.thread.count
  }

  /** The next event of the stream; `found`: what it says. */
  add(segment: TraceSegment, row: number, activity: number, found: number): void {
    const ticks = segment.timestamp[row]!
    const thread = segment.threadIndex[row]!
    const run = this.#open.get(thread)
    if (run !== undefined && this.#continues(run, activity, ticks, found)) {
      // Callers await the method that awaits, one after the other: the first one says what for.
      if (found === sign.left && this.endsBy[run] !== sign.left) this.leftStack[run] = segment.stackIndex[row]!
      this.lastTicks[run] = ticks
      this.endsBy[run] = found
      return
    }
    if (this.count >= maxRows) return
    this.#open.set(thread, this.count)
    this.lastTicks.push(ticks)
    this.endsBy.push(found)
    this.leftStack.push(found === sign.left ? segment.stackIndex[row]! : 0)
    this.thread.push(thread)
    this.activity.push(activity)
    this.firstTicks.push(ticks)
    this.startsBy.push(found)
  }

  #continues(run: number, activity: number, ticks: number, found: number): boolean {
    if (this.activity.at(run) !== activity) return false
    // A method that came back may have been away.
    if (this.endsBy[run] === sign.left && (found === sign.resumed || found === sign.begun)) return false
    const since = ticks - this.lastTicks[run]!
    return since >= 0 && since <= this.#mostGapTicks
  }
}
