import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { IndexColumn, NumberColumn } from '../grown-column.ts'
import { TextPool } from '../text-pool.ts'
import { type EventFilter, everyEvent } from './event-filter.ts'
import { EventPlaces } from './event-places.ts'
import { isRuntimeEvent, ReportListener } from './runtime-listener.ts'

/**
 * Allocation ticks, a row each: one for about every 100 KB allocated in each heap. The type is that of the object that crossed
 * the limit, so types and stacks are a sample, and `bytes` what was allocated in that heap since the tick before.
 */
export class AllocationEvents extends ReportListener {
  readonly texts = new TextPool()
  readonly places = new EventPlaces()
  readonly typeText = new IndexColumn()
  readonly bytes = new NumberColumn()
  /** As in the event (GCAllocationKind): small, large, pinned objects. */
  readonly kind = new NumberColumn()

  get count(): number {
    return this.places.count
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (!isRuntimeEvent(type, 10)) return null
    const names = ['AllocationAmount', 'AllocationAmount64', 'AllocationKind', 'TypeName'] as const
    return this.fieldHandler(type, names, (fields, event, bytes) => {
      this.places.push(event)
      this.typeText.push(this.texts.intern(bytes, fields.textStart('TypeName'), fields.textEnd('TypeName')))
      this.bytes.push(fields.number(fields.has('AllocationAmount64') ? 'AllocationAmount64' : 'AllocationAmount'))
      this.kind.push(fields.number('AllocationKind'))
    })
  }
}

export interface AllocatedTypeRow {
  readonly type: string
  readonly tickCount: number
  readonly bytes: number
}

/** Types by the bytes of their ticks, the most first. */
export function allocatedTypes(events: AllocationEvents, isIn: EventFilter = everyEvent): readonly AllocatedTypeRow[] {
  const types = new Map<number, { tickCount: number; bytes: number }>()
  for (let row = 0; row < events.count; row++) {
    if (!isIn(events.places.ticks.at(row), events.places.threadIndex.at(row))) continue
    const text = events.typeText.at(row)
    const known = types.get(text) ?? { tickCount: 0, bytes: 0 }
    types.set(text, known)
    known.tickCount++
    known.bytes += events.bytes.at(row)
  }
  return [...types]
    .map(([text, row]) => ({ type: events.texts.text(text), ...row }))
    .sort((a, b) => b.bytes - a.bytes || (a.type < b.type ? -1 : 1))
}
