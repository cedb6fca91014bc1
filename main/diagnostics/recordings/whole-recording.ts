import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { JobAction, JobPhase } from '../../../shared/model/job.ts'
import type { RecordingRequest, RecordingStatus } from '../../../shared/model/recording.ts'
import type { JobHandle } from '../jobs/running-job.ts'
import { RecordingPart, type PartEnd, type PartParts } from './recording-part.ts'
import { recordingStatus } from './recording-status.ts'
import { type StoppedBy, stoppedByItself, StopWatch } from './stop-watch.ts'
import { partOfTarget, type KeepFile, type RecordingTarget } from './recording-target.ts'
import { endByFiles } from './recording-ending.ts'
import { judge } from './verdict.ts'

const tickMs = 250

export interface WholeOptions {
  readonly request: RecordingRequest
  readonly target: RecordingTarget
  readonly path: string
  readonly keepFile: KeepFile
}

/** A recording into one file, from its job's first phase to its result card. */
export class WholeRecording {
  readonly #job: JobHandle
  readonly #options: WholeOptions
  readonly #part: RecordingPart
  readonly #stopWatch: StopWatch
  readonly #timer: NodeJS.Timeout
  #stoppedBy: StoppedBy | null = null
  #isDiscarded = false

  static async start(
    parts: PartParts,
    job: JobHandle,
    options: WholeOptions,
    signal: AbortSignal,
  ): Promise<Result<WholeRecording, AppError>> {
    const begun: { recording: WholeRecording | null } = { recording: null }
    const started = await RecordingPart.start(parts, {
      ...partOfTarget(options.target),
      spec: options.request.spec,
      path: options.path,
      stop: options.request.stop,
      onCondition: (condition) => void begun.recording?.end(condition),
      signal,
    })
    if (!started.ok) return started
    begun.recording = new WholeRecording(job, options, started.value)
    return ok(begun.recording)
  }

  constructor(job: JobHandle, options: WholeOptions, part: RecordingPart) {
    this.#job = job
    this.#options = options
    this.#part = part
    this.#stopWatch = new StopWatch(options.request.stop, path.dirname(options.path), (by) => void this.end(by))
    this.#timer = setInterval(() => this.#tick(), tickMs)
    job.update({ phase: 'recording', actions: ['stop', 'stop-without-names', 'cancel'] })
    job.onAction((action) => this.act(action))
    void part.whenEnded.then(() => this.#tick())
    void job.endWith(async () => this.#finish(await part.whenDone))
  }

  get part(): RecordingPart {
    return this.#part
  }

  status(cpu: RecordingTarget['cpu']): RecordingStatus {
    return recordingStatus(this.#job.id, this.#part, cpu, this.#options)
  }

  /** Returns when the stop is under way, not when it is over: the job tells that. */
  act(action: JobAction): Result<null, AppError> {
    switch (action) {
      case 'stop':
        void this.end('person')
        return ok(null)
      case 'stop-without-names':
        this.#stoppedBy ??= 'person'
        void this.#part.stopWithoutNames()
        return ok(null)
      case 'cancel':
        this.#isDiscarded = true
        void this.#part.stopWithoutNames()
        return ok(null)
      case 'save':
      case 'stop-waiting':
        return err({ kind: 'invalid-request', what: 'jobs.act', detail: action })
    }
  }

  /** In order, with names. Only the first cause counts. */
  async end(by: StoppedBy): Promise<void> {
    if (this.#stoppedBy !== null) return
    this.#stoppedBy = by
    this.#job.update({ phase: 'asking-to-stop', actions: ['stop-without-names'] })
    await this.#part.stop()
  }

  #tick(): void {
    if (this.#job.hasEnded) return
    const progress = this.#part.progress()
    this.#stopWatch.note(progress)
    const phase = this.#phase()
    const { afterMs, atBytes } = this.#options.request.stop
    const shares = [
      afterMs === null ? null : progress.elapsedMs / afterMs,
      atBytes === null ? null : progress.receivedBytes / atBytes,
    ].filter((share) => share !== null)
    this.#job.update({
      phase,
      bytes: progress.receivedBytes,
      progress: phase === 'recording' && shares.length > 0 ? Math.min(1, Math.max(...shares)) : null,
      count: phase === 'collecting-names' ? (this.#part.status?.rundownCount ?? null) : null,
    })
  }

  /** Told by what arrives: names come after the request to stop, and the runtime marks their end. */
  #phase(): JobPhase {
    if (this.#part.isChecking) return 'checking-file'
    const status = this.#part.status
    if (this.#part.progress().state === 'recording') return 'recording'
    if (status === null || status.rundownCount === 0) return 'asking-to-stop'
    return status.isRundownOver ? 'writing-end' : 'collecting-names'
  }

  async #finish(end: PartEnd): Promise<void> {
    clearInterval(this.#timer)
    this.#stopWatch.dispose()
    if (this.#isDiscarded) {
      await this.#part.discard()
      this.#job.cancel()
      return
    }
    const { request, target, keepFile } = this.#options
    const judged = judge(end, request.spec, target.row.runtimeFlavour)
    const stoppedBy = this.#stoppedBy ?? stoppedByItself(end.end.reason, target.endpoint)
    const facts = { ...judged.facts, stoppedBy }
    const { verdict, reasons } = judged
    const file = await keepFile({
      path: end.end.path,
      target,
      presetId: request.presetId,
      verdict,
      reasons,
      facts,
    })
    const result = { verdict, reasons, files: file === null ? [] : [file], facts }
    await endByFiles(this.#job, result, judged.error, end.end.path)
  }
}
