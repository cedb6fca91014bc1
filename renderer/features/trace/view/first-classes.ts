import type { TraceSummary } from '../../../../shared/model/trace.ts'
import type { TraceSampleClass } from '../../../../shared/model/trace-selection.ts'

/** Of the samples that do not wait; fewer running ones and the runtime's classification can't be right. */
const leastRunningShare = 0.05

/**
 * Running first: waits would drown it. .NET 9 marks almost no sample as running, even in a busy method: those samples are then under "Native code".
 * Null: all.
 */
export function classesAtFirst({ samples, target }: TraceSummary): readonly TraceSampleClass[] | null {
  const { running, unknown } = samples
  if (running === 0) return null
  return !target.runtimeVersion.startsWith('9.') || running >= leastRunningShare * (running + unknown)
    ? ['running']
    : ['running', 'unknown']
}
