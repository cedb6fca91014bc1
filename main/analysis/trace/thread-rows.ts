import type { TraceThreadRow } from '../../../shared/model/trace/trace.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { classIndex } from '../stacks/sample-class.ts'
import { threadRoles } from '../stacks/thread-role.ts'
import { ticksPerSample } from '../stacks/sample-pace.ts'
import { ticksToMs } from './sample-question.ts'
import type { TraceParts } from './trace-parts.ts'

/** Threads with events, the most first. */
export function threadRows(
  parts: Pick<TraceParts, 'sampled' | 'threads' | 'systemCpu'>,
  trace: Trace,
): readonly TraceThreadRow[] {
  const { samples, tree } = parts.sampled.prepare()
  const roles = threadRoles(samples, tree, trace.threads.length)
  const sampleCounts = new Map<number, number>()
  const runningCounts = new Map<number, number>()
  for (let row = 0; row < samples.count; row++) {
    const thread = samples.threadIndex[row]!
    sampleCounts.set(thread, (sampleCounts.get(thread) ?? 0) + 1)
    const of = samples.sampleClass[row]
    if (of !== classIndex.running && of !== classIndex.spinning) continue
    runningCounts.set(thread, (runningCounts.get(thread) ?? 0) + 1)
  }
  const pace = ticksPerSample(samples)
  const msOf = (count: number): number | null => (pace === null ? null : ticksToMs(trace, count * pace))
  return trace.threads
    .map(({ index, id, name }) => {
      const sampleCount = sampleCounts.get(index) ?? 0
      return {
        id,
        name: name === '' ? roles[index]! : name,
        eventCount: parts.threads.of(index),
        sampleCount,
        runningMs: sampleCount === 0 || samples.weight !== undefined ? null : msOf(runningCounts.get(index) ?? 0),
        cpuMs: parts.systemCpu?.threads.get(id) ?? null,
      }
    })
    .filter((row) => row.eventCount + row.sampleCount > 0)
    .sort((a, b) => b.eventCount - a.eventCount || b.sampleCount - a.sampleCount)
}
