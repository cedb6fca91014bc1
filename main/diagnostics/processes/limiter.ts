/**
 * Runs at most `limit` jobs at a time, in order. A job that takes longer than `patienceMs` gives its place to the next one and
 * goes on beside it: some endpoints never answer, and those behind them must not wait for that.
 */
export class Limiter {
  readonly #limit: number
  readonly #patienceMs: number
  readonly #waiting: (() => Promise<unknown>)[] = []
  #runningCount = 0
  #peakWaiting = 0

  constructor(limit: number, patienceMs: number) {
    this.#limit = limit
    this.#patienceMs = patienceMs
  }

  get waitingCount(): number {
    return this.#waiting.length
  }

  get peakWaitingCount(): number {
    return this.#peakWaiting
  }

  /** The job must not reject. */
  run(job: () => Promise<unknown>): void {
    this.#waiting.push(job)
    this.#peakWaiting = Math.max(this.#peakWaiting, this.#waiting.length)
    this.#next()
  }

  clear(): void {
    this.#waiting.length = 0
  }

  #next(): void {
    while (this.#runningCount < this.#limit) {
      const job = this.#waiting.shift()
      if (job === undefined) return
      this.#start(job)
    }
  }

  #start(job: () => Promise<unknown>): void {
    this.#runningCount++
    let hasPlace = true
    const giveUpPlace = (): void => {
      if (!hasPlace) return
      hasPlace = false
      clearTimeout(timer)
      this.#runningCount--
      this.#next()
    }
    const timer = setTimeout(giveUpPlace, this.#patienceMs)
    void job().finally(giveUpPlace)
  }
}
