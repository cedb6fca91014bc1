import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { IndexColumn, NumberColumn } from '../grown-column.ts'
import { type EventFilter, everyEvent } from './event-filter.ts'
import { isRuntimeEvent, ReportListener } from './runtime-listener.ts'

/** What the last start of a thread said; used again for its next one. */
interface OpenContention {
  isOpen: boolean
  ticks: number
  stack: number
  activity: number
  lock: number
  object: number
  owner: number
}

/**
 * Waits for a lock that another thread held, a row per wait in the order of their ends. A wait that was under way when the
 * recording began or ended is left out.
 */
export class ContentionEvents extends ReportListener {
  readonly startTicks = new NumberColumn()
  /** As the runtime measured it where it says so (.NET 5 and newer), otherwise from the two events. */
  readonly durationTicks = new NumberColumn()
  readonly threadIndex = new IndexColumn()
  readonly stackIndex = new IndexColumn()
  readonly activityIndex = new IndexColumn()
  /** Of the runtime's lock and of the object that is locked; 0 before .NET 8. */
  readonly lockId = new NumberColumn()
  readonly objectId = new NumberColumn()
  /** Operating-system id of the thread that held it when the wait began; 0 when not told. */
  readonly ownerThreadId = new NumberColumn()
  /** By thread. */
  readonly #open: (OpenContention | undefined)[] = []

  get count(): number {
    return this.startTicks.count
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (isRuntimeEvent(type, 81))
      return this.fieldHandler(type, ['LockID', 'AssociatedObjectID', 'LockOwnerThreadID'], (fields, event) => {
        const start = this.#startOf(event.threadIndex)
        start.isOpen = true
        start.ticks = event.ticks
        start.stack = event.stackIndex
        start.activity = event.activityIndex
        start.lock = fields.number('LockID')
        start.object = fields.number('AssociatedObjectID')
        start.owner = fields.number('LockOwnerThreadID')
      })
    if (!isRuntimeEvent(type, 91)) return null
    return this.fieldHandler(type, ['DurationNs'], (fields, { ticks, threadIndex }) => {
      const start = this.#startOf(threadIndex)
      if (!start.isOpen) return
      start.isOpen = false
      const ticksPerNs = (this.trace?.header?.ticksPerSecond ?? 1e9) / 1e9
      const told = fields.has('DurationNs') ? fields.number('DurationNs') * ticksPerNs : Number.NaN
      this.startTicks.push(start.ticks)
      this.durationTicks.push(Number.isFinite(told) && told >= 0 ? told : ticks - start.ticks)
      this.threadIndex.push(threadIndex)
      this.stackIndex.push(start.stack)
      this.activityIndex.push(start.activity)
      this.lockId.push(start.lock)
      this.objectId.push(start.object)
      this.ownerThreadId.push(start.owner)
    })
  }

  #startOf(threadIndex: number): OpenContention {
    return (this.#open[threadIndex] ??= {
      isOpen: false,
      ticks: 0,
      stack: 0,
      activity: 0,
      lock: 0,
      object: 0,
      owner: 0,
    })
  }
}

export interface LockRow {
  readonly lockId: number
  readonly objectId: number
  readonly waitCount: number
  readonly waitTicks: number
  readonly longestTicks: number
  readonly threadCount: number
}

interface Lock {
  readonly lockId: number
  readonly objectId: number
  waitCount: number
  waitTicks: number
  longestTicks: number
  readonly threads: Set<number>
}

/** Locks that were waited for a moment ago. */
const recentLocks = 64

/** Locks by the time threads waited for them, the longest first; all waits of a runtime that names no locks are one row. */
export function lockRows(events: ContentionEvents, isIn: EventFilter = everyEvent): readonly LockRow[] {
  const locks = new Map<string, Lock>()
  const recent: (Lock | undefined)[] = Array.from({ length: recentLocks })
  for (let row = 0; row < events.count; row++) {
    const thread = events.threadIndex.at(row)
    if (!isIn(events.startTicks.at(row), thread)) continue
    const lockId = events.lockId.at(row)
    const objectId = events.objectId.at(row)
    // A few locks have most of the waits, and writing the key of one costs more than all the rest.
    const place = ((lockId ^ objectId) >>> 4) % recentLocks
    let lock = recent[place]
    if (lock?.lockId !== lockId || lock.objectId !== objectId) {
      const key = `${lockId}/${objectId}`
      lock = locks.get(key)
      if (lock === undefined)
        locks.set(
          key,
          (lock = { lockId, objectId, waitCount: 0, waitTicks: 0, longestTicks: 0, threads: new Set<number>() }),
        )
      recent[place] = lock
    }
    const ticks = events.durationTicks.at(row)
    lock.waitCount++
    lock.waitTicks += ticks
    lock.longestTicks = Math.max(lock.longestTicks, ticks)
    lock.threads.add(thread)
  }
  return [...locks.values()]
    .map(({ threads, ...lock }) => ({ ...lock, threadCount: threads.size }))
    .sort((a, b) => b.waitTicks - a.waitTicks)
}
