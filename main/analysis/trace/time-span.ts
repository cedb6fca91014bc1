import type { TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'

/** First and last time of any event, ticks since sync. Segments are in file order, so both are looked for. */
export class TimeSpan implements TraceListener {
  firstTicks = Number.POSITIVE_INFINITY
  lastTicks = Number.NEGATIVE_INFINITY

  get isEmpty(): boolean {
    return this.lastTicks < this.firstTicks
  }

  onEvents(segment: TraceSegment, from: number, to: number): void {
    const { timestamp } = segment
    let { firstTicks, lastTicks } = this
    for (let row = from; row < to; row++) {
      const ticks = timestamp[row]!
      if (ticks < firstTicks) firstTicks = ticks
      if (ticks > lastTicks) lastTicks = ticks
    }
    this.firstTicks = firstTicks
    this.lastTicks = lastTicks
  }
}
