import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import type { TraceSampleClass } from '../../../../shared/model/trace/trace-selection.ts'

/** Of the samples that do not wait; fewer running ones and the runtime's classification can't be right. */
const leastRunningShare = 0.05

/**
 * What uses a processor first: waits would drown it, and idle threads explain nothing. .NET 9 marks almost no sample as running, even in a busy method: those samples are then under "Native code".
 * Null: all.
 */
export function classesAtFirst({ samples, target }: TraceSummary): readonly TraceSampleClass[] | null {
  const { running, spinning, waiting, idle, unknown } = samples
  if (running + spinning === 0) return idle > 0 && waiting + unknown > 0 ? ['waiting', 'unknown'] : null
  const isReported = !target.runtimeVersion.startsWith('9.') || running >= leastRunningShare * (running + unknown)
  return ['running', ...(spinning > 0 ? ['spinning' as const] : []), ...(isReported ? [] : ['unknown' as const])]
}
