import fs from 'node:fs'
import path from 'node:path'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { StreamSink } from '../../../shared/base/stream-sink.ts'
import type { Reply, Request } from '../../../shared/contract/index.ts'
import type { QueueReport } from '../../../shared/model/app.ts'
import { asProcessKey, type ProcessKey } from '../../../shared/model/ids.ts'
import type { JobFile } from '../../../shared/model/job.ts'
import type { RecordingRequest } from '../../../shared/model/recording.ts'
import { applicationOf } from '../../../shared/model/application.ts'
import { presetById } from '../../../shared/recording/presets.ts'
import { reservePath } from '../files/free-path.ts'
import type { SavedFiles } from '../files/saved-files.ts'
import { abortOnAction } from '../jobs/abort-on-action.ts'
import type { JobRegistry } from '../jobs/job-registry.ts'
import type { JobHandle } from '../jobs/running-job.ts'
import type { TargetDirectory } from '../live/target/target-directory.ts'
import { RecorderQueues } from '../recorder-queues.ts'
import type { SessionRegistry } from '../session-registry.ts'
import { removeFilesBesideInTurn } from '../../workers/recorder/symbols-file.ts'
import { allowKeeping } from './allow-keeping.ts'
import type { RunningMarks } from './beside/running-marks.ts'
import { CpuFeed } from './cpu-feed.ts'
import { sizeOnDisk } from './recording-ending.ts'
import { diskRoom } from './recording-files.ts'
import { type PlaceOptions, RecordingPlaces } from './recording-places.ts'
import type { PartParts } from './recording-part.ts'
import { type FileToKeep, mayLookInto, type RecordingTarget } from './recording-target.ts'
import type { KeepsAtExit } from './flight/flight-file.ts'
import { FlightRecorder } from './flight/flight-recorder.ts'
import { RollingRecording } from './rolling-recording.ts'
import { RunningRecordings } from './running-recordings.ts'
import { ShortRecordings } from './short-recordings.ts'
import { WholeRecording } from './whole-recording.ts'

export interface RecordingServiceOptions extends PlaceOptions {
  readonly directory: TargetDirectory & { resume(key: ProcessKey): Promise<Result<null, AppError>> }
  readonly registry: SessionRegistry
  readonly jobs: JobRegistry
  readonly savedFiles: Pick<SavedFiles, 'add' | 'forget'>
  readonly recorderPath: string
  readonly watchPath: string
  /** Files that live for a moment. */
  readonly temporaryFolder: string
  readonly now?: () => number
  /** What a flight recorder of this process keeps can't be saved, for another reason than before; null: it can again. */
  readonly onSaveError?: (pid: number, error: AppError | null) => void
}

const kinds = { whole: 'recording', roll: 'rolling-recording', ring: 'ring' } as const

/** The use cases behind the `recordings.*` channels. */
export class RecordingService implements Disposable {
  readonly #options: RecordingServiceOptions
  readonly #parts: PartParts
  readonly #queues = new RecorderQueues()
  readonly #short: ShortRecordings
  readonly #cpu: CpuFeed
  readonly #now: () => number
  readonly #places: RecordingPlaces
  readonly #running: RunningRecordings
  readonly #starting = new Map<string, Promise<Result<Reply<'recordings.start'>, AppError>>>()

  constructor(options: RecordingServiceOptions) {
    this.#options = options
    const { registry, recorderPath, watchPath } = options
    this.#parts = { registry, recorderPath, watchPath, queues: this.#queues }
    this.#short = new ShortRecordings(this.#parts, options.temporaryFolder)
    this.#cpu = new CpuFeed(options.directory)
    this.#now = options.now ?? Date.now
    this.#running = new RunningRecordings(this.#cpu, this.#now)
    this.#places = new RecordingPlaces(options, this.#now)
  }

  /**
   * The same request while the first is still being answered (a second click) joins it. `keepsAtExit`: of a flight recorder that runs for
   * somebody who knows by then whether anything is wanted; left out, the end of the process saves what is kept.
   */
  start(request: RecordingRequest, keepsAtExit?: KeepsAtExit): Promise<Result<Reply<'recordings.start'>, AppError>> {
    const key = JSON.stringify(request)
    const known = this.#starting.get(key)
    if (known !== undefined) return known
    const started = this.#start(request, keepsAtExit).finally(() => this.#starting.delete(key))
    this.#starting.set(key, started)
    return started
  }

