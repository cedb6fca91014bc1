import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'

/** After this long without a key or a move of the pointer nobody is taken to watch closely. */
export const attentionMs = 15_000
/** After this long nobody is taken to be there. */
export const absenceMs = 60_000

/** Whether somebody is at the window. Starts attended: a window that has just opened is looked at. */
export class Attention {
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  #lastMs: number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#lastMs = now()
  }

  /** Every how many-th sample is worth a frame: all of them, every second one, or every fifth. */
  get samplesPerFrame(): 1 | 2 | 5 {
    const awayMs = this.#now() - this.#lastMs
    if (awayMs < attentionMs) return 1
    return awayMs < absenceMs ? 2 : 5
  }

  note(): void {
    const wasAway = this.samplesPerFrame > 1
    this.#lastMs = this.#now()
    if (wasAway) for (const listener of this.#listeners) listener()
  }

  /** Called with the first key or move of the pointer after a while without. */
  onReturn(listener: () => void): Disposable {
    this.#listeners.add(listener)
    return toDisposable(() => this.#listeners.delete(listener))
  }

  watch(window: Window): Disposable {
    const note = () => this.note()
    const options = { capture: true, passive: true } as const
    const events = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focus'] as const
    for (const event of events) window.addEventListener(event, note, options)
    return toDisposable(() => {
      for (const event of events) window.removeEventListener(event, note, options)
    })
  }
}
