import type { AppError } from './errors.ts'
import type { Disposable } from './disposable.ts'
import type { Result } from './result.ts'

/**
 * The sending end of one stream to one page.
 *
 * Credits: the page grants some when it takes the port over and one more for each message it has taken; every message,
 * object or frame, uses one. Without credit messages wait in one bounded first-in-first-out queue:
 * - objects keep their order and are never dropped one by one; a message with a `coalesceKey` replaces the waiting one
 *   of the same key (its place in the queue is kept). A full queue ends the stream: the page is gone or hung for good,
 *   sees its port close and opens the stream again, which starts with a whole state.
 * - of frames the newest are kept, older ones are dropped and counted.
 */
export interface StreamSink {
  post(message: object, coalesceKey?: string): void
  /**
   * Takes a right-sized buffer of its own (it is copied to the page whole). False when an older waiting frame had to be
   * dropped for it, or the stream has ended.
   */
  postFrame(frame: ArrayBuffer): boolean
  /** Messages that can leave at once. A source that can build its message late waits for more than zero. */
  readonly credits: number
  /** Called after the page granted credit and what waited has left. */
  onCredit(listener: () => void): Disposable
}

/** What a stream is fed by. The returned disposable is disposed when the page closes the port, reloads, crashes or goes. */
export interface StreamSource {
  open(parameter: string | null, sink: StreamSink, page: StreamPage): Result<Disposable, AppError>
}

/** Which page a stream goes to. */
export interface StreamPage {
  readonly windowId: number
}
