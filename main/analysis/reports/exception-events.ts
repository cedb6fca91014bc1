import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { IndexColumn, NumberColumn } from '../grown-column.ts'
import { TextPool } from '../text-pool.ts'
import { type EventFilter, everyEvent } from './event-filter.ts'
import { EventPlaces } from './event-places.ts'
import { isRuntimeEvent, ReportListener } from './runtime-listener.ts'

/** Exceptions as they were thrown, one row each. Columns by row; texts are numbers of `texts`. */
export class ExceptionEvents extends ReportListener {
  readonly texts = new TextPool()
  readonly places = new EventPlaces()
  readonly typeText = new IndexColumn()
  readonly messageText = new IndexColumn()
  readonly hresult = new NumberColumn()
  /** As in the event (ExceptionFlags): 1 has an inner one, 2 nested, 4 thrown again. */
  readonly flags = new NumberColumn()

  get count(): number {
    return this.places.count
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (!isRuntimeEvent(type, 80)) return null
    const names = ['ExceptionType', 'ExceptionMessage', 'ExceptionHRESULT', 'ExceptionFlags'] as const
    return this.fieldHandler(type, names, (fields, event, bytes) => {
      const { texts } = this
      this.places.push(event)
      this.typeText.push(texts.intern(bytes, fields.textStart('ExceptionType'), fields.textEnd('ExceptionType')))
      this.messageText.push(
        texts.intern(bytes, fields.textStart('ExceptionMessage'), fields.textEnd('ExceptionMessage')),
      )
      this.hresult.push(fields.number('ExceptionHRESULT'))
      this.flags.push(fields.number('ExceptionFlags'))
    })
  }
}

export interface ExceptionTypeRow {
  readonly type: string
  readonly count: number
  readonly firstTicks: number
  readonly lastTicks: number
  /** Of the first one. */
  readonly message: string
}

/** Exceptions by type, the most frequent first. */
export function exceptionTypes(events: ExceptionEvents, isIn: EventFilter = everyEvent): readonly ExceptionTypeRow[] {
  const groups = new Map<number, { count: number; firstTicks: number; lastTicks: number; message: number }>()
  // Not put in order of time: that takes longer than all the rest.
  for (let row = 0; row < events.count; row++) {
    const ticks = events.places.ticks.at(row)
    if (!isIn(ticks, events.places.threadIndex.at(row))) continue
    const type = events.typeText.at(row)
    const group = groups.get(type)
    if (group === undefined) {
      groups.set(type, { count: 1, firstTicks: ticks, lastTicks: ticks, message: events.messageText.at(row) })
      continue
    }
    group.count++
    if (ticks > group.lastTicks) group.lastTicks = ticks
    if (ticks >= group.firstTicks) continue
    group.firstTicks = ticks
    group.message = events.messageText.at(row)
  }
  return [...groups]
    .map(([type, { message, ...group }]) => ({
      type: events.texts.text(type),
      message: events.texts.text(message),
      ...group,
    }))
    .sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1))
}
