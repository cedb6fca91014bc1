import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { JobAction, JobFile } from '../../../shared/model/job.ts'
import type { Keeping, RecordingRequest, RecordingStatus } from '../../../shared/model/recording.ts'
import type { JobHandle } from '../jobs/running-job.ts'
import { endByFiles } from './recording-ending.ts'
import { reservePath } from '../files/free-path.ts'
import { RecordingPart, type PartEnd, type PartParts } from './recording-part.ts'
import { recordingStatus } from './recording-status.ts'
import { partOfTarget, type KeepFile, type RecordingTarget } from './recording-target.ts'
import { stoppedByItself, StopWatch, type StoppedBy } from './stop-watch.ts'
import { judge } from './verdict.ts'

/*
 * Files that follow each other. The next session is open before the last one is stopped, so nothing happens between two files:
 *
 *     1 |-------------------|~names~|
 *     2                     |-------------------|~names~|
 *     3                                         |----- ...
 *
 * Each file is a whole session with names of its own; the overlap is as long as the names take.
 */

const tickMs = 250

type Roll = Extract<Keeping, { kind: 'roll' }>

export interface RollingOptions {
  readonly request: RecordingRequest
  readonly target: RecordingTarget
  readonly folder: string
  readonly nameOf: (number: number) => string
  readonly keepFile: KeepFile
  /** A file that is older than the person wants to keep. */
  readonly dropFile: (file: JobFile) => Promise<void>
}

export class RollingRecording {
  readonly #parts: PartParts
  readonly #job: JobHandle
  readonly #options: RollingOptions
  readonly #roll: Roll
  readonly #stopWatch: StopWatch
  readonly #timer: NodeJS.Timeout
  readonly #startMs = performance.now()
  readonly #files: JobFile[] = []
  /** Every part that is not over: recording, or collecting its names. */
  readonly #open = new Set<RecordingPart>()
  #current: RecordingPart | null = null
  #closing: Promise<void> = Promise.resolve()
  #endedBytes = 0
  #nextNumber = 1
  #turning: Promise<void> | null = null
  #stoppedBy: StoppedBy | null = null
  #isDiscarded = false
  #last: ReturnType<typeof judge> | null = null

  static async start(
    parts: PartParts,
    job: JobHandle,
    options: RollingOptions,
    roll: Roll,
  ): Promise<Result<RollingRecording, AppError>> {
    const rolling = new RollingRecording(parts, job, options, roll)
    const first = await rolling.#begin()
    if (first.ok) void rolling.#tick()
    else rolling.#dispose()
    return first.ok ? ok(rolling) : first
  }

  private constructor(parts: PartParts, job: JobHandle, options: RollingOptions, roll: Roll) {
    this.#parts = parts
    this.#job = job
    this.#options = options
    this.#roll = roll
    this.#stopWatch = new StopWatch(
      { ...options.request.stop, atBytes: null },
      options.folder,
      (by) => void this.end(by),
    )
    this.#timer = setInterval(() => void this.#tick(), tickMs)
    job.onAction((action) => this.#act(action))
  }

  status(cpu: RecordingTarget['cpu']): RecordingStatus | null {
    return this.#current === null ? null : recordingStatus(this.#job.id, this.#current, cpu, this.#options)
  }

