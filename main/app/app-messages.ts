import { toDisposable } from '../../shared/base/disposable.ts'
import { ok } from '../../shared/base/result.ts'
import type { StreamPage, StreamSink, StreamSource } from '../../shared/base/stream-sink.ts'
import type { AppMessage } from '../../shared/model/app.ts'

/** What waits for a window that does not listen yet (a settings file set aside, the demo's pid); more is not kept. */
const maxEarlyMessages = 20

interface Listener {
  readonly sink: StreamSink
  readonly windowId: number
}

/** The stream `app.messages`: what main tells its windows. State-like messages are told again to whoever comes later. */
export class AppMessages implements StreamSource {
  readonly #listeners = new Set<Listener>()
  readonly #lastState = new Map<AppMessage['kind'], AppMessage>()
  readonly #early: { readonly windowId: number | null; readonly message: AppMessage }[] = []

  open(_parameter: string | null, sink: StreamSink, page: StreamPage): ReturnType<StreamSource['open']> {
    const listener: Listener = { sink, windowId: page.windowId }
    this.#listeners.add(listener)
    for (const message of this.#lastState.values()) post(listener, message)
    const mine = this.#early.filter(({ windowId }) => windowId === null || windowId === page.windowId)
    for (const waiting of mine) {
      this.#early.splice(this.#early.indexOf(waiting), 1)
      post(listener, waiting.message)
    }
    return ok(toDisposable(() => this.#listeners.delete(listener)))
  }

  /** To every window, now and (states) later. */
  send(message: AppMessage): void {
    if (isState(message)) this.#lastState.set(message.kind, message)
    else if (message.kind === 'notice' && this.#listeners.size === 0) this.#keepEarly(null, message)
    for (const listener of this.#listeners) post(listener, message)
  }

  /** To one window only; waits for it when its page does not listen yet. */
  sendTo(windowId: number, message: AppMessage): void {
    const mine = [...this.#listeners].filter((listener) => listener.windowId === windowId)
    for (const listener of mine) post(listener, message)
    if (mine.length === 0) this.#keepEarly(windowId, message)
  }

  #keepEarly(windowId: number | null, message: AppMessage): void {
    if (this.#early.length < maxEarlyMessages) this.#early.push({ windowId, message })
  }
}

/** Of a state only the newest counts; an occurrence (a notice, a command) is told each time. */
function isState(message: AppMessage): boolean {
  return message.kind === 'settings' || message.kind === 'disk' || message.kind === 'system-theme'
}

function post(listener: Listener, message: AppMessage): void {
  if (isState(message)) listener.sink.post(message, message.kind)
  else listener.sink.post(message)
}
