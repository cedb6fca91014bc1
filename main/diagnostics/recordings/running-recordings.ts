import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { StreamSink } from '../../../shared/base/stream-sink.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { JobFile, JobState } from '../../../shared/model/job.ts'
import type { RecordingStatus } from '../../../shared/model/recording.ts'
import { openThreadCpu } from '../../os/thread-cpu.ts'
import { removeSidecarInTurn } from '../../workers/recorder/sidecar-file.ts'
import type { JobHandle } from '../jobs/running-job.ts'
import { RunningMarks } from './beside/running-marks.ts'
import { ThreadCpuLog } from './beside/thread-cpu-log.ts'
import type { CpuFeed } from './cpu-feed.ts'
import { sizeOnDisk } from './recording-ending.ts'
import type { CpuReading, RecordingTarget } from './recording-target.ts'

/** What can be done with a recording while it runs. */
interface RecordingActs {
  status(cpu: CpuReading): RecordingStatus | null
  /** Of a flight recorder. */
  save?(): Promise<Result<JobFile | null, AppError>>
  folders?(): readonly string[]
  look?(): Disposable
}

interface Running extends RecordingActs {
  /** Of the one file that is written; null where files come one by one. */
  readonly path: string | null
  readonly key: ProcessKey
  readonly cpuBefore: Pick<CpuReading, 'beforePercent' | 'before'>
}

const statusEveryMs = 250

/** The recordings that run, by job: what they say of themselves, and what is kept beside their files meanwhile. */
export class RunningRecordings {
  readonly #cpu: CpuFeed
  readonly #now: () => number
  readonly #byJob = new Map<string, Running>()
  /** Moments a person marked, by job. */
  readonly marks: RunningMarks

  constructor(cpu: CpuFeed, now: () => number) {
    this.#cpu = cpu
    this.#now = now
    this.marks = new RunningMarks(now)
  }

  /** Until its job ends. `path`: of the one file; null where files come one by one. */
  add(job: JobHandle, target: RecordingTarget, path: string | null, acts: RecordingActs): void {
    this.marks.begin(job.id, path)
    const cpuLog = path === null ? null : this.#logThreadCpu(target, path)
    this.#byJob.set(job.id, { path, key: target.row.key, cpuBefore: target.cpu, ...acts })
    void job.whenEnded.then(({ state }) => {
      this.#byJob.delete(job.id)
      return this.marks.end(job.id, state !== 'cancelled')
    })
    if (path !== null && cpuLog !== null) void job.whenEnded.then(({ state }) => endCpuLog(cpuLog, path, state))
  }

  /** Feeds one page's stream of one recording, until its job ends. */
  attach(jobId: string, sink: StreamSink): Result<Disposable, AppError> {
    const running = this.#byJob.get(jobId)
    if (running === undefined) return err({ kind: 'not-found', what: 'recording' })
    const tell = (): void => {
      const status = this.#statusOf(jobId)
      if (status !== null) sink.post(status, 'status')
    }
    tell()
    const timer = setInterval(tell, statusEveryMs)
    const looks = running.look?.()
    return ok(
      toDisposable(() => {
        clearInterval(timer)
        looks?.dispose()
      }),
    )
  }

  /** Saves what a flight recorder keeps and gives the file; null: nothing could be made of it. */
  saveFlight(jobId: string): Promise<Result<JobFile | null, AppError>> {
    const saved = this.#byJob.get(jobId)?.save?.()
    return saved ?? Promise.resolve(err({ kind: 'not-found', what: 'flight recorder' }))
  }

  /** All that run. */
  saveFlights(): void {
    for (const running of this.#byJob.values()) void running.save?.()
  }

  /** Where a flight recorder keeps what a save would hold, oldest first. */
  flightFolders(jobId: string): readonly string[] {
    return this.#byJob.get(jobId)?.folders?.() ?? []
  }

  /** What a flight recorder could not record between its sessions so far. */
  flightGapMs(jobId: string): number {
    return this.#statusOf(jobId)?.flight?.gapMs ?? 0
  }

  /** The job that writes this file now; null: none does. */
  jobWriting(file: string): string | null {
    for (const [jobId, { path }] of this.#byJob) if (path === file) return jobId
    return null
  }

  #statusOf(jobId: string): RecordingStatus | null {
    const running = this.#byJob.get(jobId)
    if (running === undefined) return null
    const { beforePercent, before = null } = running.cpuBefore
    const percent = this.#cpu.newest(running.key)
    const status = running.status({ percent, beforePercent, before, window: this.#cpu.window(running.key) })
    return status === null ? null : { ...status, path: running.path, marks: this.marks.marksOf(jobId) }
  }

  /** Null where the system's CPU time of this process is not known. */
  #logThreadCpu({ row }: RecordingTarget, path: string): ThreadCpuLog | null {
    // The process IDs of another machine name other processes here.
    const reader = row.machine === undefined ? openThreadCpu(row.pid, row.key.slice(row.key.indexOf(':') + 1)) : null
    return reader === null ? null : new ThreadCpuLog(reader, path, { startUnixMs: this.#now() })
  }
}

async function endCpuLog(cpuLog: ThreadCpuLog, path: string, state: JobState): Promise<void> {
  await cpuLog.end()
  if (state === 'cancelled' || (await sizeOnDisk(path)) === null) await removeSidecarInTurn(path)
}
