import { impliedOpcode } from '../../events/event-names.ts'
import { WantedFields } from '../../events/payload/wanted-fields.ts'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { NumberColumn } from '../grown-column.ts'
import { ReportListener } from '../reports/runtime-listener.ts'
import { TextPool } from '../text-pool.ts'
import { bridgedValues } from './bridged-values.ts'
import {
  bridgeProvider,
  hostingProvider,
  httpProvider,
  isRequestSource,
  kestrelProvider,
  sqlProvider,
} from './request-sources.ts'

/** What the start of a request says; texts are numbers of `texts`, -1: not said. */
export interface RequestStart {
  readonly method: number
  readonly address: number
  /** Of a bridged activity: the listener whose event it is. */
  readonly source: number
}

/** A start is an object: of more the addresses are not known. */
const maxStarts = 1_000_000

/** Of a command: a book is no name. */
const charLimit = 2000

const wantedValues = [
  'StatusCode',
  'RouteValues',
  'Method',
  'Path',
  'CommandText',
  'Command.CommandText',
  'http.route',
  'http.response.status_code',
] as const
type Values = Readonly<Partial<Record<(typeof wantedValues)[number], string>>>

/** What events say about requests besides that they start and stop: addresses, status codes, failures, routes. */
export class RequestFacts extends ReportListener {
  readonly texts = new TextPool()
  /** By the place of the start's payload in the stream. */
  readonly starts = new Map<number, RequestStart>()
  /** What is said while a request runs or as it ends: a row each, in the order of the stream. */
  readonly ticks = new NumberColumn()
  readonly activityIndex = new NumberColumn()
  /** 0: this event has none. */
  readonly status = new NumberColumn()
  /** 1: the request failed. */
  readonly failed = new NumberColumn()
  readonly routeText = new NumberColumn()
  readonly routeValuesText = new NumberColumn()

  onEventType(type: TraceEventType): PayloadHandler | null {
    const opcode = type.opcode === 0 ? impliedOpcode(type.name) : type.opcode
    switch (type.provider) {
      case hostingProvider:
      case kestrelProvider:
        if (type.name === 'UnhandledException') return this.#failure()
        return opcode === 1 ? this.#start(type, 'path', 'method') : null
      case httpProvider:
        if (type.name === 'RequestFailed') return this.#failure()
        if (!/^Request(?:Start|Stop)?$/.test(type.name)) return null
        return opcode === 1 ? this.#outgoingStart(type) : this.#outgoingStop(type)
      case sqlProvider:
        if (opcode === 1) return this.#start(type, 'commandText', null)
        return opcode === 2 ? this.#commandStop(type) : null
      case bridgeProvider:
        if (opcode === 1) return this.#bridgedStart(type)
        return opcode === 2 || type.name === 'Event' ? this.#bridgedEnd(type) : null
      default:
        return null
    }
  }

