import type { App } from 'electron'
import type { Log } from '../../logging/log.ts'

export interface QuitStep {
  readonly name: string
  /** Instead of everybody's deadline. */
  readonly deadlineMs?: number
  run(): Promise<void>
}

/** Also for the last steps when the first ones took all the time: most of them only flush a small file. */
const leastStepMs = 100

export interface QuitOptions {
  readonly app: App
  readonly log: Log
  /** In order: sessions first, so that no target is left with one of ours, the log last. */
  readonly steps: readonly QuitStep[]
  /** For each step. A target that does not answer must not keep the app (or the machine's shutdown) waiting. */
  readonly stepDeadlineMs: number
  /** For all of them together: later steps get what is left. */
  readonly totalDeadlineMs: number
  /** Asked before the steps when a person wants to quit (not a signal); false = the app stays. */
  readonly mayQuit?: () => Promise<boolean>
}

/**
 * The one way out. However the app is asked to end (last window, menu, signal, session manager), the steps run once and
 * then it exits. Signals while they run change nothing: the time is bounded, and cutting it short would cost files their end.
 */
export class Quit {
  readonly #options: QuitOptions
  readonly #onSignal = (signal: NodeJS.Signals) => this.endNow(signal)
  #isRunning = false

  constructor(options: QuitOptions) {
    this.#options = options
    const { app } = options
    app.on('before-quit', (event) => {
      event.preventDefault()
      if (!this.#isRunning) void this.#begin()
    })
    this.#listen()
    // Chromium puts its own handlers in place of ours while it starts: they ask like a person would, and a second signal kills.
    void app.whenReady().then(() => this.#listen())
  }

  #listen(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      // Only the first listener of a signal reaches the operating system.
      process.removeListener(signal, this.#onSignal)
      process.on(signal, this.#onSignal)
    }
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Nobody is asked: a signal, or the session of the person ends. */
  endNow(cause: string): void {
    this.#options.log.info('quit-asked', { cause, isRunning: this.#isRunning })
    this.#start()
  }

  /** A person who is asked may also stay; what they answered last counts. */
  async #begin(): Promise<void> {
    const { mayQuit } = this.#options
    if (mayQuit === undefined || (await mayQuit())) this.#start()
  }

  #start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    void this.#run()
  }

  async #run(): Promise<void> {
    const { app, log, steps, stepDeadlineMs, totalDeadlineMs } = this.#options
    const endMs = performance.now() + totalDeadlineMs
    for (const step of steps) {
      const leftMs = Math.max(leastStepMs, endMs - performance.now())
      const outcome = await withDeadline(step, Math.min(leftMs, step.deadlineMs ?? stepDeadlineMs))
      if (outcome !== 'done') log.warn('quit-step-unfinished', { step: step.name, outcome })
    }
    app.exit(0)
  }
}

/** Runs a step to its end, its failure or its deadline, whichever comes first; never throws. */
export async function withDeadline(step: QuitStep, deadlineMs: number): Promise<'done' | 'late' | 'failed'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), deadlineMs)
  })
  const run = async (): Promise<'done' | 'failed'> => {
    try {
      await step.run()
      return 'done'
    } catch {
      // Told to the caller as an outcome; quitting goes on.
      return 'failed'
    }
  }
  const outcome = await Promise.race([run(), late])
  clearTimeout(timer)
  return outcome
}
