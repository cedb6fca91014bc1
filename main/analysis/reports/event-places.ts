import { IndexColumn, NumberColumn } from '../grown-column.ts'
import type { EventRow } from './runtime-listener.ts'

/** When, on which thread and with which stack events happened: a row each, in the order of the stream. */
export class EventPlaces {
  readonly ticks = new NumberColumn()
  readonly threadIndex = new IndexColumn()
  readonly stackIndex = new IndexColumn()
  readonly activityIndex = new IndexColumn()

  get count(): number {
    return this.ticks.count
  }

  push({ ticks, threadIndex, stackIndex, activityIndex }: EventRow): void {
    this.ticks.push(ticks)
    this.threadIndex.push(threadIndex)
    this.stackIndex.push(stackIndex)
    this.activityIndex.push(activityIndex)
  }

  /** Rows in the order of their times. */
  inOrder(): readonly number[] {
    const { values } = this.ticks
    return Array.from(values, (_, row) => row).sort((a, b) => values[a]! - values[b]!)
  }
}
