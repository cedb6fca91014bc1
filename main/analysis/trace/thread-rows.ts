import type { TraceThreadRow } from '../../../shared/model/trace.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { TraceParts } from './trace-parts.ts'

/** Threads with events, the most first. */
export function threadRows(parts: Pick<TraceParts, 'sampled' | 'threads'>, trace: Trace): readonly TraceThreadRow[] {
  const { samples } = parts.sampled
  const sampleCounts = new Map<number, number>()
  for (let row = 0; row < samples.count; row++) {
    const thread = samples.threadIndex[row]!
    sampleCounts.set(thread, (sampleCounts.get(thread) ?? 0) + 1)
  }
  return trace.threads
    .map(({ index, id, name }) => ({
      id,
      name,
      eventCount: parts.threads.of(index),
      sampleCount: sampleCounts.get(index) ?? 0,
    }))
    .filter((row) => row.eventCount > 0)
    .sort((a, b) => b.eventCount - a.eventCount)
}
