import type { ThreadPoolEvents } from '../reports/thread-pool-events.ts'

export interface QueueLengths {
  readonly ticks: Float64Array
  readonly lengths: Float64Array
}

/**
 * Work items that wait for a thread of the pool, after each that came or was taken. Nobody says how many waited when the recording began; the
 * shortest queue counts as empty.
 */
export function queueLengths({ enqueuedTicks, dequeuedTicks }: ThreadPoolEvents): QueueLengths {
  const enqueued = enqueuedTicks.values.toSorted()
  const dequeued = dequeuedTicks.values.toSorted()
  const count = enqueued.length + dequeued.length
  const ticks = new Float64Array(count)
  const lengths = new Float64Array(count)
  let [came, left, shortest] = [0, 0, 0]
  for (let row = 0; row < count; row++) {
    const isArrival = left >= dequeued.length || (came < enqueued.length && enqueued[came]! <= dequeued[left]!)
    ticks[row] = isArrival ? enqueued[came++]! : dequeued[left++]!
    lengths[row] = came - left
    shortest = Math.min(shortest, came - left)
  }
  return { ticks, lengths: lengths.map((length) => length - shortest) }
}