  async place(request: Request<'recordings.place'>): Promise<Result<Reply<'recordings.place'>, AppError>> {
    const target = this.#targetOf(request.processKey)
    if (!target.ok) return target
    const folder = this.#places.folderOf(request.folder, target.value.row)
    if (!folder.ok) return folder
    const room = await diskRoom(folder.value)
    return ok({
      folder: folder.value,
      fileName: this.#places.fileName(request.nameTemplate, request.presetId, target.value.row),
      freeBytes: room?.freeBytes ?? null,
      totalBytes: room?.totalBytes ?? null,
      folders: this.#options.presets.folders(),
    })
  }

  async probe(request: Request<'recordings.probe'>): Promise<Result<Reply<'recordings.probe'>, AppError>> {
    const target = this.#targetOf(request.processKey)
    if (!target.ok) return target
    const { key } = target.value.row
    const cpuBeforePercent = this.#cpu.mean(key)
    const probed = await this.#short.probe(target.value, request.spec)
    if (!probed.ok) return probed
    return ok({ ...probed.value, cpuBeforePercent, cpuPercent: this.#cpu.newest(key) })
  }

  stacks(request: Request<'recordings.stacks'>): Promise<Result<Reply<'recordings.stacks'>, AppError>> {
    const target = this.#targetOf(request.processKey)
    return target.ok ? this.#short.stacks(target.value) : Promise.resolve(target)
  }

  last(request: Request<'recordings.last'>): Result<Reply<'recordings.last'>, AppError> {
    const row = this.#options.directory.rowOf(asProcessKey(request.processKey))
    return ok(row === null ? null : this.#options.presets.lastOf(applicationOf(row)))
  }

  /** Moments a person marks in those that run. */
  get marks(): RunningMarks {
    return this.#running.marks
  }

  /** Feeds one page's stream of one recording, until its job ends. */
  attach(jobId: string, sink: StreamSink): Result<Disposable, AppError> {
    return this.#running.attach(jobId, sink)
  }

  /** Saves what a flight recorder keeps and gives the file; null: nothing could be made of it. */
  async saveFlight(jobId: string): Promise<Result<JobFile | null, AppError>> {
    // Its job is there before it can be asked.
    await Promise.allSettled(this.#starting.values())
    return this.#running.saveFlight(jobId)
  }

  /** Where a flight recorder keeps what a save would hold, oldest first. */
  flightFolders(jobId: string): readonly string[] {
    return this.#running.flightFolders(jobId)
  }

  /** What a flight recorder could not record between its sessions so far. */
  flightGapMs(jobId: string): number {
    return this.#running.flightGapMs(jobId)
  }

  /** All that run. */
  saveFlights(): void {
    this.#running.saveFlights()
  }

  /** The job that writes this file now; null: none does. */
  jobWriting(file: string): string | null {
    return this.#running.jobWriting(file)
  }

  queues(): readonly QueueReport[] {
    return this.#queues.reports()
  }

  dispose(): void {
    this.#cpu.dispose()
  }

  async #start(
    request: RecordingRequest,
    keepsAtExit?: KeepsAtExit,
  ): Promise<Result<Reply<'recordings.start'>, AppError>> {
    const target = this.#targetOf(request.processKey)
    if (!target.ok) return target
    const folder = this.#places.folderOf(request.folder, target.value.row)
    if (!folder.ok) return folder
    const file = await reservePath(
      folder.value,
      this.#places.fileName(request.nameTemplate, request.presetId, target.value.row),
    )
    if (!file.ok) return file
    // Asked when nothing is waited for any more: another request may have begun meanwhile.
    const allowed = allowKeeping(request, target.value, this.#options.jobs.running())
    if (!allowed.ok) return allowed
    const { row } = target.value
    const { keeping } = request
    const job = this.#options.jobs.begin({
      kind: kinds[keeping.kind],
      title: keeping.kind === 'whole' ? path.basename(file.value) : row.name,
      ...(keepsAtExit && { startedBy: 'rule' }),
      target: { pid: row.pid, name: row.name, processKey: row.key },
      question: this.#questionOf(request.presetId),
      files: keeping.kind === 'whole' ? [file.value] : [],
      // A process that was recorded from its start says it later.
      cookie: () => this.#options.directory.rowOf(row.key)?.cookie ?? null,
    })
    const place = { folder: folder.value, file: file.value }
    const started = await this.#startKeeping(job, request, target.value, place, keepsAtExit).catch(
      async (cause: unknown): Promise<Result<null, AppError>> => {
        await job.endWith(() => Promise.reject(cause))
        return err(job.job.error ?? { kind: 'cancelled' })
      },
    )
    if (!started.ok) {
      job.fail(started.error)
      return started
    }
    this.#options.presets.noteLast(applicationOf(row), request.presetId, request.spec, this.#now())
    if (request.resumes && row.state === 'suspended') {
      // Whether it goes on shows in its row; the recording runs in any case.
      await this.#options.directory.resume(row.key)
    }
    return ok({ jobId: job.id })
  }

  /** As the person knows it, also after a preset of their own was removed. */
  #questionOf(presetId: string): string {
    return presetById(presetId)?.title ?? this.#options.presets.get(presetId)?.title ?? presetId
  }

