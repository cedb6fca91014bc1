import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { NumberColumn } from '../grown-column.ts'
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
  readonly threadIndex = new NumberColumn()
  readonly stackIndex = new NumberColumn()
  readonly activityIndex = new NumberColumn()
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

/** Locks by the time threads waited for them, the longest first; all waits of a runtime that names no locks are one row. */
export function lockRows(events: ContentionEvents, isIn: EventFilter = everyEvent): readonly LockRow[] {
  const locks = new Map<string, { lockId: number; objectId: number; ticks: number[]; threads: Set<number> }>()
  for (let row = 0; row < events.count; row++) {
    if (!isIn(events.startTicks.at(row), events.threadIndex.at(row))) continue
    const [lockId, objectId] = [events.lockId.at(row), events.objectId.at(row)]
    const key = `${lockId}/${objectId}`
    const lock = locks.get(key) ?? { lockId, objectId, ticks: [], threads: new Set<number>() }
    locks.set(key, lock)
    lock.ticks.push(events.durationTicks.at(row))
    lock.threads.add(events.threadIndex.at(row))
  }
  return [...locks.values()]
    .map(({ lockId, objectId, ticks, threads }) => ({
      lockId,
      objectId,
      waitCount: ticks.length,
      waitTicks: ticks.reduce((sum, value) => sum + value, 0),
      longestTicks: ticks.reduce((most, value) => Math.max(most, value), 0),
      threadCount: threads.size,
    }))
    .sort((a, b) => b.waitTicks - a.waitTicks)
}
