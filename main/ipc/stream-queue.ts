import type { QueueReport } from '../../shared/model/app.ts'

/**
 * The waiting room of one stream, between a source that produces when it likes and a page that takes when it can.
 *
 *   source -> [ waiting, first in first out ] -> deliver(message)        one credit each
 *
 * Pure: no port, no timer. Ownership of a frame goes to `deliver`. States: open (credit or waiting), overflowed (for good).
 */
export const maxWaitingObjects = 1024
export const maxWaitingFrames = 16
/** A page cannot hoard more credit than this: it bounds what lies in shared memory while the page is busy. */
export const maxCredits = 64

type Waiting =
  | { readonly isFrame: false; message: object; readonly coalesceKey: string | null }
  | { readonly isFrame: true; readonly frame: ArrayBuffer }

export interface StreamQueueOptions {
  readonly name: string
  readonly owner: string
  deliver(message: object): void
  onOverflow(): void
}

export class StreamQueue {
  readonly #options: StreamQueueOptions
  #waiting: Waiting[] = []
  #credits = 0
  #waitingFrameCount = 0
  #peak = 0
  #droppedCount = 0
  #isOverflowed = false

  constructor(options: StreamQueueOptions) {
    this.#options = options
  }

  get credits(): number {
    return this.#credits
  }

  get isOverflowed(): boolean {
    return this.#isOverflowed
  }

  post(message: object, coalesceKey: string | null): void {
    if (this.#isOverflowed) return
    if (this.#credits > 0) {
      this.#deliver(message)
      return
    }
    if (coalesceKey !== null) {
      const same = this.#waiting.find((entry) => !entry.isFrame && entry.coalesceKey === coalesceKey)
      if (same !== undefined && !same.isFrame) {
        // Not counted as dropped: nothing is lost that the newer one does not say.
        same.message = message
        return
      }
    }
    if (this.#waiting.length - this.#waitingFrameCount >= maxWaitingObjects) {
      this.#overflow()
      return
    }
    this.#enqueue({ isFrame: false, message, coalesceKey })
  }

  /** False when an older frame was dropped for this one, or the queue has overflowed. */
  postFrame(frame: ArrayBuffer): boolean {
    if (this.#isOverflowed) return false
    if (this.#credits > 0) {
      this.#deliver(frame)
      return true
    }
    const isFull = this.#waitingFrameCount >= maxWaitingFrames
    if (isFull) this.#dropOldestFrame()
    this.#waitingFrameCount += 1
    this.#enqueue({ isFrame: true, frame })
    return !isFull
  }

  /** Adds credit and delivers what waits. Bad counts (not a positive integer) are ignored: the page is not trusted. */
  grant(count: number): void {
    if (!Number.isInteger(count) || count <= 0 || this.#isOverflowed) return
    this.#credits = Math.min(maxCredits, this.#credits + count)
    while (this.#credits > 0) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      if (next.isFrame) this.#waitingFrameCount -= 1
      this.#deliver(next.isFrame ? next.frame : next.message)
    }
  }

  report(): QueueReport {
    return {
      name: this.#options.name,
      owner: this.#options.owner,
      limit: maxWaitingObjects + maxWaitingFrames,
      fill: this.#waiting.length,
      peak: this.#peak,
      droppedCount: this.#droppedCount,
      unit: 'items',
    }
  }

  #deliver(message: object): void {
    this.#credits -= 1
    this.#options.deliver(message)
  }

  #enqueue(entry: Waiting): void {
    this.#waiting.push(entry)
    this.#peak = Math.max(this.#peak, this.#waiting.length)
  }

  #dropOldestFrame(): void {
    const oldest = this.#waiting.findIndex((entry) => entry.isFrame)
    this.#waiting.splice(oldest, 1)
    this.#waitingFrameCount -= 1
    this.#droppedCount += 1
  }

  #overflow(): void {
    this.#isOverflowed = true
    this.#droppedCount += this.#waiting.length + 1
    this.#waiting = []
    this.#waitingFrameCount = 0
    this.#options.onOverflow()
  }
}
