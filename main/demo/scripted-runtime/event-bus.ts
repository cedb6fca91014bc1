import type { ProviderRequest } from './collect-request.ts'
import type { EventType } from './event-types.ts'
import { encodePayload, type PayloadValue } from './payload.ts'

/** One open session as the publishers see it. */
export interface EventListener {
  provider(name: string): ProviderRequest | null
  /** Level, keywords and event filter of the session decide; silently ignored when it does not want the event. */
  write(type: EventType, payload: Uint8Array, timeMs: number): void
  wants(type: EventType): boolean
}

/** Hands every event to every session that asked for it, as the runtime does: there are no private events. */
export class EventBus {
  readonly #listeners = new Set<EventListener>()

  get listeners(): ReadonlySet<EventListener> {
    return this.#listeners
  }

  add(listener: EventListener): void {
    this.#listeners.add(listener)
  }

  remove(listener: EventListener): void {
    this.#listeners.delete(listener)
  }

  publish(type: EventType, values: readonly PayloadValue[], timeMs: number): void {
    this.publishRaw(type, () => encodePayload(type, values), timeMs)
  }

  /** The payload is built once, and only if somebody wants it. */
  publishRaw(type: EventType, build: () => Uint8Array, timeMs: number): void {
    let payload: Uint8Array | null = null
    for (const listener of this.#listeners) {
      if (!listener.wants(type)) continue
      payload ??= build()
      listener.write(type, payload, timeMs)
    }
  }
}
