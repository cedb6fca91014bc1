import type { TraceGcRow } from '../../../shared/model/trace/trace.ts'
import type { TraceRange } from '../../../shared/model/trace/trace-selection.ts'
import { frameText } from '../code/function-table.ts'
import type { SelectedSamples } from '../stacks/selected-stacks.ts'
import { limited, mostExportChars } from './limited-text.ts'
import type { ThreadExportOptions } from './speedscope.ts'
import { visitThreadStacks } from './thread-stacks.ts'

export interface ChromiumTraceOptions extends ThreadExportOptions {
  readonly pid: number
  readonly threadId: (threadIndex: number) => number
  readonly collections: readonly TraceGcRow[]
  readonly range: TraceRange | null
}

/** Thread of the pauses; no thread of an operating system has it. */
const pauseThread = 0
const usPerMs = 1000

/**
 * The trace event format of Chromium (JSON object form), as Perfetto and chrome://tracing open it: calls as `B` and `E` events of their
 * thread, GC pauses as complete events of a track of their own. Times are microseconds since the start of the recording.
 */
export function writeChromiumTrace(
  selected: SelectedSamples,
  { name, ticksPerMs, threadName, threadId, pid, collections, range }: ChromiumTraceOptions,
  writePiece: (piece: string) => void,
  limitChars: number = mostExportChars,
): void {
  const write = limited(writePiece, limitChars)
  const us = (ticks: number): number => (ticks / ticksPerMs) * usPerMs
  const metadata = (kind: string, tid: number, text: string): string =>
    `{"ph":"M","name":"${kind}","pid":${pid},"tid":${tid},"args":{"name":${JSON.stringify(text)}}}`
  const { functions } = selected.tree
  let tid = 0
  write(`{"displayTimeUnit":"ms","traceEvents":[${metadata('process_name', pauseThread, name)}`)
  visitThreadStacks(selected, {
    begin(threadIndex) {
      tid = threadId(threadIndex)
      write(`,\n${metadata('thread_name', tid, threadName(threadIndex))}`)
    },
    open(of, ticks) {
      const text = JSON.stringify(frameText(functions.get(of)))
      write(`,\n{"ph":"B","name":${text},"pid":${pid},"tid":${tid},"ts":${us(ticks)}}`)
    },
    // The name is not needed by the format, but speedscope ends the call of the same name.
    close(of, ticks) {
      const text = JSON.stringify(frameText(functions.get(of)))
      write(`,\n{"ph":"E","name":${text},"pid":${pid},"tid":${tid},"ts":${us(ticks)}}`)
    },
    end: () => undefined,
  })
  const pauses = collections.filter(({ pauseStartMs, pauseMs }) => isIn(range, pauseStartMs, pauseMs))
  if (pauses.length > 0) write(`,\n${metadata('thread_name', pauseThread, 'GC pauses')}`)
  for (const { number, generation, reason, pauseStartMs, pauseMs } of pauses) {
    const at = `"pid":${pid},"tid":${pauseThread},"ts":${pauseStartMs * usPerMs},"dur":${(pauseMs ?? 0) * usPerMs}`
    const facts = JSON.stringify({ number, generation, reason })
    write(`,\n{"ph":"X","name":"GC gen ${generation}","cat":"gc",${at},"args":${facts}}`)
  }
  write(']}\n')
}

function isIn(range: TraceRange | null, startMs: number, lengthMs: number | null): boolean {
  return lengthMs !== null && (range === null || (startMs < range.toMs && startMs + lengthMs >= range.fromMs))
}
