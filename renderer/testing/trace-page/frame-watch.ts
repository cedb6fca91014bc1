import { frameLoop } from '../../canvas/frame-loop.ts'

/** React does its work in messages to itself, between frames. Imported before it is. */
let messagesMs = 0
const onMessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')!
Object.defineProperty(MessagePort.prototype, 'onmessage', {
  ...onMessage,
  set(this: MessagePort, handler: (event: MessageEvent) => void) {
    onMessage.set!.call(this, (event: MessageEvent) => {
      const beganMs = performance.now()
      handler.call(this, event)
      messagesMs += performance.now() - beganMs
    })
  },
})

/**
 * Our work in each frame: what moves the page, React's messages, and scripts from the first event of a frame to the end of its callbacks, with
 * styles and layout; without what the browser paints by itself.
 */
export class FrameWatch {
  readonly #workMs: number[] = []
  readonly #intervalsMs: number[] = []
  #beganMs: number | null = null
  #lastMs = performance.now()
  readonly #onScroll = (): void => {
    this.#beganMs ??= performance.now()
  }

  constructor() {
    // Scrolling is told before the callbacks of a frame are called.
    addEventListener('scroll', this.#onScroll, { capture: true })
    frameLoop.resetStatistics()
    messagesMs = 0
  }

  /** Resolves behind all other callbacks of the next frame. `step`: moves the page before it. */
  async frame(step: () => void): Promise<void> {
    const steppedMs = performance.now()
    step()
    messagesMs += performance.now() - steppedMs
    await new Promise<void>((resolve) => {
      requestAnimationFrame((nowMs) => {
        const beganMs = this.#beganMs ?? performance.now()
        this.#beganMs = null
        queueMicrotask(() => {
          // Styles and layout are made now instead of after the callbacks.
          void document.body.offsetHeight
          this.#workMs.push(messagesMs + performance.now() - beganMs)
          messagesMs = 0
          this.#intervalsMs.push(nowMs - this.#lastMs)
          this.#lastMs = nowMs
          resolve()
        })
      })
    })
  }

  figures(): Readonly<Record<string, number>> {
    removeEventListener('scroll', this.#onScroll, { capture: true })
    const work = this.#workMs.slice(1).toSorted((a, b) => a - b)
    const intervals = this.#intervalsMs.slice(1)
    const seconds = intervals.reduce((sum, ms) => sum + ms, 0) / 1000
    const { workMedianMs, workP99Ms } = frameLoop.statistics()
    const at = (share: number): number => work[Math.min(work.length - 1, Math.floor(work.length * share))] ?? 0
    return {
      frames: intervals.length,
      framesPerSecond: intervals.length / seconds,
      workMedianMs: at(0.5),
      workP99Ms: at(0.99),
      canvasMedianMs: workMedianMs,
      canvasP99Ms: workP99Ms,
    }
  }
}
