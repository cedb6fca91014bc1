import { toDisposable, type Disposable } from '../../../../shared/base/disposable.ts'

/** Three intervals, but not less than this: under load a tick may come late. */
const shortestSilenceMs = 3000
const silentIntervals = 3
const checkMs = 500

/**
 * Watches for a target that stopped sending. An idle session sends nothing at all, but a counter session sends at least
 * the runtime's own counters each interval, so silence means that the process does not run, or that its diagnostics hang.
 */
export class SilenceWatch implements Disposable {
  readonly #onChange: (silentSinceMs: number | null) => void
  readonly #now: () => number
  readonly #timer: Disposable
  #intervalMs: number
  /** Of `performance.now()`: people set the other clock. */
  #lastBytesMs: number | null = null
  #isSilent = false

  constructor(options: {
    readonly intervalMs: number
    readonly now: () => number
    readonly onChange: (silentSinceMs: number | null) => void
  }) {
    this.#intervalMs = options.intervalMs
    this.#now = options.now
    this.#onChange = options.onChange
    const timer = setInterval(() => this.#check(), checkMs)
    timer.unref()
    this.#timer = toDisposable(() => clearInterval(timer))
  }

  get isSilent(): boolean {
    return this.#isSilent
  }

  /** Bytes came. */
  heard(): void {
    this.#lastBytesMs = performance.now()
    if (!this.#isSilent) return
    this.#isSilent = false
    this.#onChange(null)
  }

  /** A session was opened: its first values are due an interval from now. */
  expect(intervalMs: number): void {
    this.#intervalMs = intervalMs
    this.#lastBytesMs = performance.now()
    this.#isSilent = false
  }

  /** No session is open: nothing is expected. */
  rest(): void {
    this.#lastBytesMs = null
    this.#isSilent = false
  }

  dispose(): void {
    this.#timer.dispose()
  }

  #check(): void {
    if (this.#isSilent || this.#lastBytesMs === null) return
    const limitMs = Math.max(shortestSilenceMs, this.#intervalMs * silentIntervals)
    const silentMs = performance.now() - this.#lastBytesMs
    if (silentMs < limitMs) return
    this.#isSilent = true
    this.#onChange(this.#now() - silentMs)
  }
}