  async #startKeeping(
    job: JobHandle,
    request: RecordingRequest,
    target: RecordingTarget,
    { folder, file }: { readonly folder: string; readonly file: string },
    keepsAtExit: KeepsAtExit | undefined,
  ): Promise<Result<null, AppError>> {
    const { keeping } = request
    if (keeping.kind === 'whole') return this.#startWhole(job, request, target, file)
    const keepFile = async (made: FileToKeep): Promise<JobFile | null> => {
      const { spanMs } = made.facts
      const kept = await this.#keep(made)
      if (kept !== null) await this.marks.keep(job.id, made.path, typeof spanMs === 'number' ? spanMs : null)
      return kept
    }
    const nameOf = (number?: number): string =>
      this.#places.fileName(request.nameTemplate, request.presetId, target.row, number)
    const common = { request, target, folder, keepFile }
    const started =
      keeping.kind === 'ring'
        ? await FlightRecorder.start(
            this.#parts,
            job,
            {
              ...common,
              nextName: () => nameOf(),
              ...(keepsAtExit && { keepsAtExit }),
              onSaveError: (error) => this.#options.onSaveError?.(target.row.pid, error),
            },
            keeping,
          )
        : await RollingRecording.start(
            this.#parts,
            job,
            { ...common, nameOf, dropFile: (dropped) => this.#drop(dropped) },
            keeping,
          )
    if (!started.ok) return started
    const kept = started.value
    this.#running.add(job, target, null, {
      status: (cpu) => kept.status(cpu),
      ...(kept instanceof FlightRecorder
        ? { save: () => kept.save(), folders: () => kept.folders, look: () => kept.look() }
        : {}),
    })
    return ok(null)
  }

  /** Older than what a rolling recording keeps: gone for good, as was asked. */
  async #drop(file: JobFile): Promise<void> {
    await fs.promises.rm(file.path, { force: true })
    await removeFilesBesideInTurn(file.path)
    if (file.fileId !== null) this.#options.savedFiles.forget(file.fileId)
  }

  async #startWhole(
    job: JobHandle,
    request: RecordingRequest,
    target: RecordingTarget,
    file: string,
  ): Promise<Result<null, AppError>> {
    job.update({ actions: ['cancel'] })
    const cancelled = abortOnAction(job)
    const started = await WholeRecording.start(
      this.#parts,
      job,
      { request, target, path: file, keepFile: (made) => this.#keep(made) },
      cancelled.signal,
    )
    if (!started.ok) return started
    const recording = started.value
    this.#running.add(job, target, file, { status: (cpu) => recording.status(cpu) })
    return ok(null)
  }

  #targetOf(processKey: string): Result<RecordingTarget, AppError> {
    const key = asProcessKey(processKey)
    const { directory } = this.#options
    const row = directory.rowOf(key)
    if (row === null) return err({ kind: 'not-found', what: 'process' })
    if (row.state === 'exited') return err({ kind: 'process-gone', pid: row.pid })
    const endpoint = directory.endpointOf(key)
    if (endpoint === null) return err({ kind: 'not-found', what: 'endpoint' })
    const mayLook = (): boolean => mayLookInto(directory.rowOf(key), this.#options.jobs.running())
    return ok({
      row,
      endpoint,
      cpu: { percent: null, beforePercent: this.#cpu.mean(key), before: this.#cpu.window(key) },
      mayLook,
    })
  }

  async #keep({ path: filePath, target, presetId, verdict, reasons, facts }: FileToKeep): Promise<JobFile | null> {
    const sizeBytes = await sizeOnDisk(filePath)
    if (sizeBytes === null) return null
    const { id } = this.#options.savedFiles.add({
      kind: 'trace',
      path: filePath,
      sizeBytes,
      createdMs: this.#now(),
      processName: target.row.name,
      pid: target.row.pid,
      runtimeVersion: target.row.runtimeVersion,
      origin: this.#questionOf(presetId),
      verdict,
      reasons: [...reasons],
      facts: { ...facts },
    })
    return { path: filePath, sizeBytes, sha256: null, fileId: id }
  }
}
