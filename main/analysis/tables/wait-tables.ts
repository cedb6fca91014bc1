import type { TraceCell } from '../../../shared/model/trace/trace-tables.ts'
import { enumText } from '../../events/payload/payload-value.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { NumberColumn } from '../grown-column.ts'
import type { EventFilter } from '../reports/event-filter.ts'
import { type ContentionEvents, lockRows } from '../reports/contention-events.ts'
import type { WaitColumns } from '../reports/wait-columns.ts'
import type { WaitEvents } from '../reports/wait-events.ts'
import { ticksToMs } from '../trace/sample-question.ts'
import type { Frames } from './frames.ts'
import { tableOf, type TableSource } from './table-source.ts'

interface WaiterOptions {
  /** What parts rows of one method. */
  readonly kinds?: NumberColumn
  readonly lockIds?: NumberColumn
  readonly isIn: EventFilter
}

export interface WaiterRow {
  readonly waiter: number
  /** What else parts the rows: the source of a wait. */
  readonly kind: number
  waitCount: number
  waitTicks: number
  longestTicks: number
  readonly threads: Set<number>
  /** As `lockKey` writes them. */
  readonly locks: Set<string>
}

type WaiterCell = (row: WaiterRow) => TraceCell

export function lockWaiterTable(
  events: ContentionEvents,
  frames: Frames,
  trace: Trace,
  isIn: EventFilter,
): TableSource {
  const rows = waiterRows(events, frames, { lockIds: events.lockId, isIn })
  const cells = waiterCells(frames, trace)
  return tableOf(rows, [
    ...cells.place,
    ...cells.times,
    ({ locks }) => (locks.size === 1 && locks.has(lockKey(0)) ? null : locks.size),
    cells.threads,
    cells.displayName,
  ])
}

export function blockingWaitTable(events: WaitEvents, frames: Frames, trace: Trace, isIn: EventFilter): TableSource {
  const rows = waiterRows(events, frames, { kinds: events.source, isIn })
  const cells = waiterCells(frames, trace)
  return tableOf(rows, [
    ...cells.place,
    ({ kind }) => enumText('WaitHandleWaitSource', kind),
    ...cells.times,
    cells.threads,
    cells.displayName,
  ])
}

export function lockTable(events: ContentionEvents, trace: Trace, isIn: EventFilter): TableSource {
  return tableOf(lockRows(events, isIn), [
    ({ lockId }) => (lockId === 0 ? null : lockId),
    ({ objectId }) => (objectId === 0 ? null : objectId),
    ({ waitCount }) => waitCount,
    ({ waitTicks }) => ticksToMs(trace, waitTicks),
    ({ longestTicks }) => ticksToMs(trace, longestTicks),
    ({ threadCount }) => threadCount,
  ])
}

/** As text, whose hash in a Set the writer of a file cannot know. */
function lockKey(lockId: number): string {
  return `lock ${lockId}`
}

/** The longest time first. */
export function waiterRows(
  waits: WaitColumns,
  frames: Frames,
  { kinds, lockIds, isIn }: WaiterOptions,
): readonly WaiterRow[] {
  const waiters = new Map<string, WaiterRow>()
  for (let row = 0; row < waits.count; row++) {
    if (!isIn(waits.startTicks.at(row), waits.threadIndex.at(row))) continue
    const waiter = frames.waiterOf(waits.stackIndex.at(row), waits.startTicks.at(row))
    const kind = kinds?.at(row) ?? 0
    const key = `${waiter}/${kind}`
    let known = waiters.get(key)
    if (known === undefined) {
      known = { waiter, kind, waitCount: 0, waitTicks: 0, longestTicks: 0, threads: new Set(), locks: new Set() }
      waiters.set(key, known)
    }
    const ticks = waits.durationTicks.at(row)
    known.waitCount++
    known.waitTicks += ticks
    known.longestTicks = Math.max(known.longestTicks, ticks)
    known.threads.add(waits.threadIndex.at(row))
    if (lockIds !== undefined) known.locks.add(lockKey(lockIds.at(row)))
  }
  return [...waiters.values()].sort((a, b) => b.waitTicks - a.waitTicks)
}

function waiterCells(
  frames: Frames,
  trace: Trace,
): {
  readonly place: readonly WaiterCell[]
  readonly times: readonly WaiterCell[]
  readonly threads: WaiterCell
  readonly displayName: WaiterCell
} {
  return {
    place: [({ waiter }) => frames.get(waiter).name, ({ waiter }) => frames.get(waiter).module],
    times: [
      ({ waitCount }) => waitCount,
      ({ waitTicks }) => ticksToMs(trace, waitTicks),
      ({ longestTicks }) => ticksToMs(trace, longestTicks),
    ],
    threads: ({ threads }) => threads.size,
    displayName: ({ waiter }) => frames.get(waiter).displayName,
  }
}
