import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'

/** After this long without a key or a move of the pointer nobody is taken to watch closely. */
export const attentionMs = 15_000

/** Whether somebody is at the window. Starts attended: a window that has just opened is looked at. */
export class Attention {
  readonly #now: () => number
  #lastMs: number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#lastMs = now()
  }

  get isAttended(): boolean {
    return this.#now() - this.#lastMs < attentionMs
  }

  note(): void {
    this.#lastMs = this.#now()
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
