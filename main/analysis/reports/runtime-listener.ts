import { WantedFields } from '../../events/payload/wanted-fields.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { PayloadHandler, TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'

export function isRuntimeEvent(type: TraceEventType, eventId: number): boolean {
  return type.eventId === eventId && type.provider === runtimeProvider
}

/** What the listeners of this folder share: the trace that is read, and handlers that read a few fields of each event. */
export abstract class ReportListener implements TraceListener {
  #trace: Trace | null = null

  /** null until reading has begun. */
  protected get trace(): Trace | null {
    return this.#trace
  }

  onStart(trace: Trace): void {
    this.#trace = trace
  }

  abstract onEventType(type: TraceEventType): PayloadHandler | null

  /** Reads these fields of each event of the type and hands them over with the event's place in the columns. */
  protected fieldHandler<Name extends string>(
    type: TraceEventType,
    names: readonly Name[],
    take: (fields: WantedFields<Name>, row: EventRow, bytes: Uint8Array) => void,
  ): PayloadHandler {
    const fields = new WantedFields(type, names, this.#trace?.header?.pointerBytes ?? 8)
    const event = { row: 0, ticks: 0, threadIndex: 0, stackIndex: 0, activityIndex: 0 }
    return (bytes, view, start, end, row, segment) => {
      fields.read(bytes, view, start, end)
      event.row = segment.firstRow + row
      event.ticks = segment.timestamp[row]!
      event.threadIndex = segment.threadIndex[row]!
      event.stackIndex = segment.stackIndex[row]!
      event.activityIndex = segment.activity.at(row)
      take(fields, event, bytes)
    }
  }
}

/** Reused for the next event: take the numbers, not the object. */
export interface EventRow {
  /** Of the whole trace. */
  readonly row: number
  readonly ticks: number
  readonly threadIndex: number
  readonly stackIndex: number
  readonly activityIndex: number
}
