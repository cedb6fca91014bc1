/** Without any sign of meters: they may have been trimmed away, or the process may still be starting on a slow machine. */
const patienceMs = 5000
const grownUpMs = 10_000

/**
 * Says when the counter session may follow the meter session. The first event of the metrics source proves that the process is
 * past the point where the two can lock each other up (decision 0050); it comes with the first 100 ms tick of the stream. A
 * process without meters sends none: then some time has to do, more of it for a process that has just started.
 */
export class StartUpGate {
  readonly #processAgeMs: () => number
  #hasMeterEvent = false
  #open: (() => void) | null = null

  constructor(processAgeMs: () => number) {
    this.#processAgeMs = processAgeMs
  }

  metersOpened(): void {
    this.#hasMeterEvent = false
  }

  noteMeterEvent(): void {
    this.#hasMeterEvent = true
    this.#open?.()
  }

  metersSettled(signal: AbortSignal): Promise<void> {
    if (this.#hasMeterEvent || signal.aborted) return Promise.resolve()
    const waitMs = Math.max(patienceMs, grownUpMs - this.#processAgeMs())
    return new Promise((resolve) => {
      const open = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', open)
        this.#open = null
        resolve()
      }
      const timer = setTimeout(open, waitMs)
      signal.addEventListener('abort', open)
      this.#open = open
    })
  }
}
