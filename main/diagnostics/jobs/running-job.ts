import type { AppError } from '../../../shared/base/errors.ts'
import { err, type Result } from '../../../shared/base/result.ts'
import type { Job, JobAction, JobKind, JobPhase, JobResult, JobTarget } from '../../../shared/model/job.ts'
import { failureOf } from './job-failure.ts'
import { remainingMs, RateMeter } from './job-progress.ts'

export interface NewJob {
  readonly kind: JobKind
  readonly title: string
  readonly startedBy?: Job['startedBy']
  readonly target?: JobTarget | null
  readonly question?: string | null
  readonly phase?: JobPhase
  /** Files that exist, half-written, while it runs: what is looked for after a crash of ours. */
  readonly files?: readonly string[]
  readonly actions?: readonly JobAction[]
  /** Of the target's runtime, as far as it is known by now: after a crash of ours it tells whether a process is still the same. */
  readonly cookie?: () => string | null
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
  /** Whether its end leaves them behind, too: the next start looks for them as after a crash. */
  leaveFiles(areLeft: boolean): void
  /** Called for an action that the job offers; what it gives back is the answer to the person. */
  onAction(act: (action: JobAction) => Promise<Result<null, AppError>> | Result<null, AppError>): void
  finish(result: JobResult): void
  fail(error: AppError, result?: JobResult): void
  cancel(result?: JobResult): void
  /** Runs the part of the work that ends the job. Whatever it throws, and also if it returns without an ending, the job ends. */
  endWith(work: () => Promise<void>): Promise<void>
  readonly whenEnded: Promise<Job>
}

type Act = (action: JobAction) => Promise<Result<null, AppError>> | Result<null, AppError>

export interface RunningJobParts {
  readonly now: () => number
  readonly onChange: (job: RunningJob) => void
  /** Gives the reference under which the log has it. */
  readonly reportBug: (where: string, cause: unknown) => string
}

/** A job that this run began. */
export class RunningJob implements JobHandle {
  readonly id: string
  readonly whenEnded: Promise<Job>
  files: readonly string[]
  leavesFiles = false
  readonly #askCookie: () => string | null
  #cookie: string | null = null
  readonly #now: () => number
  readonly #onChange: (job: RunningJob) => void
  readonly #reportBug: RunningJobParts['reportBug']
  readonly #rate = new RateMeter()
  #job: Job
  #expectedBytes: number | null = null
  #act: Act = () => err({ kind: 'invalid-request', what: 'jobs.act', detail: 'not ready yet' })
  #resolveEnded: (job: Job) => void = () => undefined

  constructor(id: string, spec: NewJob, { now, onChange, reportBug }: RunningJobParts) {
    this.id = id
    this.#now = now
    this.#onChange = onChange
    this.#reportBug = reportBug
    this.files = spec.files ?? []
    this.#askCookie = spec.cookie ?? (() => null)
    this.whenEnded = new Promise((resolve) => (this.#resolveEnded = resolve))
    const startedMs = now()
    this.#job = {
      id,
      kind: spec.kind,
      ...(spec.startedBy && { startedBy: spec.startedBy }),
      title: spec.title,
      target: spec.target ?? null,
      question: spec.question ?? null,
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

  /** Once known it stays: a process that has ended says nothing. */
  get cookie(): string | null {
    this.#cookie ??= this.#askCookie()
    return this.#cookie
  }

  get hasEnded(): boolean {
    return this.#job.state !== 'running'
  }

  async act(action: JobAction): Promise<Result<null, AppError>> {
    try {
      return await this.#act(action)
    } catch (cause) {
      const error = failureOf(cause, this.#reportBug)
      this.fail(error)
      return err(error)
    }
  }

  onAction(act: Act): void {
    this.#act = act
  }

  setFiles(paths: readonly string[]): void {
    this.files = paths
    if (!this.hasEnded) this.#onChange(this)
  }

  leaveFiles(areLeft: boolean): void {
    this.leavesFiles = areLeft
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

  async endWith(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      if (!this.hasEnded) throw new Error(`a ${this.#job.kind} was over without an ending`)
    } catch (cause) {
      this.fail(failureOf(cause, this.#reportBug))
    }
  }

  /** Our process ends before the work does, or ended: what is on the disk is all there will be. */
  interrupt(result: JobResult, endedMs: number): void {
    if (this.hasEnded) return
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
