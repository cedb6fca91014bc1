import { isNameEvent } from '../../events/code-event-ids.ts'
import type { EventType } from '../../nettrace/event-type.ts'
import type { TrimSelection } from '../../../shared/model/trace/trace-trim.ts'

/** What an event's type decides: kept whenever it was, kept where time and thread fit, left out. */
export type TypeFate = 'name' | 'selected' | 'none'

export class TrimFilter {
  readonly #threads: ReadonlySet<number> | null
  readonly #providers: ReadonlySet<string> | null
  readonly #range: TrimSelection['range']
  readonly #endsNames: boolean
  #fromTicks = Number.NEGATIVE_INFINITY
  #toTicks = Number.POSITIVE_INFINITY

  /** `endsNames`: after the range come names of another stream, and this one's are no longer wanted. */
  constructor({ range, threads, providers }: TrimSelection, { endsNames = false } = {}) {
    this.#range = range
    this.#endsNames = endsNames
    this.#threads = threads === null ? null : new Set(threads)
    this.#providers = providers === null ? null : new Set(providers)
  }

  /** Known when the head of the stream has been read. */
  setClock(ticksPerSecond: number): void {
    if (this.#range === null) return
    // A limit is often the time of an event, and ticks to milliseconds and back are seldom exactly the same.
    this.#fromTicks = Math.round((this.#range.fromMs * ticksPerSecond) / 1000)
    this.#toTicks = Math.round((this.#range.toMs * ticksPerSecond) / 1000)
  }

  fateOf(type: Pick<EventType, 'provider' | 'eventId'>): TypeFate {
    if (isNameEvent(type)) return 'name'
    return this.#providers === null || this.#providers.has(type.provider) ? 'selected' : 'none'
  }

  /** The last time that a stream may have which others follow; else infinite. */
  get lastTicks(): number {
    return this.#endsNames ? this.#toTicks : Number.POSITIVE_INFINITY
  }

  /** Of ticks since the sync point. */
  hasTime(ticks: number): boolean {
    return ticks >= this.#fromTicks && ticks <= this.#toTicks
  }

  get hasAllThreads(): boolean {
    return this.#threads === null
  }

  hasThread(id: bigint): boolean {
    return this.#threads === null || this.#threads.has(Number(id))
  }

  /** Whether what happened between two times may have happened in the range. */
  touches(fromTicks: number, toTicks: number): boolean {
    return toTicks >= this.#fromTicks && fromTicks <= this.#toTicks
  }

  isAfter(ticks: number): boolean {
    return ticks > this.#toTicks
  }
}
