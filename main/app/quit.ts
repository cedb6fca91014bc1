import type { App } from 'electron'
import type { Log } from '../logging/log.ts'

export interface QuitStep {
  readonly name: string
  /** Instead of everybody's deadline. */
  readonly deadlineMs?: number
  run(): Promise<void>
}

export interface QuitOptions {
  readonly app: App
  readonly log: Log
  /** In order: sessions first, so that no target is left with one of ours, the log last. */
  readonly steps: readonly QuitStep[]
  /** For each step. A target that does not answer must not keep the app (or the machine's shutdown) waiting. */
  readonly stepDeadlineMs: number
  /** Asked before the steps when a person wants to quit (not a signal); false = the app stays. */
  readonly mayQuit?: () => Promise<boolean>
}

/**
 * The one way out. However the app is asked to end (last window, menu, signal, session manager), the steps run once and
 * then it exits. A second signal while they run ends it at once.
 */
export class Quit {
  readonly #options: QuitOptions
  #isRunning = false

  constructor(options: QuitOptions) {
    this.#options = options
    const { app } = options
    app.on('before-quit', (event) => {
      event.preventDefault()
      if (!this.#isRunning) void this.#begin()
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (this.#isRunning) app.exit(130)
        else this.#start()
      })
    }
  }

  get isRunning(): boolean {
    return this.#isRunning
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
    const { app, log, steps, stepDeadlineMs } = this.#options
    for (const step of steps) {
      const outcome = await withDeadline(step, step.deadlineMs ?? stepDeadlineMs)
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
