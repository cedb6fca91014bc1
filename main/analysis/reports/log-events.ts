import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { NumberColumn } from '../grown-column.ts'
import { TextPool } from '../text-pool.ts'
import { ReportListener } from './runtime-listener.ts'

/** Levels of ILogger by number. */
export const logLevels = ['Trace', 'Debug', 'Information', 'Warning', 'Error', 'Critical', 'None'] as const

/** Messages of ILogger, a row each, whichever of its event forms was recorded. Texts are numbers of `texts`. */
export class LogEvents extends ReportListener {
  readonly texts = new TextPool()
  readonly ticks = new NumberColumn()
  readonly threadIndex = new NumberColumn()
  readonly activityIndex = new NumberColumn()
  readonly level = new NumberColumn()
  readonly loggerText = new NumberColumn()
  readonly messageText = new NumberColumn()
  readonly eventNameText = new NumberColumn()
  readonly eventNumber = new NumberColumn()
  readonly exceptionText = new NumberColumn()

  get count(): number {
    return this.ticks.count
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (type.provider !== 'Microsoft-Extensions-Logging') return null
    // The same message comes as formatted text and as JSON when both keywords are on: the JSON one has the exception too.
    if (type.name !== 'FormattedMessage' && type.name !== 'MessageJson') return null
    const names = ['Level', 'LoggerName', 'EventId', 'EventName', 'FormattedMessage', 'ExceptionJson'] as const
    return this.fieldHandler(type, names, (fields, event, bytes) => {
      const text = (name: 'LoggerName' | 'EventName' | 'FormattedMessage' | 'ExceptionJson'): number =>
        this.texts.intern(bytes, fields.textStart(name), fields.textEnd(name))
      this.ticks.push(event.ticks)
      this.threadIndex.push(event.threadIndex)
      this.activityIndex.push(event.activityIndex)
      this.level.push(fields.number('Level'))
      this.loggerText.push(text('LoggerName'))
      this.messageText.push(text('FormattedMessage'))
      this.eventNameText.push(text('EventName'))
      this.eventNumber.push(fields.number('EventId'))
      this.exceptionText.push(text('ExceptionJson'))
    })
  }
}
