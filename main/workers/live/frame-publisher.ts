import type { Lanes } from '../../analysis/lanes.ts'
import type { PendingValues } from '../../analysis/pending-values.ts'

/** 20 Hz while there is something to send; nothing is scheduled while there is not. */
const publishMs = 50
const initialCredit = 4

export interface FramePublisherParts {
  readonly pending: PendingValues
  readonly lanes: Lanes
  readonly postFrame: (bytes: ArrayBuffer) => void
  /** Called before frames go out: whoever takes them must know the series in them. */
  readonly beforeFrames: () => void
}

/** When frames of values and lanes go out: at a steady pace, and never more than the other side has asked for (credit). */
export class FramePublisher {
  readonly #parts: FramePublisherParts
  #credit = initialCredit
  #revision = 0
  #timer: NodeJS.Timeout | null = null
  #isDisposed = false

  constructor(parts: FramePublisherParts) {
    this.#parts = parts
  }

  nextRevision(): number {
    return ++this.#revision
  }

  addCredit(frames: number): void {
    this.#credit += frames
    this.schedule()
  }

  schedule(): void {
    if (this.#timer !== null || this.#isDisposed) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.publish()
    }, publishMs)
  }

  /** What credit allows, now. */
  publish(): void {
    const { pending, lanes, beforeFrames } = this.#parts
    beforeFrames()
    while (this.#credit > 0 && pending.count > 0) this.#postValues()
    while (this.#credit > 0 && lanes.hasNew) this.#postLanes()
  }

  /** All that waits, beyond the credit: what is posted after it is newer than every frame before. */
  flush(): void {
    const { pending, lanes, beforeFrames } = this.#parts
    beforeFrames()
    while (pending.count > 0) this.#postValues()
    while (lanes.hasNew) this.#postLanes()
  }

  dispose(): void {
    this.#isDisposed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #postValues(): void {
    const { pending } = this.#parts
    this.#post(pending.takeFrame(this.nextRevision(), pending.droppedFrameCount))
  }

  #postLanes(): void {
    const { lanes, pending } = this.#parts
    this.#post(lanes.takeFrame(this.nextRevision(), pending.droppedFrameCount))
  }

  #post(bytes: ArrayBuffer): void {
    this.#credit--
    this.#parts.postFrame(bytes)
  }
}
