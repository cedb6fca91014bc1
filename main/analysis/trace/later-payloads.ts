import { must } from '../../../shared/base/assert.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { PayloadHandler, TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { combineListeners } from './combine-listeners.ts'

/** Where payloads are read again, one stretch at a time and in the order of the file. */
export interface PayloadWindow {
  /** Both look at the same memory, which may be another after `find`. */
  readonly bytes: Uint8Array
  readonly view: DataView
  /** Where in `bytes` a stretch of the stream begins; -1: the file does not have it any more. */
  find(streamOffset: number, byteCount: number): number
}

/** A listener that looks at payloads and columns of single events, and at nothing else that comes with reading. */
export type PayloadListener = Required<Pick<TraceListener, 'onEventType'>> & Pick<TraceListener, 'onStart'>

/**
 * Payloads that a large file may be shown without at first. Until `begin` the handlers of these listeners are called like all others; what comes
 * afterwards is left out, until `take` calls them for it as the reader would have: in the order of the file, with the same columns.
 */
export class LaterPayloads implements TraceListener {
  readonly #listener: TraceListener
  /** By type. */
  readonly #handlers: (PayloadHandler | undefined)[] = []
  readonly #typesOf = new Map<PayloadListener, number[]>()
  /** By type: payloads of it were left out. */
  readonly #wasLeftOut: boolean[] = []
  #trace: Trace | null = null
  #isWaiting = false
  #waitingCount = 0
  /** The next row to take. */
  #segment = 0
  #row = 0

  constructor(listeners: readonly PayloadListener[]) {
    this.#listener = combineListeners(listeners.map((listener) => this.#noted(listener)))
  }

  /** Events whose payloads were left out and not taken yet. */
  get waitingCount(): number {
    return this.#waitingCount
  }

  /** What this listener knows is not all there is. */
  isWaitingFor(listener: PayloadListener): boolean {
    const types = this.#typesOf.get(listener) ?? []
    return this.#waitingCount > 0 && types.some((type) => this.#wasLeftOut[type])
  }

  onStart(trace: Trace): void {
    this.#trace = trace
    this.#listener.onStart?.(trace)
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    const handler = this.#listener.onEventType?.(type) ?? null
    if (handler === null) return null
    const { index } = type
    this.#handlers[index] = handler
    this.#wasLeftOut[index] = false
    return (bytes, view, start, end, row, segment) => {
      if (!this.#isWaiting) return handler(bytes, view, start, end, row, segment)
      this.#waitingCount++
      this.#wasLeftOut[index] = true
    }
  }

  /** Payloads of all events that come from here on wait. Once. */
  begin(): void {
    const { segments } = this.#opened
    this.#isWaiting = true
    this.#segment = Math.max(0, segments.length - 1)
    this.#row = segments.at(-1)?.count ?? 0
  }

  /** Those of the next rows, `mostRows` at most. False: the file does not have the next one any more. */
  take(window: PayloadWindow, mostRows: number): boolean {
    const { segments } = this.#opened
    let left = mostRows
    while (this.#waitingCount > 0 && left > 0) {
      const segment = must(segments[this.#segment], 'a segment with what was left out')
      const end = Math.min(segment.count, this.#row + left)
      const { typeIndex, payloadLength } = segment
      left -= end - this.#row
      for (; this.#row < end; this.#row++) {
        const row = this.#row
        const handler = this.#handlers[typeIndex[row]!]
        if (handler === undefined) continue
        const byteCount = payloadLength[row]!
        const start = window.find(segment.payloadStreamOffset(row), byteCount)
        if (start < 0) return false
        handler(window.bytes, window.view, start, start + byteCount, row, segment)
        this.#waitingCount--
      }
      if (end < segment.count) continue
      this.#segment++
      this.#row = 0
    }
    return true
  }

  #noted(listener: PayloadListener): PayloadListener {
    const types: number[] = []
    this.#typesOf.set(listener, types)
    return {
      onStart: (trace) => listener.onStart?.(trace),
      onEventType(type) {
        const handler = listener.onEventType(type)
        if (handler != null) types.push(type.index)
        return handler
      },
    }
  }

  get #opened(): Trace {
    return must(this.#trace, 'a trace that is read')
  }
}
