import type { Damage } from '../nettrace/damage.ts'
import type { EventType } from '../nettrace/event-type.ts'
import type { PayloadHandler } from '../nettrace/trace/trace-listener.ts'
import { TraceReader } from '../nettrace/trace/trace-reader.ts'
import type { TraceHeader } from '../nettrace/trace-header.ts'
import { eventCounterHandler, eventCountersName, type EventCounterPayload } from './event-counters.ts'
import type { EventHandler } from './event-handler.ts'
import { type MetricsPayload, metricsHandler, metricsProvider } from './metrics-events.ts'
import { eventPipeProvider, type ProcessFacts, processFactsHandler, processInfoEventId } from './process-facts.ts'
import { type GcPause, RuntimeEvents } from './runtime-events.ts'
import { runtimeProvider } from '../../shared/model/runtime-providers.ts'

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
  readonly #reader: TraceReader
  /** Stream offset of the payload at hand. */
  #offset = 0
  readonly #onMalformed = (expected: string, found: string): void => this.#damaged('EventBlock', expected, found)

  constructor(listener: SessionEventListener) {
    this.#listener = listener
    this.#runtime = new RuntimeEvents(listener)
    const readerListener = {
      onHeader: (header: TraceHeader) => listener.onHeader(header),
      onEventType: (type: EventType) => this.#bind(type),
      onAdvance: (ticks: number) => this.#advance(ticks),
      onDamage: (damage: Damage) => listener.onDamage(damage),
    }
    this.#reader = new TraceReader(readerListener, { keepsSegments: false })
  }

  get reader(): TraceReader {
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

  #bind(type: EventType): PayloadHandler | null {
    const handler = this.#handlerOf(type)
    if (handler === null) return null
    return (bytes, view, start, end, row, segment) => {
      this.#offset = segment.payloadStreamOffset(row)
      handler.handle(bytes, view, start, end, segment.timestamp[row]!)
    }
  }

  #handlerOf(type: EventType): EventHandler | null {
    // Keywords 0 on an application's own source still delivers its Start and Stop events: only this name is a counter.
    if (type.name === eventCountersName) {
      if (type.isOpaque) return this.#withoutFields(type)
      const onCounter = (payload: EventCounterPayload, ticks: number) => this.#listener.onCounter(payload, ticks)
      return eventCounterHandler(type, onCounter, this.#onMalformed)
    }
    switch (type.provider) {
      case metricsProvider:
        if (type.isOpaque) this.#withoutFields(type)
        return metricsHandler(type, (payload, ticks) => this.#listener.onMetric(payload, ticks), this.#onMalformed)
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

  /** Its events will come and cannot be read (or only by the layout of the newest version): without a word they would just be missing. */
  #withoutFields(type: EventType): null {
    const found = `one for ${type.provider}/${type.name} that breaks off`
    this.#damaged('MetadataBlock', 'a list of fields', found)
    return null
  }

  #damaged(block: string, expected: string, found: string): void {
    const offset = block === 'EventBlock' ? this.#offset : this.#reader.readByteCount
    this.#listener.onDamage({ kind: 'malformed', offset, block, expected, found, canContinue: true })
  }

  #advance(ticks: number): void {
    this.#runtime.advanceTo(ticks)
    this.#listener.onAdvance(ticks)
  }
}
