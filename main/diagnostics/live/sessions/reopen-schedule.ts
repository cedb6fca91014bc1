import type { Disposable } from '../../../../shared/base/disposable.ts'

/** A session that ended by itself is opened again after these; by then the process list knows whether it has exited. */
const delaysMs = [250, 1000, 2500, 5000, 10_000] as const

/** A dropped connection, a refused session: tried again, later each time. */
export class ReopenSchedule implements Disposable {
  readonly #reopen: () => void
  #count = 0
  #timer: NodeJS.Timeout | null = null

  constructor(reopen: () => void) {
    this.#reopen = reopen
  }

  /** Does nothing while an attempt is planned. */
  plan(): void {
    if (this.#timer !== null) return
    const delayMs = delaysMs[Math.min(this.#count, delaysMs.length - 1)]!
    this.#count += 1
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#reopen()
    }, delayMs)
  }

  /** Somebody does not want to wait. Later attempts begin with the shortest wait again. */
  now(): void {
    this.dispose()
    this.#count = 0
    this.#reopen()
  }

  /** A session is open: the next loss begins with the shortest wait. */
  succeeded(): void {
    this.#count = 0
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
