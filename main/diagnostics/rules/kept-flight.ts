import type { ProcessRow } from '../../../shared/model/process.ts'
import type { RuleProblem } from '../../../shared/model/rules.ts'
import type { Rule } from '../../../shared/rules/rule.ts'
import { nameOfProblem, placeProblem } from './kept-place.ts'
import type { RuleActions } from './rule-actions.ts'

/** Between two tries to keep one running; doubled with each that ended by itself, up to the longest. */
const retryMs = 15_000
const longestRetryMs = 600_000
/** One that ended by itself before has to run so long until it is said to work again. */
const provenMs = 10_000
/** The process list notices an exit within that time of the stream's end. */
const exitNoticedMs = 5000

export interface KeptFlightOptions {
  readonly row: ProcessRow
  readonly lastMs: number
  /** Nothing is kept while less than this is free. */
  readonly leastFreeBytes: number
  readonly folder: () => string | null
  readonly actions: Pick<RuleActions, 'hasFlight' | 'keepFlight' | 'dropFlight' | 'flightProblem'>
  /** Once for each change: another reason, or null when it is kept again. */
  readonly onProblem?: (problem: RuleProblem | null) => void
  readonly ticks?: () => number
}

/**
 * The flight recorder of a process that rules save: started when there is none, started again when it ended by itself (a full disk, a person),
 * ever more rarely. One that the person started is left to the person.
 */
export class KeptFlight {
  readonly #options: KeptFlightOptions
  readonly #ticks: () => number
  #jobId: string | null = null
  #problem: RuleProblem | null = null
  /** Of the job whose end has been looked at. */
  #endedJobId: string | null = null
  /** It ended by itself while it ran: being started is no proof yet. */
  #isUnproven = false
  #runsSinceMs: number | null = null
  #starting: Promise<void> | null = null
  #tries = 0
  #nextMs = Number.NEGATIVE_INFINITY
  /** Saves that were asked for and are not over. */
  #wantedCount = 0
  #isDropped = false
  #isExiting = false
  #late: NodeJS.Timeout | undefined
  #noteExit: () => void = () => undefined
  readonly #exit = new Promise<void>((resolve) => (this.#noteExit = resolve))

  constructor(options: KeptFlightOptions) {
    this.#options = options
    this.#ticks = options.ticks ?? (() => performance.now())
  }

  get lastMs(): number {
    return this.#options.lastMs
  }

  /** Of the one that was started here. */
  get jobId(): string | null {
    return this.#jobId
  }

  /** Why nothing is kept. */
  get problem(): RuleProblem | null {
    return this.#problem
  }

  /** Looks whether one runs. */
  tend(): void {
    if (this.#isDropped || this.#starting !== null) return
    if (this.#options.actions.hasFlight(this.#options.row)) {
      this.#runsSinceMs ??= this.#ticks()
      if (!this.#isUnproven || this.#ticks() - this.#runsSinceMs >= provenMs) this.#note(null)
      // It has run for long enough to be trusted again.
      if (this.#ticks() - this.#nextMs > longestRetryMs) this.#tries = 0
      return
    }
    this.#runsSinceMs = null
    this.#noteEnd()
    if (this.#ticks() < this.#nextMs) return
    this.#nextMs = this.#ticks() + Math.min(longestRetryMs, retryMs * 2 ** this.#tries)
    this.#tries += 1
    this.#starting = this.#start().finally(() => (this.#starting = null))
  }

  /** What is kept is about to be saved, also if the process ends before. The answer says that it has been. */
  want(): () => void {
    this.#wantedCount += 1
    return () => void (this.#wantedCount -= 1)
  }

  /** The process is gone, and its last events may still ask for what is kept: `exited` or `drop` says when they can't any more. */
  exiting(): void {
    clearTimeout(this.#late)
    this.#isExiting = true
  }

  exited(): void {
    this.#isDropped = true
    this.#noteExit()
  }

  async drop(): Promise<void> {
    this.#isDropped = true
    this.#noteExit()
    await this.#starting
    if (this.#jobId !== null) await this.#options.actions.dropFlight(this.#jobId)
  }

  async #start(): Promise<void> {
    const { row, lastMs, leastFreeBytes, folder, actions } = this.#options
    const path = folder()
    const problem = path === null ? null : await placeProblem(path, leastFreeBytes)
    if (this.#isDropped) return
    if (problem !== null) return this.#note(problem)
    const kept = await actions.keepFlight(row, lastMs, () => this.#keepsAtExit())
    if (!kept.ok) return this.#note({ kind: 'failed', error: kept.error })
    this.#jobId = kept.value
    if (!this.#isUnproven) this.#note(null)
  }

  #noteEnd(): void {
    if (this.#jobId === null || this.#endedJobId === this.#jobId) return
    this.#endedJobId = this.#jobId
    const problem = this.#options.actions.flightProblem(this.#jobId)
    if (problem === null) return
    this.#isUnproven = true
    this.#note(problem)
  }

  #note(problem: RuleProblem | null): void {
    const before = this.#problem
    this.#problem = problem
    if (problem === null) this.#isUnproven = false
    const isOther = (problem && nameOfProblem(problem)) !== (before && nameOfProblem(before))
    if (isOther) this.#options.onProblem?.(problem)
  }

  /** The end of the stream comes before the process list tells the rules that the process is gone. */
  async #keepsAtExit(): Promise<boolean> {
    if (!this.#isExiting) this.#late = setTimeout(() => this.#noteExit(), exitNoticedMs)
    await this.#exit
    clearTimeout(this.#late)
    return this.#wantedCount > 0
  }
}

/** How much a rule wants to be kept; 0: nothing. */
export function flightMs({ actions }: Pick<Rule, 'actions'>): number {
  return longestOf(actions.map((action) => (action.kind === 'save-flight' ? action.lastMs : 0)))
}

export function longestFlightMs(rules: readonly Pick<Rule, 'actions'>[]): number {
  return longestOf(rules.map(flightMs))
}

function longestOf(spansMs: readonly number[]): number {
  return Math.max(0, ...spansMs)
}
