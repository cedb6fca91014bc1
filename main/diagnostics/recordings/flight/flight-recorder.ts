import path from 'node:path'
import { toDisposable, type Disposable } from '../../../../shared/base/disposable.ts'
import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { JobAction, JobFile } from '../../../../shared/model/job.ts'
import type { RecordingStatus } from '../../../../shared/model/recording.ts'
import { isAtLeast } from '../../../../shared/recording/versions.ts'
import type { KeptStream } from '../../../workers/recorder/kept-pieces.ts'
import type { JobHandle } from '../../jobs/running-job.ts'
import { EndedSessions } from './ended-sessions.ts'
import { FlightFile, type FlightOptions, type FlightStretch } from './flight-file.ts'
import { FlightNames } from './flight-names.ts'
import { isSameReason, type JudgedSave, resultOfSaves } from './saves-of-flight.ts'
import { endByFiles } from '../recording-ending.ts'
import { noStop, RecordingPart, type PartEnd, type PartParts } from '../recording-part.ts'
import { recordingStatus } from '../recording-status.ts'
import { partOfTarget, type RecordingTarget } from '../recording-target.ts'
import { stoppedByItself, StopWatch, type StoppedBy } from '../stop-watch.ts'

/*
 * A flight recorder: the last N seconds, kept until they are saved. One session per process; its stream lies in pieces that are cut at
 * sequence points (ring-files.ts), and the oldest piece goes when the one behind it is old enough:
 *
 *     |piece|piece|piece|piece|p          the session goes on
 *              ^--- N seconds ---^ save: pieces + a short session with names = one file
 *
 * .NET Core 3 stops sampling for a session when an older one ends, so that nothing may come and go beside it: there a save ends the session,
 * which brings its names itself, and begins the next one. Its pieces stay until they are too old, so that the next save has them too.
 */

/** It runs for days: figures once a second. */
const tickMs = 1000
const defaultMaxBytes = 512 * 1024 * 1024

export interface FlightBounds {
  readonly lastMs: number
  /** On the disk; null: the usual bound. */
  readonly maxBytes: number | null
}

export class FlightRecorder {
  readonly #parts: PartParts
  readonly #job: JobHandle
  readonly #options: FlightOptions
  readonly #bounds: { readonly lastMs: number; readonly maxBytes: number }
  readonly #isOld: boolean
  readonly #stopWatch: StopWatch
  readonly #timer: NodeJS.Timeout
  readonly #file: FlightFile
  readonly #saved: JobFile[] = []
  readonly #verdicts: JudgedSave[] = []
  readonly #ended = new EndedSessions()
  #part: RecordingPart | null = null
  /** The last one, whose names are waited for. */
  #stopping: RecordingPart | null = null
  #nextNumber = 1
  #isSaving = false
  #saveError: AppError | null = null
  #saving: Promise<unknown> = Promise.resolve()
  #lookerCount = 0
  #looks: Disposable | null = null
  #isEnding = false
  /** The process has ended, and whoever it runs for says whether what is kept is wanted. */
  #isDeciding = false
  /** Between two sessions, where nothing was recorded. */
  #gapMs = 0

  static async start(
    parts: PartParts,
    job: JobHandle,
    options: FlightOptions,
    bounds: FlightBounds,
  ): Promise<Result<FlightRecorder, AppError>> {
    const recorder = new FlightRecorder(parts, job, options, bounds)
    const begun = await recorder.#begin()
    if (begun.ok) recorder.#tick()
    else recorder.#dispose()
    return begun.ok ? ok(recorder) : begun
  }

