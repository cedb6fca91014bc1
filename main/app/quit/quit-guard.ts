import type { Job, JobAction, QuitChoice } from '../../../shared/model/job.ts'
import type { JobRegistry } from '../../diagnostics/jobs/job-registry.ts'

export interface QuitGuardOptions {
  readonly jobs: Pick<JobRegistry, 'running' | 'act' | 'whenIdle' | 'abandonAll'>
  /** Puts the question to the page in front; false when there is no page that could. */
  readonly askPage: () => boolean
  /** Takes the page's question away: somebody else was asked, or there is nothing left to ask. */
  readonly endPageQuestion: () => void
  /** Main's own question; true: save what runs and quit. Closed by the signal. */
  readonly askNatively: (running: readonly Job[], signal: AbortSignal) => Promise<boolean>
  /** Windows out of sight while jobs come to their end by themselves. */
  readonly hide: () => void
  readonly now: () => number
}

/** A page that works has the question on the screen long before. */
export const pageShowsWithinMs = 2000
/** Somebody who thinks about it for longer is asked by main; the recording runs in the meantime. */
export const pageAnswersWithinMs = 120_000
/** A page that answers "stay" twice in this time may be answering by itself: main asks the next time. */
const repeatedStayMs = 60_000
/** Without a person: symbols are worth waiting for so long ... */
export const symbolsWithinMs = 5000
/** ... and then the end of the file so long; what is not over then is marked as a part. */
export const endsWithinMs = 2500

/** What ends a job for a choice, best first. One that offers none of them ends with our process. */
const endings: Readonly<Record<'stop-and-save' | 'discard' | 'give-up-symbols', readonly JobAction[]>> = {
  'stop-and-save': ['stop', 'stop-waiting'],
  'give-up-symbols': ['stop-without-names', 'stop-waiting'],
  discard: ['cancel', 'stop-without-names', 'stop-waiting'],
}

interface OpenQuestion {
  /** Null: the page is not asked any more, main asks itself. */
  answer(choice: QuitChoice | null): void
  shown(): void
}

/**
 * Between a person who quits and jobs that run. The page is asked first, because it can offer more; what it says is a proposal with a
 * deadline. A page that is hung, gone or hostile is passed over: main asks in its own words. A signal does not come here.
 */
export class QuitGuard {
  readonly #options: QuitGuardOptions
  #open: OpenQuestion | null = null
  #stayedMs: number[] = []

  constructor(options: QuitGuardOptions) {
    this.#options = options
  }

  get isNeeded(): boolean {
    return this.#options.jobs.running().length > 0
  }

  /** From the page. */
  answer(choice: QuitChoice): void {
    this.#open?.answer(choice)
  }

  /** From the page: the question is on its screen. */
  shown(): void {
    this.#open?.shown()
  }

  /** Resolves with whether the app may end now. Asked again while a question is open, main asks in place of the page. */
  async mayQuit(): Promise<boolean> {
    if (!this.isNeeded) return true
    if (this.#open !== null) {
      this.#open.answer(null)
      return false
    }
    const choice = await this.#ask()
    if (choice === 'over' || choice === 'quit-now') return true
    if (choice === 'stay') return false
    if (choice === 'finish-first') this.#options.hide()
    else await this.#endAll(choice)
    await this.#options.jobs.whenIdle()
    return true
  }

  /** Without a person, in a bounded time: what ends in it is whole or saved without symbols; the journal calls the rest partial. */
  async saveAll(): Promise<void> {
    const { jobs } = this.#options
    const whenIdle = jobs.whenIdle()
    void this.#endAll('stop-and-save')
    if (await isWithin(whenIdle, symbolsWithinMs)) return
    void this.#endAll('give-up-symbols')
    if (await isWithin(whenIdle, endsWithinMs)) return
    jobs.abandonAll()
  }

  async #ask(): Promise<QuitChoice | 'quit-now' | 'over'> {
    const over = new AbortController()
    const whenOver = this.#options.jobs.whenIdle().then((): 'over' => 'over')
    try {
      const fromPage = await Promise.race([this.#askPage(), whenOver])
      if (fromPage !== null) return fromPage
      this.#options.endPageQuestion()
      this.#open = { answer: () => undefined, shown: () => undefined }
      const native = this.#options.askNatively(this.#options.jobs.running(), over.signal)
      return await Promise.race([native.then((isYes) => (isYes ? 'quit-now' : 'stay')), whenOver])
    } finally {
      this.#open = null
      over.abort()
      this.#options.endPageQuestion()
    }
  }

  /** Null: no page, or none that shows or answers the question in time. */
  async #askPage(): Promise<QuitChoice | null> {
    if (this.#mayAnswerByItself()) return null
    let timer: NodeJS.Timeout | undefined
    const answered = new Promise<QuitChoice | null>((resolve) => {
      const wait = (ms: number) => {
        clearTimeout(timer)
        timer = setTimeout(() => resolve(null), ms)
      }
      let isShown = false
      this.#open = {
        answer: resolve,
        shown: () => {
          if (!isShown) wait(pageAnswersWithinMs)
          isShown = true
        },
      }
      if (this.#options.askPage()) wait(pageShowsWithinMs)
      else resolve(null)
    })
    const choice = await answered
    clearTimeout(timer)
    if (choice === 'stay') this.#stayedMs.push(this.#options.now())
    return choice
  }

  #mayAnswerByItself(): boolean {
    const sinceMs = this.#options.now() - repeatedStayMs
    this.#stayedMs = this.#stayedMs.filter((ms) => ms >= sinceMs)
    return this.#stayedMs.length >= 2
  }

  async #endAll(choice: keyof typeof endings): Promise<void> {
    await Promise.all(this.#options.jobs.running().map((job) => this.#end(job, endings[choice])))
  }

  async #end(job: Job, wanted: readonly JobAction[]): Promise<void> {
    const action = wanted.find((candidate) => job.actions.includes(candidate))
    if (action !== undefined) await this.#options.jobs.act(job.id, action)
  }
}

async function isWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)))
  const outcome = await Promise.race([promise.then(() => true), late])
  clearTimeout(timer)
  return outcome
}