  #start(type: TraceEventType, address: string, method: string | null): PayloadHandler {
    const fields = this.#fieldsOf(type, method === null ? [address] : [address, method])
    return (bytes, view, start, end, row, segment) => {
      fields.read(bytes, view, start, end)
      const text = (name: string): number => {
        const textStart = fields.textStart(name)
        return this.texts.intern(bytes, textStart, Math.min(fields.textEnd(name), textStart + charLimit * 2))
      }
      this.#keep(segment, row, { method: method === null ? -1 : text(method), address: text(address), source: -1 })
    }
  }

  #outgoingStart(type: TraceEventType): PayloadHandler {
    const fields = this.#fieldsOf(type, ['scheme', 'host', 'port', 'pathAndQuery'])
    return (bytes, view, start, end, row, segment) => {
      fields.read(bytes, view, start, end)
      const port = fields.number('port') | 0
      const host = `${fields.text('host')}${port > 0 ? `:${port}` : ''}`
      const address = `${fields.text('scheme') || 'http'}://${host}${fields.text('pathAndQuery')}`
      this.#keep(segment, row, { method: -1, address: this.texts.internText(address), source: -1 })
    }
  }

  /** Without an answer there is no status code; runtimes before .NET 8 never tell one. */
  #outgoingStop(type: TraceEventType): PayloadHandler {
    return this.fieldHandler(type, ['statusCode'], (fields, { ticks, activityIndex }) => {
      if (!fields.has('statusCode')) return
      const status = fields.number('statusCode') | 0
      this.#push(ticks, activityIndex, { status: Math.max(0, status), isFailure: status <= 0 })
    })
  }

  #commandStop(type: TraceEventType): PayloadHandler {
    return this.fieldHandler(type, ['sqlExceptionNumber'], (fields, { ticks, activityIndex }) => {
      if (fields.number('sqlExceptionNumber') !== 0) this.#push(ticks, activityIndex, { isFailure: true })
    })
  }

  #failure(): PayloadHandler {
    return (_bytes, _view, _start, _end, row, segment) =>
      this.#push(segment.timestamp[row]!, segment.activity.at(row), { isFailure: true })
  }

  #bridgedStart(type: TraceEventType): PayloadHandler {
    const fields = this.#fieldsOf(type, ['SourceName', 'EventName'])
    return (bytes, view, start, end, row, segment) => {
      fields.read(bytes, view, start, end)
      const source = this.texts.intern(bytes, fields.textStart('SourceName'), fields.textEnd('SourceName'))
      const values = this.#valuesOf(source, bytes, fields.textEnd('EventName'), end)
      const address = values.Path ?? values.CommandText ?? values['Command.CommandText']
      this.#keep(segment, row, { method: this.#intern(values.Method), address: this.#intern(address), source })
    }
  }

  #bridgedEnd(type: TraceEventType): PayloadHandler {
    const fields = this.#fieldsOf(type, ['SourceName', 'EventName'])
    return (bytes, view, start, end, row, segment) => {
      fields.read(bytes, view, start, end)
      const source = this.texts.intern(bytes, fields.textStart('SourceName'), fields.textEnd('SourceName'))
      const values = this.#valuesOf(source, bytes, fields.textEnd('EventName'), end)
      const event = this.texts.intern(bytes, fields.textStart('EventName'), fields.textEnd('EventName'))
      this.#push(segment.timestamp[row]!, segment.activity.at(row), {
        status: Number.parseInt(values.StatusCode ?? values['http.response.status_code'] ?? '', 10) || 0,
        isFailure: /(?:Error|Exception|Failed)$/.test(this.texts.text(event)),
        route: this.#intern(values['http.route']),
        routeValues: this.#intern(values.RouteValues),
      })
    }
  }

  #valuesOf(source: number, bytes: Uint8Array, nameEnd: number, end: number): Values {
    return isRequestSource(this.texts.text(source)) ? bridgedValues(bytes, nameEnd + 2, end, wantedValues) : {}
  }

  #fieldsOf<Name extends string>(type: TraceEventType, names: readonly Name[]): WantedFields<Name> {
    return new WantedFields(type, names, this.trace?.header?.pointerBytes ?? 8)
  }

  #intern(text: string | undefined): number {
    return text === undefined || text === '' ? -1 : this.texts.internText(text.slice(0, charLimit))
  }

  #keep(segment: TraceSegment, row: number, start: RequestStart): void {
    if (this.starts.size < maxStarts) this.starts.set(segment.payloadStreamOffset(row), start)
  }

  #push(
    ticks: number,
    activityIndex: number,
    said: { status?: number; isFailure?: boolean; route?: number; routeValues?: number },
  ): void {
    const { status = 0, isFailure = false, route = -1, routeValues = -1 } = said
    if (status === 0 && !isFailure && route < 0 && routeValues < 0) return
    this.ticks.push(ticks)
    this.activityIndex.push(activityIndex)
    this.status.push(status)
    this.failed.push(isFailure ? 1 : 0)
    this.routeText.push(route)
    this.routeValuesText.push(routeValues)
  }
}
