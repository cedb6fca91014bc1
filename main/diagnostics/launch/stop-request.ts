import type { LaunchState } from '../../../shared/model/port.ts'

/** As long as services get elsewhere before they are killed. */
const stopWithinMs = 10_000

/** What became of a request to end a program. By a clock that nobody sets. */
export class StopRequest {
  readonly #withinMs: number
  #askedAtMs: number | null = null
  #told: LaunchState['stopping'] = null

  /** `withinMs`: tests do not wait as long. */
  constructor(withinMs = stopWithinMs) {
    this.#withinMs = withinMs
  }

  /** Again from now, when it is asked once more. */
  ask(nowMs = performance.now()): void {
    this.#askedAtMs = nowMs
    this.#told = 'asked'
  }

  get state(): LaunchState['stopping'] {
    return this.#told
  }

  /** Of one that still runs; true when there is something new to tell. */
  look(nowMs = performance.now()): boolean {
    if (this.#told !== 'asked' || this.#askedAtMs === null || nowMs < this.#askedAtMs + this.#withinMs) return false
    this.#told = 'outlived'
    return true
  }
}
