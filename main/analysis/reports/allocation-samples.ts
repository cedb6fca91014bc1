import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { IndexColumn, NumberColumn } from '../grown-column.ts'
import { TextPool } from '../text-pool.ts'
import { EventPlaces } from './event-places.ts'
import { isRuntimeEvent, ReportListener } from './runtime-listener.ts'

/** Mean distance of two samples in allocated bytes; every byte is as likely as any other (.NET 10). */
const meanDistanceBytes = 102_400

/** Randomised allocation samples, a row each: the object that holds the sampled byte. */
export class AllocationSamples extends ReportListener {
  readonly texts = new TextPool()
  readonly places = new EventPlaces()
  readonly typeText = new IndexColumn()
  /** What the sample stands for: the object's size by the probability that an object of that size is sampled. */
  readonly estimatedBytes = new NumberColumn()
  /** As in the event (GCAllocationKind): small, large, pinned objects. */
  readonly kind = new NumberColumn()

  get count(): number {
    return this.places.count
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (!isRuntimeEvent(type, 303)) return null
    return this.fieldHandler(type, ['TypeName', 'ObjectSize', 'AllocationKind'], (fields, event, bytes) => {
      this.places.push(event)
      this.typeText.push(this.texts.intern(bytes, fields.textStart('TypeName'), fields.textEnd('TypeName')))
      this.estimatedBytes.push(estimatedBytes(fields.number('ObjectSize')))
      this.kind.push(fields.number('AllocationKind'))
    })
  }
}

function estimatedBytes(objectBytes: number): number {
  return objectBytes === 0 ? 0 : objectBytes / -Math.expm1(-objectBytes / meanDistanceBytes)
}
