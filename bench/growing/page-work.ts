import { readFileSync } from 'node:fs'
import type { TraceEvent } from './page-events.ts'
import { splitWork, type WorkKind, workKinds, type WorkSplit } from './page-split.ts'

export interface PageWork {
  /** Told by the trace; otherwise other programs of the machine are in all these figures. */
  readonly isProcessorTime: boolean
  readonly p99Ms: number
  readonly longestMs: number
  /** p99 of what is left without `paint`: that is mostly of software, where a graphics processor would paint. The same as of all unless the trace was asked for it. */
  readonly unpaintedP99Ms: number
  /** Of the frames in which something was done. */
  readonly busyFrames: number
  readonly busyMedianMs: number
  readonly busyP99Ms: number
  /** ms of a busy frame, on average, and of the slowest hundredth of all; all `other` unless the trace was asked for it. */
  readonly split: WorkSplit
  readonly slowSplit: WorkSplit
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
  const ofMain = ofPage.filter(({ ph, tid }) => ph === 'X' && tid === main?.tid)
  const taskName = taskNames.find((task) => ofMain.some(({ name }) => name === task))
  if (taskName === undefined) throw new Error('no tasks of the page in the trace')
  const tasks = ofMain.filter(({ name }) => name === taskName)
  const starts = tasks.map(({ ts }) => ts).sort((a, b) => a - b)
  const firstUs = starts[0]!
  const frameAt = (us: number): number => Math.floor((us - firstUs) / frameUs)
  const work = new Float64Array(frameAt(starts.at(-1)!) + 1)
  for (const { ts, dur = 0, tdur = dur } of tasks) work[frameAt(ts)]! += tdur
  const ofKinds = new Map(workKinds.map((kind) => [kind, new Float64Array(work.length)]))
  splitWork(
    ofMain,
    ({ name }) => name === taskName,
    (us, kind, workUs) => {
      ofKinds.get(kind)![frameAt(us)]! += workUs
    },
  )
  const all = work.toSorted()
  const unpainted = work.map((us, frame) => us - ofKinds.get('paint')![frame]!).toSorted()
  const busy = all.filter((us) => us >= leastWorkUs)
  const meanOf = (frames: readonly number[]): WorkSplit =>
    Object.fromEntries(
      workKinds.map((kind: WorkKind) => [
        kind,
        frames.reduce((sum, frame) => sum + ofKinds.get(kind)![frame]!, 0) / 1000 / Math.max(1, frames.length),
      ]),
    ) as Record<WorkKind, number>
  const frames = [...work.keys()]
  return {
    isProcessorTime: tasks.every(({ tdur }) => tdur !== undefined),
    p99Ms: at(all, 0.99),
    longestMs: at(all, 1),
    unpaintedP99Ms: at(unpainted, 0.99),
    busyFrames: busy.length,
    busyMedianMs: at(busy, 0.5),
    busyP99Ms: at(busy, 0.99),
    split: meanOf(frames.filter((frame) => work[frame]! >= leastWorkUs)),
    slowSplit: meanOf(frames.filter((frame) => work[frame]! >= at(all, 0.99) * 1000)),
  }
}

/** As figures of a report. */
export function splitFigures(name: string, { split, slowSplit, unpaintedP99Ms }: PageWork): Record<string, number> {
  const figures: Record<string, number> = { [`${name}, p99 without painting, ms`]: unpaintedP99Ms }
  for (const kind of workKinds) figures[`${name}, ${kind} of a frame, ms`] = split[kind]
  for (const kind of workKinds) figures[`${name}, ${kind} of a slow frame, ms`] = slowSplit[kind]
  return figures
}

function at(sorted: Float64Array, share: number): number {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / 1000
}
