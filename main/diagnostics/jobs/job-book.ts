import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Job, JobAction, JobKind, JobMessage, JobPhase, JobResult, JobTarget } from '../../../shared/model/job.ts'
import type { JobJournal } from './job-journal.ts'
import { remainingMs, RateMeter } from './job-progress.ts'

/** Ended jobs that stay on the list; their files are on the shelf anyway. */
const maxEndedJobs = 30

export interface NewJob {
  readonly kind: JobKind
  readonly title: string
  readonly target?: JobTarget | null
  readonly phase?: JobPhase
  /** Files that exist, half-written, while it runs: what is looked for after a crash of ours. */
  readonly files?: readonly string[]
  readonly actions?: readonly JobAction[]
}

export interface JobChange {
  readonly phase?: JobPhase
  readonly progress?: number | null
  /** Written so far; rate and remaining time follow from it. */
  readonly bytes?: number | null
  /** Expected in all, when it is known: gives progress and remaining time. */
  readonly expectedBytes?: number | null
  readonly count?: number | null
  readonly title?: string
  readonly actions?: readonly JobAction[]
}

/** The side of a job that does the work. After one of the three endings nothing changes it any more. */
export interface JobHandle {
  readonly id: string
  readonly job: Job
  readonly hasEnded: boolean
  update(change: JobChange): void
  /** Which files of it would be left behind by a crash right now. */
  setFiles(paths: readonly string[]): void
  /** Called for an action that the job offers; what it gives back is the answer to the person. */
  onAction(act: (action: JobAction) => Promise<Result<null, AppError>> | Result<null, AppError>): void
  finish(result: JobResult): void
  fail(error: AppError, result?: JobResult): void
  cancel(result?: JobResult): void
  readonly whenEnded: Promise<Job>
}

type Act = (action: JobAction) => Promise<Result<null, AppError>> | Result<null, AppError>

export interface JobBookOptions {
  readonly journal: JobJournal | null
  readonly now: () => number
}

/** Every job of this run (and those an earlier run left behind), for all windows. */
export class JobBook {
  readonly #journal: JobJournal | null
  readonly #now: () => number
  readonly #jobs = new Map<string, RunningJob>()
  readonly #listeners = new Set<(message: JobMessage) => void>()
  #nextNumber = 1

  constructor(options: JobBookOptions) {
    this.#journal = options.journal
    this.#now = options.now
  }

