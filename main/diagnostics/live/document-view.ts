import type { Disposable } from '../../../shared/base/disposable.ts'
import type { StreamSink } from '../../../shared/base/stream-sink.ts'

/** Frames that wait behind the first state of a view that takes none. Beyond, the stream drops and counts as always. */
const maxWaiting = 256

/** One view of a document: gets the frames of its beginning at the pace it takes them, then whatever comes, in this order. */
export class DocumentView implements Disposable {
  readonly sink: StreamSink
  #waiting: ArrayBuffer[] = []
  #hasBegun = false
  readonly #credit: Disposable

  constructor(sink: StreamSink) {
    this.sink = sink
    this.#credit = sink.onCredit(() => this.#send())
  }

  /** Frames from now on are its own; earlier ones are in its beginning. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  begin(frames: readonly ArrayBuffer[]): void {
    this.#hasBegun = true
    this.#waiting.push(...frames)
    this.#send()
  }

  frame(frame: ArrayBuffer): void {
    if (this.#waiting.length === 0) {
      this.sink.postFrame(frame)
      return
    }
    this.#waiting.push(frame)
    if (this.#waiting.length > maxWaiting) this.sink.postFrame(this.#waiting.shift()!)
    this.#send()
  }

  dispose(): void {
    this.#waiting = []
    this.#credit.dispose()
  }

  #send(): void {
    while (this.#waiting.length > 0 && this.sink.credits > 0) this.sink.postFrame(this.#waiting.shift()!)
  }
}
