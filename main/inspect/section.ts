import type { Trace } from '../nettrace/trace/trace.ts'
import type { TraceListener } from '../nettrace/trace/trace-listener.ts'
import type { TextOutput } from './print.ts'

/** What one option adds: it listens while the file is read, then gives its part of the JSON, or prints it for people. */
export interface Section {
  readonly listener: TraceListener
  /** Some of what it says is made of the trace's columns when the file is read. */
  readonly needsColumns?: true
  json(trace: Trace): Readonly<Record<string, unknown>>
  print(trace: Trace, output: TextOutput): void
}

/** Milliseconds since the trace's sync point. */
export function msOf(trace: Trace, ticks: number): number {
  return (ticks * 1000) / (trace.header?.ticksPerSecond ?? 1)
}

export function threadIdOf(trace: Trace, threadIndex: number): number {
  return trace.threads[threadIndex]?.id ?? 0
}
