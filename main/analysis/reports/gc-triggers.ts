import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { NumberColumn } from '../grown-column.ts'
import { EventPlaces } from './event-places.ts'
import { isRuntimeEvent, ReportListener } from './runtime-listener.ts'

/** What made the runtime collect, with the stack of the thread that did, a row each; and the runs of the finalizer, with how many objects each worked off. */
export class GcTriggers extends ReportListener {
  readonly places = new EventPlaces()
  /** As in the event (GCReason). */
  readonly reason = new NumberColumn()
  readonly finalizerTicks = new NumberColumn()
  readonly finalizedCount = new NumberColumn()

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (isRuntimeEvent(type, 35))
      return this.fieldHandler(type, ['Reason'], (fields, event) => {
        this.places.push(event)
        this.reason.push(fields.number('Reason'))
      })
    if (!isRuntimeEvent(type, 13)) return null
    return this.fieldHandler(type, ['Count'], (fields, { ticks }) => {
      this.finalizerTicks.push(ticks)
      this.finalizedCount.push(fields.number('Count'))
    })
  }
}
