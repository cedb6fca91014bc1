import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { NumberColumn } from '../grown-column.ts'
import { asynchronousWait, taskProvider } from '../requests/request-sources.ts'
import { EventPlaces } from './event-places.ts'
import { ReportListener } from './runtime-listener.ts'

/** A row is some sixty bytes; of longer recordings the rest is not joined. */
const maxRows = 2_000_000

/** `blocks`: a thread waits for a task. `awaits`: a method does. `resumes` to `returns`: what awaited the task runs on the thread. */
export const awaitKinds = { blocks: 0, awaits: 1, resumes: 2, returns: 3 } as const

/** What the task library says about awaits, a row each, in the order of the stream. */
export class AwaitEvents extends ReportListener {
  readonly places = new EventPlaces()
  readonly kind = new NumberColumn()
  /** Number of the task that is waited for. */
  readonly task = new NumberColumn()
  /** Of `awaits`: the task of the asynchronous method that awaits; 0: it has none. */
  readonly continuation = new NumberColumn()
  /** Awaits whose method was seen to return to its thread: without those nothing says how long it ran there. */
  returnCount = 0

  get count(): number {
    return this.kind.count
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (type.provider !== taskProvider) return null
    switch (type.eventId) {
      case 10:
        return this.fieldHandler(type, ['Behavior', 'TaskID', 'ContinueWithTaskID'], (fields, event) => {
          const kind = fields.number('Behavior') === asynchronousWait ? awaitKinds.awaits : awaitKinds.blocks
          this.#push(kind, event, fields.number('TaskID'), fields.number('ContinueWithTaskID'))
        })
      case 11:
        return this.#taskHandler(type, awaitKinds.resumes)
      case 13:
        return this.#taskHandler(type, awaitKinds.returns)
      default:
        return null
    }
  }

  #taskHandler(type: TraceEventType, kind: number): PayloadHandler {
    return this.fieldHandler(type, ['TaskID'], (fields, event) => {
      if (kind === awaitKinds.returns) this.returnCount++
      this.#push(kind, event, fields.number('TaskID'), 0)
    })
  }

  #push(kind: number, event: Parameters<EventPlaces['push']>[0], task: number, continuation: number): void {
    if (this.count >= maxRows) return
    this.places.push(event)
    this.kind.push(kind)
    this.task.push(task)
    this.continuation.push(continuation)
  }
}