  begin(spec: NewJob): JobHandle {
    const id = `job-${this.#now().toString(36)}-${this.#nextNumber++}`
    const job = new RunningJob(id, spec, this.#now, (changed) => this.#changed(changed))
    this.#jobs.set(id, job)
    this.#note(job)
    this.#tell({ kind: 'changed', job: job.job })
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
      return err({ kind: 'invalid-request', what: 'jobs.act', detail: `not offered now: ${action}` })
    return job.act(action)
  }

  dismiss(id: string): Result<null, AppError> {
    const job = this.#jobs.get(id)
    if (job === undefined) return ok(null)
    if (!job.hasEnded) return err({ kind: 'invalid-request', what: 'jobs.dismiss', detail: 'it still runs' })
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
    const job = new RunningJob(
      id,
      spec,
      () => startedMs,
      () => undefined,
    )
    job.interrupt(result, this.#now())
    this.#jobs.set(id, job)
    this.#tell({ kind: 'changed', job: job.job })
    return id
  }

  #changed(job: RunningJob): void {
    if (!this.#jobs.has(job.id)) return
    this.#note(job)
    this.#tell({ kind: 'changed', job: job.job })
    if (!job.hasEnded) return
    const ended = [...this.#jobs.values()].filter((entry) => entry.hasEnded)
    for (const entry of ended.slice(0, Math.max(0, ended.length - maxEndedJobs))) this.#remove(entry.id)
  }

  #note(job: RunningJob): void {
    if (this.#journal === null) return
    if (job.hasEnded) this.#journal.remove(job.id)
    else {
      const { kind, title, target, startedMs } = job.job
      this.#journal.keep({ id: job.id, kind, title, target, startedMs, files: job.files })
    }
  }

  #remove(id: string): void {
    this.#jobs.delete(id)
    this.#tell({ kind: 'removed', id })
  }

  #tell(message: JobMessage): void {
    for (const listener of this.#listeners) listener(message)
  }
}

class RunningJob implements JobHandle {
  readonly id: string
  readonly whenEnded: Promise<Job>
  files: readonly string[]
  readonly #now: () => number
  readonly #onChange: (job: RunningJob) => void
  readonly #rate = new RateMeter()
  #job: Job
  #expectedBytes: number | null = null
  #act: Act = () => err({ kind: 'invalid-request', what: 'jobs.act', detail: 'not ready yet' })
  #resolveEnded: (job: Job) => void = () => undefined

  constructor(id: string, spec: NewJob, now: () => number, onChange: (job: RunningJob) => void) {
    this.id = id
    this.#now = now
    this.#onChange = onChange
    this.files = spec.files ?? []
    this.whenEnded = new Promise((resolve) => (this.#resolveEnded = resolve))
    const startedMs = now()
    this.#job = {
      id,
      kind: spec.kind,
      title: spec.title,
      target: spec.target ?? null,
      state: 'running',
      phase: spec.phase ?? 'starting',
      progress: null,
      bytes: null,
      bytesPerSecond: null,
      count: null,
      startedMs,
      phaseStartedMs: startedMs,
      endedMs: null,
      remainingMs: null,
      actions: spec.actions ?? [],
      result: null,
      error: null,
    }
  }

  get job(): Job {
    return this.#job
  }

  get hasEnded(): boolean {
    return this.#job.state !== 'running'
  }

  act(action: JobAction): Promise<Result<null, AppError>> | Result<null, AppError> {
    return this.#act(action)
  }

  onAction(act: Act): void {
    this.#act = act
  }

  setFiles(paths: readonly string[]): void {
    this.files = paths
    if (!this.hasEnded) this.#onChange(this)
  }

  update(change: JobChange): void {
    if (this.hasEnded) return
    const nowMs = this.#now()
    const before = this.#job
    if (change.expectedBytes !== undefined) this.#expectedBytes = change.expectedBytes
    const hasNewPhase = change.phase !== undefined && change.phase !== before.phase
    if (hasNewPhase) this.#rate.reset()
    const bytes = change.bytes === undefined ? before.bytes : change.bytes
    if (change.bytes !== undefined && change.bytes !== null) this.#rate.note(nowMs, change.bytes)
    const expected = this.#expectedBytes
    const known = bytes !== null && expected !== null && expected > 0 ? Math.min(1, bytes / expected) : null
    const progress =
      change.progress !== undefined ? change.progress : known !== null ? known : hasNewPhase ? null : before.progress
    this.#job = {
      ...before,
      phase: change.phase ?? before.phase,
      phaseStartedMs: hasNewPhase ? nowMs : before.phaseStartedMs,
      progress,
      bytes,
      bytesPerSecond: this.#rate.perSecond,
      count: change.count === undefined ? (hasNewPhase ? null : before.count) : change.count,
      title: change.title ?? before.title,
      actions: change.actions ?? before.actions,
      remainingMs: remainingMs(bytes, expected, this.#rate),
    }
    this.#onChange(this)
  }

  finish(result: JobResult): void {
    this.#end({ state: 'done', result, error: null, progress: 1 })
  }

  fail(error: AppError, result?: JobResult): void {
    this.#end({ state: 'failed', result: result ?? null, error })
  }

  cancel(result?: JobResult): void {
    this.#end({ state: 'cancelled', result: result ?? null, error: null })
  }

  interrupt(result: JobResult, endedMs: number): void {
    this.#job = { ...this.#job, state: 'interrupted', phase: 'finished', result, endedMs, actions: [] }
    this.#resolveEnded(this.#job)
  }

  #end(change: Pick<Job, 'state' | 'result' | 'error'> & Partial<Pick<Job, 'progress'>>): void {
    if (this.hasEnded) return
    this.#job = {
      ...this.#job,
      ...change,
      phase: 'finished',
      endedMs: this.#now(),
      remainingMs: null,
      bytesPerSecond: null,
      actions: [],
    }
    this.#onChange(this)
    this.#resolveEnded(this.#job)
  }
}
