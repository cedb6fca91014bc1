import { toDisposable } from '../../shared/base/disposable.ts'
import { ok } from '../../shared/base/result.ts'
import type { StreamSink, StreamSource } from '../../shared/base/stream-sink.ts'

/** Tells the whole state after changes, at most this often; several in one turn are one. */
const waitMs = 20

/** A state that is small and changes seldom: the newest is all a page needs. */
export class StateStream implements StreamSource {
  readonly #state: () => object
  readonly #sinks = new Set<StreamSink>()
  #last = ''
  #isPlanned = false

  constructor(state: () => object) {
    this.#state = state
  }

  changed(): void {
    if (this.#isPlanned || this.#sinks.size === 0) return
    this.#isPlanned = true
    setTimeout(() => {
      this.#isPlanned = false
      const state = this.#state()
      const text = JSON.stringify(state)
      if (text === this.#last) return
      this.#last = text
      for (const sink of this.#sinks) sink.post(state, 'state')
    }, waitMs)
  }

  open(_parameter: string | null, sink: StreamSink): ReturnType<StreamSource['open']> {
    this.#sinks.add(sink)
    this.#last = ''
    sink.post(this.#state(), 'state')
    return ok(toDisposable(() => void this.#sinks.delete(sink)))
  }
}