  async end(by: StoppedBy): Promise<void> {
    if (this.#stoppedBy !== null) return
    this.#stoppedBy = by
    this.#job.update({ phase: 'asking-to-stop', actions: ['stop-without-names'] })
    await this.#job.endWith(() => this.#end())
  }

  async #end(): Promise<void> {
    this.#dispose()
    // A session that is just being opened belongs to what has to be ended.
    await Promise.allSettled([this.#turning])
    const last = this.#current
    this.#current = null
    if (last !== null) this.#close(last)
    await this.#closing
    await this.#finish()
  }

  #act(action: JobAction): Result<null, AppError> {
    switch (action) {
      case 'stop':
        void this.end('person')
        return ok(null)
      case 'stop-without-names':
        this.#stopWithoutNames()
        void this.end('person')
        return ok(null)
      case 'cancel':
        this.#isDiscarded = true
        this.#stopWithoutNames()
        void this.end('person')
        return ok(null)
      case 'save':
      case 'stop-waiting':
        return err({ kind: 'invalid-request', what: 'jobs.act', detail: action })
    }
  }

  #stopWithoutNames(): void {
    for (const part of this.#open) void part.stopWithoutNames()
  }

  async #begin(): Promise<Result<RecordingPart, AppError>> {
    const { request, target, folder, nameOf } = this.#options
    const file = await reservePath(folder, nameOf(this.#nextNumber++))
    if (!file.ok) return file
    const started = await RecordingPart.start(this.#parts, {
      ...partOfTarget(target),
      spec: request.spec,
      path: file.value,
      stop: { ...request.stop, afterMs: null, atBytes: null },
      onCondition: (condition) => void this.end(condition),
    })
    if (!started.ok) return started
    const part = started.value
    this.#current = part
    this.#open.add(part)
    void part.whenDone.finally(() => this.#open.delete(part))
    this.#job.setFiles([part.path])
    void part.whenEnded.then((end) => {
      if (this.#current === part) void this.end(stoppedByItself(end.reason, target.endpoint))
    })
    return started
  }

  async #tick(): Promise<void> {
    const current = this.#current
    if (current === null || this.#stoppedBy !== null) return
    const progress = current.progress()
    const { stop } = this.#options.request
    const bytes = this.#endedBytes + progress.receivedBytes
    const elapsedMs = performance.now() - this.#startMs
    this.#job.update({
      phase: 'recording',
      bytes,
      count: this.#files.length,
      progress: stop.afterMs === null ? null : Math.min(1, elapsedMs / stop.afterMs),
      actions: ['stop', 'stop-without-names', 'cancel'],
    })
    if (stop.atBytes !== null && bytes >= stop.atBytes) return this.end('size')
    const { everyMs, everyBytes } = this.#roll
    const isDue =
      (everyMs !== null && progress.elapsedMs >= everyMs) ||
      (everyBytes !== null && progress.receivedBytes >= everyBytes)
    if (!isDue || this.#turning !== null) return
    this.#turning = this.#turn(current).finally(() => (this.#turning = null))
    await this.#turning
  }

  async #turn(current: RecordingPart): Promise<void> {
    const next = await this.#begin()
    // Without a next one (the process refuses another session) the file in hand simply grows on.
    if (next.ok) this.#close(current)
  }

  /** One after the other, so that files are kept in their order. */
  #close(part: RecordingPart): void {
    const before = this.#closing
    const stopped = part.stop()
    this.#closing = this.#closeAfter(before, part, stopped)
    // Told by whoever waits for it at the end; until then nobody does.
    this.#closing.catch(() => undefined)
  }

  async #closeAfter(before: Promise<void>, part: RecordingPart, stopped: Promise<PartEnd>): Promise<void> {
    // What went wrong with one file is no reason to forget the next.
    await Promise.allSettled([before])
    const done = await stopped
    this.#endedBytes += done.end.receivedBytes
    if (this.#isDiscarded) {
      await part.discard()
      return
    }
    const { request, target, keepFile, dropFile } = this.#options
    const judged = judge(done, request.spec, target.row.runtimeFlavour)
    this.#last = judged
    const { verdict, reasons } = judged
    const facts = { ...judged.facts, stoppedBy: this.#stoppedBy ?? 'time' }
    const made = { path: part.path, target, presetId: request.presetId }
    const file = await keepFile({ ...made, verdict, reasons, facts })
    if (file !== null) this.#files.push(file)
    const tooMany = this.#roll.keepFiles === null ? 0 : Math.max(0, this.#files.length - this.#roll.keepFiles)
    await Promise.all(this.#files.splice(0, tooMany).map(dropFile))
  }

  async #finish(): Promise<void> {
    if (this.#isDiscarded) {
      await Promise.all(this.#files.map(this.#options.dropFile))
      this.#job.cancel()
      return
    }
    const last = this.#last
    const result = {
      verdict: last?.verdict ?? 'partial',
      reasons: last?.reasons ?? [],
      files: [...this.#files].reverse(),
      facts: { ...last?.facts, stoppedBy: this.#stoppedBy, fileCount: this.#files.length },
    }
    await endByFiles(this.#job, result, null, this.#options.folder)
  }

  #dispose(): void {
    clearInterval(this.#timer)
    this.#stopWatch.dispose()
  }
}
