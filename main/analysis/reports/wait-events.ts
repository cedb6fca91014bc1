import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { IndexColumn, NumberColumn } from '../grown-column.ts'
import { isRuntimeEvent, ReportListener } from './runtime-listener.ts'

interface OpenWait {
  readonly ticks: number
  readonly stack: number
  readonly activity: number
  readonly source: number
}

/**
 * Blocking waits of any kind (.NET 9 and newer), a row per wait in the order of their ends. What was under way when the
 * recording began or ended is left out.
 */
export class WaitEvents extends ReportListener {
  readonly startTicks = new NumberColumn()
  readonly durationTicks = new NumberColumn()
  readonly threadIndex = new IndexColumn()
  readonly stackIndex = new IndexColumn()
  readonly activityIndex = new IndexColumn()
  /** As in the event (WaitHandleWaitSource). */
  readonly source = new NumberColumn()
  /** By thread: a wait may run code of the application that waits itself, so the innermost one ends first. */
  readonly #open = new Map<number, OpenWait[]>()

  get count(): number {
    return this.startTicks.count
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (isRuntimeEvent(type, 301))
      return this.fieldHandler(type, ['WaitSource'], (fields, { ticks, threadIndex, stackIndex, activityIndex }) => {
        const open = this.#open.get(threadIndex) ?? []
        this.#open.set(threadIndex, open)
        open.push({ ticks, stack: stackIndex, activity: activityIndex, source: fields.number('WaitSource') })
      })
    if (!isRuntimeEvent(type, 302)) return null
    return this.fieldHandler(type, [], (_fields, { ticks, threadIndex }) => {
      const start = this.#open.get(threadIndex)?.pop()
      if (start === undefined) return
      this.startTicks.push(start.ticks)
      this.durationTicks.push(ticks - start.ticks)
      this.threadIndex.push(threadIndex)
      this.stackIndex.push(start.stack)
      this.activityIndex.push(start.activity)
      this.source.push(start.source)
    })
  }
}
