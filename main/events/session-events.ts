import type { Damage } from '../nettrace/damage.ts'
import { type EventColumns, sortedFlag } from '../nettrace/event-columns.ts'
import type { EventType } from '../nettrace/event-type.ts'
import { NettraceReader } from '../nettrace/nettrace-reader.ts'
import type { TraceHeader } from '../nettrace/trace-header.ts'
import { eventCounterHandler, eventCountersName, type EventCounterPayload } from './event-counters.ts'
import type { EventHandler } from './event-handler.ts'
import { type MetricsPayload, metricsHandler, metricsProvider } from './metrics-events.ts'
import { eventPipeProvider, type ProcessFacts, processFactsHandler, processInfoEventId } from './process-facts.ts'
import { type GcPause, RuntimeEvents, runtimeProvider } from './runtime-events.ts'

/** What a live session's stream says, as it comes. Payload objects are reused: read them before returning. */
export interface SessionEventListener {
  onHeader(header: TraceHeader): void
  onCounter(payload: EventCounterPayload, ticks: number): void
  onMetric(payload: MetricsPayload, ticks: number): void
  onGcPause(pause: GcPause): void
  onException(ticks: number): void
  onProcessFacts(facts: ProcessFacts): void
  /** No later event has a smaller timestamp. */
  onAdvance(ticks: number): void
  onDamage(damage: Damage): void
}

/** Bytes of one session in, meaning out: binds each event type of the stream to its handler once, then only looks it up. */
export class SessionEvents {
  readonly #listener: SessionEventListener
  readonly #runtime: RuntimeEvents
  readonly #reader: NettraceReader
  readonly #handlers = new Map<number, EventHandler>()
  #advancedTo = Number.NEGATIVE_INFINITY

  constructor(listener: SessionEventListener) {
    this.#listener = listener
    this.#runtime = new RuntimeEvents(listener)
    this.#reader = new NettraceReader({
      onTrace: (header) => listener.onHeader(header),
      onEventType: (type) => this.#bind(type),
      onEvents: (columns, bytes) => this.#deliver(columns, bytes),
      onSequencePoint: (ticks) => this.#advance(ticks),
      onDamage: (damage) => listener.onDamage(damage),
    })
  }

  get reader(): NettraceReader {
    return this.#reader
  }

  push(chunk: Uint8Array): void {
    this.#reader.push(chunk)
  }

  /** Returns whether the stream was complete. */
  end(): boolean {
    const isComplete = this.#reader.end()
    this.#advance(Number.POSITIVE_INFINITY)
    return isComplete
  }

  #bind(type: EventType): void {
    const handler = this.#handlerOf(type)
    if (handler) this.#handlers.set(type.metadataId, handler)
    else this.#handlers.delete(type.metadataId)
  }

  #handlerOf(type: EventType): EventHandler | null {
    // Keywords 0 on an application's own source still delivers its Start and Stop events: only this name is a counter.
    if (type.name === eventCountersName && !type.isOpaque)
      return eventCounterHandler(type, (payload, ticks) => this.#listener.onCounter(payload, ticks))
    switch (type.provider) {
      case metricsProvider:
        return metricsHandler(type, (payload, ticks) => this.#listener.onMetric(payload, ticks))
      case runtimeProvider:
        return this.#runtime.handlerOf(type.eventId)
      case eventPipeProvider:
        return type.eventId === processInfoEventId
          ? processFactsHandler(type, (facts) => this.#listener.onProcessFacts(facts))
          : null
      default:
        return null
    }
  }

  #deliver(columns: EventColumns, bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const { metadataId, payloadOffset, payloadLength, timestamp, flags, count } = columns
    let sortedTicks = Number.NEGATIVE_INFINITY
    for (let index = 0; index < count; index++) {
      if ((flags[index]! & sortedFlag) !== 0) sortedTicks = timestamp[index]!
      const handler = this.#handlers.get(metadataId[index]!)
      if (handler === undefined) continue
      const start = payloadOffset[index]!
      handler.handle(bytes, view, start, start + payloadLength[index]!, timestamp[index]!)
    }
    this.#advance(sortedTicks)
  }

  #advance(ticks: number): void {
    if (ticks <= this.#advancedTo) return
    this.#advancedTo = ticks
    this.#runtime.advanceTo(ticks)
    this.#listener.onAdvance(ticks)
  }
}
