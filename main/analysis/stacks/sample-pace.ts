import type { PreparedSamples } from './prepared-samples.ts'

/**
 * Ticks that one sample of a thread stands for: the sampler asks all threads and then sleeps, so it is more than it was asked for.
 * Null: no thread has two samples.
 */
export function ticksPerSample({ count, threadIndex, ticks }: PreparedSamples): number | null {
  const perThread = new Map<number, number>()
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (let row = 0; row < count; row++) {
    const thread = threadIndex[row]!
    perThread.set(thread, (perThread.get(thread) ?? 0) + 1)
    first = Math.min(first, ticks[row]!)
    last = Math.max(last, ticks[row]!)
  }
  const most = [...perThread.values()].reduce((largest, one) => Math.max(largest, one), 0)
  return most < 2 ? null : (last - first) / (most - 1)
}
