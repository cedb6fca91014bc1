import { fitsPattern } from '../../../shared/base/name-pattern.ts'
import { maskSecrets } from '../../../shared/base/text-secrets.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { logLevels } from '../../../shared/rules/rule.ts'
import { shownName } from '../../events/event-names.ts'
import { compileDecoder } from '../../events/payload/decode-payload.ts'
import { valueText } from '../../events/payload/payload-value.ts'
import { WantedFields } from '../../events/payload/wanted-fields.ts'
import { RuntimeEvents, runtimeEventIds } from '../../events/runtime-events.ts'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import type { EventCondition, Hit } from './rules-protocol.ts'

/** The text of the event when it fits, else null. */
type Look = (bytes: Uint8Array, view: DataView, start: number, end: number) => string | null

const { exceptionThrown: exceptionThrownId } = runtimeEventIds
const longestText = 300
const rowsPerSegment = 65_536

interface Found {
  readonly condition: number
  readonly sinceMs: number
  timeMs: number
  count: number
  text: string
}

/** Finds events of conditions in one stream, while its bytes come. */
export class RuleEvents {
  readonly #conditions: readonly EventCondition[]
  readonly #reader: TraceReader
  readonly #spanMs: number
  #found: Found[] = []
  readonly #newest = new Map<number, Found>()
  readonly #pauses = new RuntimeEvents({
    onGcPause: ({ startTicks, endTicks }) => this.#addPause(startTicks, endTicks),
    onException: () => undefined,
  })

  /** Events of one condition within `spanMs` are one hit. */
  constructor(conditions: readonly EventCondition[], spanMs = Number.POSITIVE_INFINITY) {
    this.#conditions = conditions
    this.#spanMs = spanMs
    this.#reader = new TraceReader(
      { onEventType: (type) => this.#handlerFor(type), onAdvance: (ticks) => this.#pauses.advanceTo(ticks) },
      { keepsSegments: false, rowsPerSegment },
    )
  }

  push(bytes: Uint8Array): void {
    this.#reader.push(bytes)
  }

  /** What was found since the last call: of events one entry for each condition, or for each `spanMs` of one. */
  take(): readonly Hit[] {
    if (this.#found.length === 0) return []
    const hits = this.#found.map(({ condition, timeMs, count, text }) => ({ condition, timeMs, count, text }))
    this.#found = []
    this.#newest.clear()
    return hits
  }

  end(): readonly Hit[] {
    this.#reader.end()
    this.#pauses.advanceTo(Number.POSITIVE_INFINITY)
    return this.take()
  }

  #handlerFor(type: TraceEventType): PayloadHandler | null {
    const pointerBytes = this.#reader.trace.header?.pointerBytes ?? 8
    const looks = this.#conditions.flatMap(({ index, condition }) => {
      const look = lookFor(condition, type, pointerBytes)
      return look === null ? [] : [{ index, look }]
    })
    const pause = this.#pauseHandlerFor(type)
    if (looks.length === 0) return pause
    return (bytes, view, start, end, row, segment) => {
      pause?.(bytes, view, start, end, row, segment)
      for (const { index, look } of looks) {
        const text = look(bytes, view, start, end)
        if (text !== null) this.#add(index, this.#reader.trace.unixMs(segment.timestamp[row]!), text)
      }
    }
  }

  #pauseHandlerFor({ provider, eventId }: TraceEventType): PayloadHandler | null {
    const isAsked = this.#conditions.some(({ condition }) => condition.kind === 'gc-pause')
    if (!isAsked || provider !== runtimeProvider || eventId === exceptionThrownId) return null
    const handler = this.#pauses.handlerOf(eventId)
    if (handler === null) return null
    return (bytes, view, start, end, row, segment) => handler.handle(bytes, view, start, end, segment.timestamp[row]!)
  }

  #addPause(startTicks: number, endTicks: number): void {
    const { trace } = this.#reader
    const timeMs = trace.unixMs(startTicks)
    const durationMs = trace.unixMs(endTicks) - timeMs
    for (const { index, condition } of this.#conditions)
      if (condition.kind === 'gc-pause' && durationMs > condition.longerThanMs)
        this.#found.push({ condition: index, sinceMs: timeMs, timeMs, count: durationMs, text: '' })
  }

  #add(index: number, timeMs: number, text: string): void {
    const found = this.#newest.get(index)
    if (found !== undefined && Math.abs(timeMs - found.sinceMs) <= this.#spanMs) {
      found.count += 1
      found.timeMs = Math.max(found.timeMs, timeMs)
      return
    }
    const next = { condition: index, sinceMs: timeMs, timeMs, count: 1, text: short(text) }
    this.#newest.set(index, next)
    this.#found.push(next)
  }
}

