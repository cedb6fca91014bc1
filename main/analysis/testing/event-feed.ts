import { nativeEvent } from '../../events/event-names.ts'
import type { EventType } from '../../nettrace/event-type.ts'
import type { Field } from '../../nettrace/payload/field-type.ts'
import { Trace } from '../../nettrace/trace/trace.ts'
import type { PayloadHandler, TraceListener } from '../../nettrace/trace/trace-listener.ts'
import { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'

export interface FedEvent {
  readonly ticks: number
  readonly thread?: number
  readonly stack?: number
  /** Sixteen bytes. */
  readonly activity?: Uint8Array
  readonly related?: Uint8Array
}

const runtime = runtimeProvider
const rows = 4096

/** For tests: events one by one into a listener, without a stream. One tick is a nanosecond, thread n has the id 1000 + n. */
export class EventFeed {
  readonly trace = new Trace()
  readonly #listener: TraceListener
  readonly #segment: TraceSegment
  /** Payloads one after another, as the stream would hold them. */
  readonly #payloads: Uint8Array[] = []
  #payloadBytes = 0
  readonly #types = new Map<string, { readonly index: number; readonly handler: PayloadHandler | null }>()

  constructor(listener: TraceListener) {
    this.#listener = listener
    const columns = {
      timestamp: new Float64Array(rows),
      typeIndex: new Uint32Array(rows),
      threadIndex: new Uint32Array(rows),
      stackIndex: new Uint32Array(rows),
      payloadOffset: new Uint32Array(rows),
      payloadLength: new Uint32Array(rows),
    }
    this.#segment = new TraceSegment(0, 0, rows, { load: () => columns })
    this.#segment.setColumns(columns)
    this.trace.segments.push(this.#segment)
    this.trace.header = {
      syncUnixMs: 0,
      syncTicks: { low: 0, high: 0 },
      ticksPerSecond: 1e9,
      pointerBytes: 8,
      pid: 77,
      processorCount: 2,
      samplingRateNs: 1e6,
    }
    listener.onStart?.(this.trace)
  }

  /** An event of the runtime; fields in the order of the table, later ones may be left out. */
  runtime(id: number, event: FedEvent, values: Readonly<Record<string, number | string>> = {}): void {
    const shapes = nativeEvent(runtime, id)?.fields ?? []
    const bytes: number[] = []
    for (const { name, shape } of shapes) {
      const value = values[name]
      if (value === undefined && !Object.keys(values).some((later) => comesLater(shapes, name, later))) break
      const kind = shape.kind === 'scalar' ? shape.scalar : 'text'
      bytes.push(...encode(kind, value ?? (kind === 'text' ? '' : 0)))
    }
    this.push({ provider: runtime, eventId: id, name: '', opcode: 0, fields: [] }, event, Uint8Array.from(bytes))
  }

  /** What was pushed, as a document reads it again from its file. */
  readonly read = (offset: number, byteCount: number): Uint8Array => {
    const all = new Uint8Array(this.#payloadBytes)
    let place = 0
    for (const payload of this.#payloads) {
      all.set(payload, place)
      place += payload.length
    }
    return all.slice(offset, offset + byteCount)
  }

  push(
    type: Pick<EventType, 'provider' | 'eventId' | 'name' | 'opcode'> & { readonly fields: readonly Field[] },
    event: FedEvent,
    payload: Uint8Array,
  ): void {
    const { trace } = this
    const key = `${type.provider}/${type.eventId}/${type.name}`
    let known = this.#types.get(key)
    if (known === undefined) {
      const index = trace.types.length
      const whole = { keywords: 0n, version: 1, level: 4, isOpaque: false, metadataId: index + 1, isUndefined: false }
      const added = { ...type, ...whole, index }
      trace.types.push(added)
      known = { index, handler: this.#listener.onEventType?.(added) ?? null }
      this.#types.set(key, known)
    }
    const thread = event.thread ?? 0
    while (trace.threads.length <= thread) {
      const index = trace.threads.length
      const id = 1000 + index
      trace.threads.push({ index, id, exactId: BigInt(id), name: '', processId: null, attributes: [] })
    }
    const segment = this.#segment
    const row = segment.count++
    trace.eventCount++
    segment.timestamp[row] = event.ticks
    segment.typeIndex[row] = known.index
    segment.threadIndex[row] = thread
    segment.stackIndex[row] = event.stack ?? 0
    segment.payloadOffset[row] = this.#payloadBytes
    segment.payloadLength[row] = payload.length
    this.#payloads.push(payload)
    this.#payloadBytes += payload.length
    segment.activity.set(row, event.activity ? trace.activities.intern(event.activity, 0) : 0)
    segment.relatedActivity.set(row, event.related ? trace.activities.intern(event.related, 0) : 0)
    known.handler?.(payload, new DataView(payload.buffer), 0, payload.length, row, segment)
    this.#listener.onEvents?.(segment, row, row + 1)
  }
}

function comesLater(shapes: readonly { readonly name: string }[], name: string, later: string): boolean {
  const place = (wanted: string): number => shapes.findIndex((shape) => shape.name === wanted)
  return place(later) > place(name)
}

function encode(kind: string, value: number | string): number[] {
  if (typeof value === 'string')
    return Array.from(`${value}\0`, (unit) => [unit.charCodeAt(0) & 255, unit.charCodeAt(0) >> 8]).flat()
  const view = new DataView(new ArrayBuffer(8))
  if (kind === 'f64') view.setFloat64(0, value, true)
  else view.setBigUint64(0, BigInt.asUintN(64, BigInt(value)), true)
  const size = { u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, bool: 4, hex32: 4 }[kind] ?? 8
  return Array.from(new Uint8Array(view.buffer, 0, size))
}
