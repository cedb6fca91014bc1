import { readFileSync } from 'node:fs'

/** An event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  readonly ph: string
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Of the processor. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

export interface PageWork {
  /** Told by the trace; otherwise other programs of the machine are in all these figures. */
  readonly isProcessorTime: boolean
  readonly p99Ms: number
  readonly longestMs: number
  /** Of the frames in which something was done. */
  readonly busyFrames: number
  readonly busyMedianMs: number
  readonly busyP99Ms: number
}

const frameUs = 1e6 / 60
const leastWorkUs = 100
const taskNames = ['ThreadControllerImpl::RunTask', 'RunTask']

/** What the main thread of a page did in each sixtieth of a second, from a trace file of Chromium. A task counts where it begins. */
export function pageWork(file: string, pid: number): PageWork {
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as { readonly traceEvents: readonly TraceEvent[] }
  const ofPage = traceEvents.filter((event) => event.pid === pid)
  const main = ofPage.find(
    ({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain',
  )
  const tasks = taskNames
    .map((task) => ofPage.filter(({ ph, name, tid }) => ph === 'X' && name === task && tid === main?.tid))
    .find((found) => found.length > 0)
  if (tasks === undefined) throw new Error('no tasks of the page in the trace')
  const starts = tasks.map(({ ts }) => ts).sort((a, b) => a - b)
  const firstUs = starts[0]!
  const work = new Float64Array(Math.floor((starts.at(-1)! - firstUs) / frameUs) + 1)
  for (const { ts, dur = 0, tdur = dur } of tasks) work[Math.floor((ts - firstUs) / frameUs)]! += tdur
  const all = work.toSorted()
  const busy = all.filter((us) => us >= leastWorkUs)
  return {
    isProcessorTime: tasks.every(({ tdur }) => tdur !== undefined),
    p99Ms: at(all, 0.99),
    longestMs: at(all, 1),
    busyFrames: busy.length,
    busyMedianMs: at(busy, 0.5),
    busyP99Ms: at(busy, 0.99),
  }
}

function at(sorted: Float64Array, share: number): number {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / 1000
}
