import { partitionPoint } from '../../../shared/base/partition-point.ts'
import { work } from '../../nettrace/work-steps.ts'
import type { IndexColumn, NumberColumn } from '../grown-column.ts'

/** Events that take time on a thread. */
export interface ThreadWaits {
  readonly count: number
  readonly startTicks: NumberColumn
  readonly durationTicks: NumberColumn
  readonly threadIndex: IndexColumn
  readonly activityIndex: IndexColumn
}

/** Rows of waits by thread, in the order of their starts. Made once. */
export class WaitIndex {
  readonly #waits: ThreadWaits
  readonly #byThread = new Map<number, number[]>()

  constructor(waits: ThreadWaits) {
    this.#waits = waits
    work.steps += waits.count
    for (let row = 0; row < waits.count; row++) {
      const thread = waits.threadIndex.at(row)
      const rows = this.#byThread.get(thread)
      if (rows === undefined) this.#byThread.set(thread, [row])
      else rows.push(row)
    }
    for (const rows of this.#byThread.values()) rows.sort((a, b) => this.#start(a) - this.#start(b))
  }

  /** Rows that overlap the time. Of nested ones those that began before it are left out, but for the one right before. */
  within(thread: number, fromTicks: number, toTicks: number): readonly number[] {
    const rows = this.#byThread.get(thread) ?? []
    const first = partitionPoint(0, rows.length, (at) => this.#start(rows[at]!) < fromTicks)
    const found: number[] = []
    for (let at = Math.max(0, first - 1); at < rows.length && this.#start(rows[at]!) < toTicks; at++)
      if (this.#start(rows[at]!) + this.#waits.durationTicks.at(rows[at]!) > fromTicks) found.push(rows[at]!)
    work.steps += found.length
    return found
  }

  /** Start and end of a row. */
  readonly timeOf = (row: number): readonly [number, number] => {
    return [this.#start(row), this.#start(row) + this.#waits.durationTicks.at(row)]
  }

  /** The event carries the activity id of the work that its thread was doing. */
  hasActivity(row: number): boolean {
    return this.#waits.activityIndex.at(row) !== 0
  }

  #start(row: number): number {
    return this.#waits.startTicks.at(row)
  }
}