function lookFor(condition: EventCondition['condition'], type: TraceEventType, pointerBytes: number): Look | null {
  switch (condition.kind) {
    case 'exception':
      return exceptionLook(condition, type, pointerBytes)
    case 'log':
      return logLook(condition, type, pointerBytes)
    case 'event':
      return eventLook(condition, type, pointerBytes)
    case 'gc-pause':
      return null
  }
}

type Of<Kind extends EventCondition['condition']['kind']> = Extract<EventCondition['condition'], { kind: Kind }>

function exceptionLook({ type: wanted, message }: Of<'exception'>, type: TraceEventType, pointerBytes: number) {
  if (type.provider !== runtimeProvider || type.eventId !== exceptionThrownId) return null
  const fields = new WantedFields(type, ['ExceptionType', 'ExceptionMessage'], pointerBytes)
  return (bytes: Uint8Array, view: DataView, start: number, end: number): string | null => {
    fields.read(bytes, view, start, end)
    const name = fields.text('ExceptionType')
    if (!fitsPattern(wanted, name)) return null
    const text = fields.text('ExceptionMessage')
    return contains(text, message) ? `${name}: ${text}` : null
  }
}

function logLook({ level, category, text: wanted }: Of<'log'>, type: TraceEventType, pointerBytes: number) {
  if (type.provider !== 'Microsoft-Extensions-Logging' || type.name !== 'FormattedMessage') return null
  const least = logLevels.indexOf(level)
  const fields = new WantedFields(type, ['Level', 'LoggerName', 'FormattedMessage'], pointerBytes)
  return (bytes: Uint8Array, view: DataView, start: number, end: number): string | null => {
    fields.read(bytes, view, start, end)
    if (fields.number('Level') < least) return null
    const name = fields.text('LoggerName')
    if (!fitsPattern(category, name)) return null
    const text = fields.text('FormattedMessage')
    return contains(text, wanted) ? `${name}: ${text}` : null
  }
}

function eventLook({ provider, event, field, contains: wanted }: Of<'event'>, type: TraceEventType, pointer: number) {
  if (type.provider.toLowerCase() !== provider.toLowerCase()) return null
  const names = [shownName(type), type.name, String(type.eventId)].filter((name) => name !== '')
  if (!names.some((name) => fitsPattern(event, name))) return null
  const decode = compileDecoder(type, pointer)
  return (bytes: Uint8Array, view: DataView, start: number, end: number): string | null => {
    const { fields } = decode(bytes, view, start, end)
    const asked = field === '' ? fields : fields.filter(({ name }) => name.toLowerCase() === field.toLowerCase())
    const texts = asked.map(({ value, shape }) => valueText(value, shape))
    if (wanted !== '' && !texts.some((text) => contains(text, wanted))) return null
    if (field !== '' && texts.length === 0) return null
    return `${provider}/${shownName(type)}: ${texts.join(', ')}`
  }
}

function contains(text: string, part: string): boolean {
  return part === '' || text.toLowerCase().includes(part.toLowerCase())
}

/** Texts come from the process, and go to a journal and into notifications. */
function short(text: string): string {
  const masked = maskSecrets(text.slice(0, 4 * longestText)).replaceAll(/\p{Cc}+/gu, ' ')
  return masked.length > longestText ? `${masked.slice(0, longestText - 1)}…` : masked
}
