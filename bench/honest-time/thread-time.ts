import { classIndex } from '../../main/analysis/stacks/sample-class.ts'
import { ticksPerSample } from '../../main/analysis/stacks/sample-pace.ts'
import { sampleKinds } from '../../main/analysis/stacks/samples.ts'
import { TraceParts } from '../../main/analysis/trace/trace-parts.ts'
import { ticksToMs } from '../../main/analysis/trace/sample-question.ts'
import { readTrace } from '../../main/inspect/read-trace.ts'
import { readSystemCpu } from '../../main/workers/trace/system-cpu-file.ts'

/** Cores in use by the threads that were sampled. */
export interface ThreadTime {
  readonly system: number
  /** Samples that the runtime flags as managed code. */
  readonly reported: number
  /** Running and spinning by our rules. */
  readonly corrected: number
  /** In native code, of which nobody can say. */
  readonly unknown: number
}

export function measure(path: string): ThreadTime {
  const parts = new TraceParts()
  const read = readTrace(path, [parts.listener], false)
  if ('failure' in read) throw new Error(read.failure.message)
  const cpu = readSystemCpu(path)
  const { samples } = parts.sampled.prepare()
  const pace = ticksPerSample(samples)
  if (cpu === null || pace === null) throw new Error(`${path} has no samples or no CPU time`)
  const kinds = parts.sampled.samples.kind
  const counts = { reported: 0, corrected: 0, unknown: 0 }
  let last = 0
  let first = Number.POSITIVE_INFINITY
  const threads = new Set<number>()
  for (let row = 0; row < samples.count; row++) {
    first = Math.min(first, samples.ticks[row]!)
    last = Math.max(last, samples.ticks[row]!)
    threads.add(read.trace.threads[samples.threadIndex[row]!]!.id)
    const of = samples.sampleClass[row]
    if (kinds[row] === sampleKinds.managed) counts.reported++
    if (of === classIndex.running || of === classIndex.spinning) counts.corrected++
    if (of === classIndex.unknown) counts.unknown++
  }
  const cores = (count: number): number =>
    (count * ticksToMs(read.trace, pace)) / Math.max(1, ticksToMs(read.trace, last - first))
  const cpuMs = [...threads].reduce((sum, id) => sum + (cpu.threads.get(id) ?? 0), 0)
  return {
    system: cpuMs / (cpu.toUnixMs - cpu.fromUnixMs),
    reported: cores(counts.reported),
    corrected: cores(counts.corrected),
    unknown: cores(counts.unknown),
  }
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

export function figuresOf(work: string, { system, reported, corrected, unknown }: ThreadTime) {
  return {
    [`${work}SystemCores`]: rounded(system),
    [`${work}ReportedCores`]: rounded(reported),
    [`${work}CorrectedCores`]: rounded(corrected),
    [`${work}UnknownCores`]: rounded(unknown),
    [`${work}ReportedError`]: rounded(reported - system),
    [`${work}CorrectedError`]: rounded(corrected - system),
  }
}