  private constructor(parts: PartParts, job: JobHandle, options: FlightOptions, { lastMs, maxBytes }: FlightBounds) {
    const { request, target, folder } = options
    this.#parts = parts
    this.#job = job
    this.#options = options
    this.#bounds = { lastMs, maxBytes: maxBytes ?? defaultMaxBytes }
    const version = target.row.runtimeVersion
    this.#isOld = version === null || !isAtLeast(version, '5.0')
    this.#file = new FlightFile(parts.watchPath, options)
    // It has no end of its own but a full disk; time and events save what is kept instead of ending a file.
    this.#stopWatch = new StopWatch({ ...noStop, afterMs: request.stop.afterMs }, folder, (by) => void this.end(by))
    this.#timer = setInterval(() => this.#tick(), tickMs)
    job.onAction((action) => this.#act(action))
  }

  /** Somebody looks at what it collects; what it keeps needs nobody. */
  look(): Disposable {
    this.#lookerCount += 1
    this.#looks ??= this.#part?.look() ?? null
    return toDisposable(() => {
      this.#lookerCount -= 1
      if (this.#lookerCount > 0) return
      this.#looks?.dispose()
      this.#looks = null
    })
  }

  /** Where it keeps what a save would hold, oldest first. */
  get folders(): readonly string[] {
    return this.#ended.parts.concat(this.#part ?? []).map(({ path: folder }) => folder)
  }

  status(cpu: RecordingTarget['cpu']): RecordingStatus | null {
    const part = this.#part
    if (part === null) return null
    const { ring, writtenBytes } = part.progress()
    return {
      ...recordingStatus(this.#job.id, part, cpu, this.#options),
      heldMs: this.#ended.heldMs(part, this.#bounds.lastMs),
      flight: {
        ...this.#bounds,
        keptBytes: ring?.keptBytes ?? writtenBytes,
        gapMs: Math.round(this.#gapMs),
        savedCount: this.#saved.length,
        saveError: this.#saveError,
      },
    }
  }

  /** Saves what is kept and goes on. Null: there was nothing to make a file of. */
  async save(): Promise<Result<JobFile | null, AppError>> {
    if (this.#part === null || this.#isEnding || this.#isDeciding)
      return err({ kind: 'not-found', what: 'flight recorder' })
    // A second click while the first is answered: what it would save is what is being saved.
    if (this.#isSaving) {
      await this.#saving
      return this.#saveError === null ? ok(this.#saved.at(-1) ?? null) : err(this.#saveError)
    }
    this.#isSaving = true
    const countBefore = this.#saved.length
    const saving = this.#saveNow(this.#part).finally(() => (this.#isSaving = false))
    this.#saving = saving.catch(() => undefined)
    const saved = await saving
    this.#noteSave(saved.ok ? this.#file.lastError : saved.error)
    this.#tick()
    return this.#saveError === null ? ok(this.#saved[countBefore] ?? null) : err(this.#saveError)
  }

  /** Told once for each change. */
  #noteSave(error: AppError | null): void {
    const before = this.#saveError
    this.#saveError = error
    if (!isSameReason(error, before)) this.#options.onSaveError?.(error)
  }

  /** Saves what is kept and ends. */
  async end(by: StoppedBy): Promise<void> {
    if (this.#isEnding) return
    this.#isEnding = true
    this.#job.update({ phase: 'asking-to-stop', actions: ['stop-without-names'] })
    await this.#job.endWith(() => this.#end(by))
  }

  async #saveNow(part: RecordingPart): Promise<Result<null, AppError>> {
    this.#job.update({ actions: ['stop', 'cancel'] })
    if (!this.#isOld) return this.#saveBeside(part)
    await this.#saveByEnding(part)
    return ok(null)
  }

  /** The session goes on; what a short one beside it brings names it. */
  async #saveBeside(part: RecordingPart): Promise<Result<null, AppError>> {
    const { target } = this.#options
    const names = new FlightNames(this.#parts.registry, part.path, this.#nextNumber++)
    const named = target.row.runtimeFlavour === 'nativeaot' ? null : await names.look(target)
    const untilMs = part.progress().elapsedMs
    const held = await part.hold()
    try {
      if (!held.ok) return held
      const stream: KeptStream = { keeps: 'range', pieces: held.value }
      const streams = [...this.#ended.streams, stream, ...(named === null ? [] : [named])]
      await this.#keep({ streams, untilMs }, part, 'person')
      return ok(null)
    } finally {
      part.release()
      await names.remove()
    }
  }

  /** Its own names are in its stream; the next session begins when they are. */
  async #saveByEnding(part: RecordingPart): Promise<void> {
    const untilMs = part.progress().elapsedMs
    this.#part = null
    const ended = await part.stop()
    const startMs = performance.now()
    this.#ended.add(part, ended)
    const isLockedUp = ended.end.reason === 'locked-up'
    if (isLockedUp) void this.end('failure')
    else if (!this.#isEnding) {
      const begun = await this.#begin()
      if (!begun.ok) void this.end('failure')
      this.#gapMs += performance.now() - startMs
    }
    await this.#keep({ streams: this.#ended.streams, untilMs }, part, 'person', isLockedUp ? ended : undefined)
  }

  async #end(by: StoppedBy): Promise<void> {
    this.#dispose()
    // Also when something throws on the way.
    this.#job.leaveFiles(true)
    await this.#saving
    const part = this.#part
    this.#part = null
    if (part !== null) {
      const untilMs = part.progress().elapsedMs
      this.#stopping = part
      const done = await part.stop()
      this.#ended.add(part, done)
      await this.#keep({ streams: this.#ended.streams, untilMs }, part, by, done)
    }
    await this.#removePieces()
    await this.#finish()
  }

  async #endedByItself(by: StoppedBy): Promise<void> {
    const { keepsAtExit } = this.#options
    if (by !== 'target-ended' || keepsAtExit === undefined) return this.end(by)
    this.#isDeciding = true
    this.#job.update({ actions: ['cancel'] })
    await ((await keepsAtExit()) ? this.end('target-ended') : this.#discard())
  }

  /** What ends while it is saved is told by its job. */
  async #saveForPerson(): Promise<Result<null, AppError>> {
    const saved = await this.save()
    return saved.ok || this.#isEnding ? ok(null) : saved
  }

  #act(action: JobAction): Promise<Result<null, AppError>> | Result<null, AppError> {
    switch (action) {
      case 'save':
        return this.#saveForPerson()
      case 'stop':
        void this.end('person')
        return ok(null)
      case 'stop-without-names':
        void (this.#stopping ?? this.#part)?.stopWithoutNames()
        return ok(null)
      case 'cancel':
        void this.#discard()
        return ok(null)
      case 'stop-waiting':
        return err({ kind: 'invalid-request', what: 'jobs.act', detail: action })
    }
  }

  async #begin(): Promise<Result<null, AppError>> {
    const { request, target, folder } = this.#options
    const started = await RecordingPart.start(this.#parts, {
      ...partOfTarget(target),
      spec: request.spec,
      path: path.join(folder, `.flight-${this.#job.id}-${this.#nextNumber++}.nettrace`),
      ring: this.#bounds,
      stop: { ...request.stop, afterMs: null, atBytes: null },
      // What it waited for has happened: that is the moment to keep.
      onCondition: (condition) => void this.end(condition),
    })
    if (!started.ok) return started
    const part = started.value
    this.#part = part
    if (this.#lookerCount > 0) this.#looks = part.look()
    this.#noteFiles()
    // Not by us: the process ended, or the disk is full. What is kept is saved.
    void part.whenEnded.then((end) => {
      if (this.#part === part) void this.#endedByItself(stoppedByItself(end.reason, target.endpoint))
    })
    return ok(null)
  }

  #tick(): void {
    const part = this.#part
    if (part === null || this.#isEnding || this.#isDeciding) return
    const progress = part.progress()
    this.#job.update({
      phase: 'recording',
      bytes: progress.ring?.keptBytes ?? progress.writtenBytes,
      count: this.#saved.length,
      actions: this.#isSaving ? ['stop', 'cancel'] : ['save', 'stop', 'cancel'],
    })
    void this.#dropOld()
  }

  async #dropOld(): Promise<void> {
    if (this.#isSaving) return
    if (await this.#ended.dropOlderThan(this.#bounds.lastMs)) this.#noteFiles()
  }

  async #keep(kept: Omit<FlightStretch, 'lastMs'>, part: RecordingPart, by: StoppedBy, done?: PartEnd): Promise<void> {
    const { lastMs } = this.#bounds
    const facts = { stoppedBy: by, ringMs: lastMs, ...(this.#gapMs > 0 ? { gapMs: this.#gapMs } : {}) }
    const made = await this.#file.make({ ...kept, lastMs }, part, {
      facts,
      ...(done === undefined ? {} : { end: done.end }),
    })
    if (made.file !== null) this.#saved.push(made.file)
    this.#verdicts.push(made)
  }

  async #finish(): Promise<void> {
    await endByFiles(this.#job, resultOfSaves(this.#verdicts, this.#saved), this.#file.lastError, this.#options.folder)
  }

  async #discard(): Promise<void> {
    if (this.#isEnding) return
    this.#isEnding = true
    await this.#job.endWith(async () => {
      this.#dispose()
      await this.#saving
      const part = this.#part
      this.#part = null
      await part?.discard()
      await this.#ended.discard()
      if (this.#saved.length > 0) await this.#finish()
      else this.#job.cancel()
    })
  }

  /** What could not be made a file of stays where it is, and is tried again at the next start. */
  async #removePieces(): Promise<void> {
    if (this.#file.lastError !== null) return
    await this.#ended.discard()
    this.#job.leaveFiles(false)
  }

  #noteFiles(): void {
    this.#job.setFiles(this.folders)
  }

  #dispose(): void {
    clearInterval(this.#timer)
    this.#stopWatch.dispose()
  }
}
