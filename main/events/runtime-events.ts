import type { EventHandler } from './event-handler.ts'

/** Of the runtime's provider. Its events carry neither names nor fields; layouts are known by id and only ever grow. */
export const runtimeEventIds = { gcStart: 1, gcEnd: 2, restartEnd: 3, suspendBegin: 9, exceptionThrown: 80 } as const

/** Reasons of SuspendEEBegin that belong to a collection: 1 GC, 6 GC preparation (background collections). */
const gcSuspendReasons = new Set([1, 6])
const backgroundGcType = 1

export interface GcPause {
  /** Ticks since sync, of the suspension. */
  readonly startTicks: number
  readonly endTicks: number
  readonly generation: number
  /** The runtime's own running number of the collection. */
  readonly number: number
}

export interface RuntimeEventListener {
  onGcPause(pause: GcPause): void
  onException(ticks: number): void
}

/**
 * Pairs suspension, start and restart of collections into pauses, and passes exceptions on, in time order. Events of different
 * threads arrive in runs, so everything is held until the stream promises that nothing earlier follows (`advanceTo`).
 *
 * A background collection has two pauses: one around its start and one later, in which no collection starts.
 */
export class RuntimeEvents {
  readonly #listener: RuntimeEventListener
  /** Five numbers an entry: ticks, id, and up to three fields. Short: a second's worth of collections. */
  #held: (readonly [ticks: number, id: number, a: number, b: number, c: number])[] = []
  #suspendTicks: number | null = null
  #started: { readonly number: number; readonly generation: number } | null = null
  #background: { readonly number: number; readonly generation: number } | null = null

  constructor(listener: RuntimeEventListener) {
    this.#listener = listener
  }

  /** Handler of one event id, or null when it is of no interest here. */
  handlerOf(eventId: number): EventHandler | null {
    const hold = (ticks: number, a: number, b: number, c: number) => {
      if (this.#held.length < maxHeldEvents) this.#held.push([ticks, eventId, a, b, c])
    }
    switch (eventId) {
      case runtimeEventIds.gcStart:
        return {
          handle(_bytes, view, start, end, ticks) {
            if (end - start < 16) return
            const [count, depth, type] = [0, 4, 12].map((offset) => view.getUint32(start + offset, true)) as [
              number,
              number,
              number,
            ]
            hold(ticks, count, depth, type)
          },
        }
      case runtimeEventIds.gcEnd:
        return {
          handle: (_bytes, view, start, end, ticks) =>
            end - start < 4 ? undefined : hold(ticks, view.getUint32(start, true), 0, 0),
        }
      case runtimeEventIds.suspendBegin:
        return {
          handle: (_bytes, view, start, end, ticks) =>
            end - start < 4 ? undefined : hold(ticks, view.getUint32(start, true), 0, 0),
        }
      case runtimeEventIds.restartEnd:
      case runtimeEventIds.exceptionThrown:
        return { handle: (_bytes, _view, _start, _end, ticks) => hold(ticks, 0, 0, 0) }
      default:
        return null
    }
  }

  /** The stream promises that no later event has a smaller timestamp. */
  advanceTo(ticks: number): void {
    if (this.#held.length === 0) return
    this.#held.sort((a, b) => a[0] - b[0])
    let count = 0
    while (count < this.#held.length && this.#held[count]![0] <= ticks) this.#apply(this.#held[count++]!)
    if (count > 0) this.#held = this.#held.slice(count)
  }

  #apply([ticks, id, a, b, c]: readonly [number, number, number, number, number]): void {
    switch (id) {
      case runtimeEventIds.suspendBegin:
        this.#suspendTicks = gcSuspendReasons.has(a) ? ticks : null
        this.#started = null
        return
      case runtimeEventIds.gcStart:
        this.#started = { number: a, generation: b }
        if (c === backgroundGcType) this.#background = this.#started
        return
      case runtimeEventIds.gcEnd:
        if (this.#background?.number === a) this.#background = null
        return
      case runtimeEventIds.restartEnd: {
        const collection = this.#started ?? this.#background
        if (this.#suspendTicks !== null && collection !== null)
          this.#listener.onGcPause({ startTicks: this.#suspendTicks, endTicks: ticks, ...collection })
        this.#suspendTicks = null
        this.#started = null
        return
      }
      default:
        this.#listener.onException(ticks)
    }
  }
}

/** A stream that never gives a sorted event must not make this grow; the rest of such a batch is not shown. */
const maxHeldEvents = 100_000
