import type { Trace } from '../../nettrace/trace/trace.ts'
import type { SampleFilter } from '../stacks/prepared-samples.ts'
import type { TraceSampleClass } from '../../../shared/model/trace/trace-selection.ts'
import { classIndex } from '../stacks/sample-class.ts'

/** Filter in the words of the page: milliseconds since the sync point, operating-system thread ids, class names. */
export interface SampleQuestion {
  readonly classes?: readonly TraceSampleClass[] | undefined
  readonly threadIds?: readonly number[] | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

/** Milliseconds since the trace's sync point. */
export function ticksToMs(trace: Trace, ticks: number): number {
  return (ticks * 1000) / (trace.header?.ticksPerSecond ?? 1)
}

/** A whole number: what `ticksToMs` made of a time gives that time back, so that a range from one event to another begins with the first. */
export function msToTicks(trace: Trace, ms: number): number {
  return Math.round((ms * (trace.header?.ticksPerSecond ?? 1)) / 1000)
}

/** Time between two samples of a thread as the file states it; null: it does not. */
export function samplingIntervalMs(trace: Trace): number | null {
  const intervalNs = trace.header?.samplingRateNs ?? 0
  return intervalNs > 0 ? intervalNs / 1e6 : null
}

export function sampleFilter(trace: Trace, question: SampleQuestion): SampleFilter {
  const ids = question.threadIds === undefined ? null : new Set(question.threadIds)
  return {
    ...(question.fromMs === undefined ? {} : { fromTicks: msToTicks(trace, question.fromMs) }),
    ...(question.toMs === undefined ? {} : { toTicks: msToTicks(trace, question.toMs) }),
    ...(ids === null
      ? {}
      : { threads: new Set(trace.threads.filter((thread) => ids.has(thread.id)).map((thread) => thread.index)) }),
    ...(question.classes === undefined ? {} : { classes: new Set(question.classes.map((name) => classIndex[name])) }),
  }
}
