import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Job, JobAction, JobMessage, JobResult } from '../../../shared/model/job.ts'
import type { JobJournal } from './job-journal.ts'
import { RunningJob, type JobHandle, type NewJob } from './running-job.ts'

/** Ended jobs that stay on the list; their files are listed under Files anyway. */
const maxEndedJobs = 30

export interface JobRegistryOptions {
  readonly journal: JobJournal | null
  readonly now: () => number
  /** For what a job throws that is no expected failure; gives the reference under which the log has it. */
  readonly reportBug?: (where: string, cause: unknown) => string
}

/** Every job of this run (and those an earlier run left behind), for all windows. */
export class JobRegistry {
  readonly #journal: JobJournal | null
  readonly #now: () => number
  readonly #reportBug: (where: string, cause: unknown) => string
  readonly #jobs = new Map<string, RunningJob>()
  readonly #listeners = new Set<(message: JobMessage) => void>()
  #nextNumber = 1

  constructor(options: JobRegistryOptions) {
    this.#journal = options.journal
    this.#now = options.now
    this.#reportBug = options.reportBug ?? ((where) => where)
  }

  begin(spec: NewJob): JobHandle {
    const id = `job-${this.#now().toString(36)}-${this.#nextNumber++}`
    const job = this.#create(id, spec, this.#now, (changed) => this.#changed(changed))
    this.#jobs.set(id, job)
    this.#note(job)
    this.#notify({ kind: 'changed', job: job.job })
    return job
  }

  /** Newest first. */
  list(): readonly Job[] {
    return [...this.#jobs.values()].map(({ job }) => job).reverse()
  }

  running(): readonly Job[] {
    return this.list().filter((job) => job.state === 'running')
  }

  get(id: string): Job | null {
    return this.#jobs.get(id)?.job ?? null
  }

  async act(id: string, action: JobAction): Promise<Result<null, AppError>> {
    const job = this.#jobs.get(id)
    if (job === undefined) return err({ kind: 'not-found', what: 'job' })
    if (job.hasEnded || !job.job.actions.includes(action))
      return err({ kind: 'invalid-request', what: 'jobs.act', detail: `not available now: ${action}` })
    return job.act(action)
  }

  dismiss(id: string): Result<null, AppError> {
    const job = this.#jobs.get(id)
    if (job === undefined) return ok(null)
    if (!job.hasEnded) return err({ kind: 'invalid-request', what: 'jobs.dismiss', detail: 'it is still running' })
    this.#remove(id)
    return ok(null)
  }

  /** The listener gets a snapshot at once. */
  subscribe(listener: (message: JobMessage) => void): Disposable {
    this.#listeners.add(listener)
    listener({ kind: 'snapshot', jobs: this.list() })
    return toDisposable(() => this.#listeners.delete(listener))
  }

  /** Resolves when no job runs any more. */
  async whenIdle(): Promise<void> {
    for (;;) {
      const waiting = [...this.#jobs.values()].filter((job) => !job.hasEnded)
      if (waiting.length === 0) return
      await Promise.all(waiting.map((job) => job.whenEnded))
    }
  }

  /** A job that an earlier run of ours could not end: only its files are left. */
  addInterrupted(spec: NewJob, startedMs: number, result: JobResult): string {
    const id = `job-${this.#now().toString(36)}-${this.#nextNumber++}`
    const job = this.#create(
      id,
      spec,
      () => startedMs,
      () => undefined,
    )
    job.interrupt(result, this.#now())
    this.#jobs.set(id, job)
    this.#notify({ kind: 'changed', job: job.job })
    return id
  }

  /**
   * Our process ends now and waits for nothing more: what runs is over for whoever looks. The journal keeps it, so the next run
   * finds the files and calls them partial.
   */
  abandonAll(): void {
    for (const job of this.#jobs.values()) {
      if (job.hasEnded) continue
      job.interrupt({ verdict: 'partial', reasons: ['interrupted'], files: [] }, this.#now())
      this.#notify({ kind: 'changed', job: job.job })
    }
  }

  #create(id: string, spec: NewJob, now: () => number, onChange: (job: RunningJob) => void): RunningJob {
    return new RunningJob(id, spec, { now, onChange, reportBug: this.#reportBug })
  }

  #changed(job: RunningJob): void {
    this.#note(job)
    this.#notify({ kind: 'changed', job: job.job })
    if (!job.hasEnded) return
    const ended = [...this.#jobs.values()].filter((entry) => entry.hasEnded)
    for (const entry of ended.slice(0, Math.max(0, ended.length - maxEndedJobs))) this.#remove(entry.id)
  }

  #note(job: RunningJob): void {
    if (this.#journal === null) return
    if (job.hasEnded) {
      if (!job.leavesFiles) this.#journal.remove(job.id)
    } else {
      const { kind, title, target, question, startedMs } = job.job
      const { id, cookie, files } = job
      this.#journal.keep({ id, kind, title, target, question, cookie, startedMs, files })
    }
  }

  #remove(id: string): void {
    this.#jobs.delete(id)
    this.#notify({ kind: 'removed', id })
  }

  #notify(message: JobMessage): void {
    for (const listener of this.#listeners) listener(message)
  }
}
