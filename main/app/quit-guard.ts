import type { Job, JobAction, QuitChoice } from '../../shared/model/job.ts'
import type { JobBook } from '../diagnostics/jobs/job-book.ts'

export interface QuitGuardOptions {
  readonly jobs: Pick<JobBook, 'running' | 'act' | 'whenIdle'>
  /** Puts the question to a person; false when there is no page that could. */
  readonly ask: () => boolean
  /** Windows out of sight while jobs come to their end by themselves. */
  readonly hide: () => void
}

/** What ends a job for a choice, best first. One that offers none of them ends with our process. */
const endings: Readonly<Record<'stop-and-save' | 'discard', readonly JobAction[]>> = {
  'stop-and-save': ['stop', 'stop-waiting'],
  discard: ['cancel', 'stop-without-names', 'stop-waiting'],
}

/** Between a person who quits and jobs that run. A signal does not come here. */
export class QuitGuard {
  readonly #options: QuitGuardOptions
  #answer: ((choice: QuitChoice) => void) | null = null

  constructor(options: QuitGuardOptions) {
    this.#options = options
  }

  get isNeeded(): boolean {
    return this.#options.jobs.running().length > 0
  }

  answer(choice: QuitChoice): void {
    this.#answer?.(choice)
    this.#answer = null
  }

  /** Resolves with whether the app may end now: when nothing runs, or once what runs has come to its end. */
  async mayQuit(): Promise<boolean> {
    if (!this.isNeeded) return true
    const choice = this.#options.ask() ? await this.#answerOrIdle() : 'stop-and-save'
    if (choice === null) return true
    if (choice === 'stay') return false
    if (choice === 'finish-first') this.#options.hide()
    else await Promise.all(this.#options.jobs.running().map((job) => this.#end(job, endings[choice])))
    await this.#options.jobs.whenIdle()
    return true
  }

  /** Without a question: what a signal leaves time for. */
  async saveAll(): Promise<void> {
    await Promise.all(this.#options.jobs.running().map((job) => this.#end(job, endings['stop-and-save'])))
    await this.#options.jobs.whenIdle()
  }

  /** Null: all has come to its end before there was an answer, so that nothing is left to ask. */
  async #answerOrIdle(): Promise<QuitChoice | null> {
    const whenIdle = this.#options.jobs.whenIdle().then(() => null)
    return Promise.race([this.#nextAnswer(), whenIdle])
  }

  /** Asked again while the question is open: the newer one is answered, the older one stays without. */
  #nextAnswer(): Promise<QuitChoice> {
    this.#answer?.('stay')
    return new Promise((resolve) => (this.#answer = resolve))
  }

  async #end(job: Job, wanted: readonly JobAction[]): Promise<void> {
    const action = wanted.find((candidate) => job.actions.includes(candidate))
    if (action !== undefined) await this.#options.jobs.act(job.id, action)
  }
}
