import { toDisposable } from '../../shared/base/disposable.ts'
import { ok } from '../../shared/base/result.ts'
import type { StreamSink, StreamSource } from '../../shared/base/stream-sink.ts'
import type { PortsState } from '../../shared/model/port.ts'

/** Told after every change of ports or launches; several in one turn are one. */
export class PortsStream implements StreamSource {
  readonly #state: () => PortsState
  readonly #sinks = new Set<StreamSink>()
  #isPlanned = false

  constructor(state: () => PortsState) {
    this.#state = state
  }

  changed(): void {
    if (this.#isPlanned || this.#sinks.size === 0) return
    this.#isPlanned = true
    setTimeout(() => {
      this.#isPlanned = false
      const state = this.#state()
      for (const sink of this.#sinks) sink.post(state, 'state')
    }, 20)
  }

  open(_parameter: string | null, sink: StreamSink): ReturnType<StreamSource['open']> {
    this.#sinks.add(sink)
    sink.post(this.#state(), 'state')
    return ok(toDisposable(() => void this.#sinks.delete(sink)))
  }
}
