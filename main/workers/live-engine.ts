import type { Disposable } from '../../shared/base/disposable.ts'
import { err } from '../../shared/base/result.ts'
import type { FromLiveWorker, LiveWorkerData, ToLiveWorker } from './live-protocol.ts'

/** Decodes the sessions of one LiveId, keeps their samples and answers queries; independent of what carries its messages. */
export class LiveEngine implements Disposable {
  readonly #post: (message: FromLiveWorker, transfer: ArrayBuffer[]) => void

  constructor(_settings: LiveWorkerData, post: (message: FromLiveWorker, transfer: ArrayBuffer[]) => void) {
    this.#post = post
  }

  receive(message: ToLiveWorker): void {
    if (message.kind !== 'request') return
    const outcome = err({ kind: 'not-found', what: message.request.kind } as const)
    this.#post({ kind: 'reply', requestId: message.requestId, outcome }, [])
  }

  dispose(): void {}
}
