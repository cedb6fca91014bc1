import fs from 'node:fs'
import path from 'node:path'
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { StreamSink } from '../../../shared/base/stream-sink.ts'
import type { Reply, Request } from '../../../shared/contract/index.ts'
import type { QueueReport } from '../../../shared/model/app.ts'
import { asProcessKey, type ProcessKey } from '../../../shared/model/ids.ts'
import type { JobFile, JobState } from '../../../shared/model/job.ts'
import type { RecordingRequest, RecordingStatus } from '../../../shared/model/recording.ts'
import { applicationOf } from '../../../shared/model/application.ts'
import { presetById } from '../../../shared/recording/presets.ts'
import type { SavedFiles } from '../files/saved-files.ts'
import { abortOnAction } from '../jobs/abort-on-action.ts'
import type { JobRegistry } from '../jobs/job-registry.ts'
import type { JobHandle } from '../jobs/running-job.ts'
import { openThreadCpu } from '../../os/thread-cpu.ts'
import type { TargetDirectory } from '../live/target/target-directory.ts'
import { RecorderQueues } from '../recorder-queues.ts'
import type { SessionRegistry } from '../session-registry.ts'
import { removeSidecar } from '../../workers/recorder/sidecar-file.ts'
import { removeFilesBeside } from '../../workers/recorder/symbols-file.ts'
import { allowKeeping } from './allow-keeping.ts'
import { RunningMarks } from './running-marks.ts'
import { CpuFeed } from './cpu-feed.ts'
import { sizeOnDisk } from './recording-ending.ts'
import { diskRoom, reservePath } from './recording-files.ts'
import { type PlaceOptions, RecordingPlaces } from './recording-places.ts'
import type { PartParts } from './recording-part.ts'
import { type CpuReading, type FileToKeep, mayLookInto, type RecordingTarget } from './recording-target.ts'
import type { KeepsAtExit } from './flight/flight-file.ts'
import { FlightRecorder } from './flight/flight-recorder.ts'
import { RollingRecording } from './rolling-recording.ts'
import { ShortRecordings } from './short-recordings.ts'
import { ThreadCpuLog } from './thread-cpu-log.ts'
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

/** What runs behind a job's id. */
interface Running {
  /** Of the one file that is written; null where files come one by one. */
  readonly path: string | null
  readonly key: ProcessKey
  readonly cpuBefore: Pick<CpuReading, 'beforePercent' | 'before'>
  status(cpu: CpuReading): RecordingStatus | null
  /** Of a flight recorder. */
  save?(): Promise<Result<JobFile | null, AppError>>
  folders?(): readonly string[]
  look?(): Disposable
}

const statusEveryMs = 250
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
  /** Moments a person marked, by job. */
  readonly marks: RunningMarks
  readonly #running = new Map<string, Running>()
  readonly #starting = new Map<string, Promise<Result<Reply<'recordings.start'>, AppError>>>()

  constructor(options: RecordingServiceOptions) {
    this.#options = options
    const { registry, recorderPath, watchPath } = options
    this.#parts = { registry, recorderPath, watchPath, queues: this.#queues }
    this.#short = new ShortRecordings(this.#parts, options.temporaryFolder)
    this.#cpu = new CpuFeed(options.directory)
    this.#now = options.now ?? Date.now
    this.marks = new RunningMarks(this.#now)
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

  /** Feeds one page's stream of one recording, until its job ends. */
  attach(jobId: string, sink: StreamSink): Result<Disposable, AppError> {
    if (!this.#running.has(jobId)) return err({ kind: 'not-found', what: 'recording' })
    const tell = (): void => {
      const status = this.#statusOf(jobId)
      if (status !== null) sink.post(status, 'status')
    }
    tell()
    const timer = setInterval(tell, statusEveryMs)
    const looks = this.#running.get(jobId)?.look?.()
    return ok(
      toDisposable(() => {
        clearInterval(timer)
        looks?.dispose()
      }),
    )
  }

  /** Saves what a flight recorder keeps and gives the file; null: nothing could be made of it. */
  async saveFlight(jobId: string): Promise<Result<JobFile | null, AppError>> {
    // Its job is there before it can be asked.
    await Promise.allSettled(this.#starting.values())
    const saved = this.#running.get(jobId)?.save?.()
    return saved ?? err({ kind: 'not-found', what: 'flight recorder' })
  }

  /** Where a flight recorder keeps what a save would hold, oldest first. */
  flightFolders(jobId: string): readonly string[] {
    return this.#running.get(jobId)?.folders?.() ?? []
  }

  /** What a flight recorder could not record between its sessions so far. */
  flightGapMs(jobId: string): number {
    return this.#statusOf(jobId)?.flight?.gapMs ?? 0
  }

  /** All that run. */
  saveFlights(): void {
    for (const running of this.#running.values()) void running.save?.()
  }

  /** The job that writes this file now; null: none does. */
  jobWriting(file: string): string | null {
    for (const [jobId, { path }] of this.#running) if (path === file) return jobId
    return null
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
    const allowed = allowKeeping(request, target.value, this.#options.jobs.running())
    if (!allowed.ok) return allowed
    const folder = this.#places.folderOf(request.folder, target.value.row)
    if (!folder.ok) return folder
    const file = reservePath(
      folder.value,
      this.#places.fileName(request.nameTemplate, request.presetId, target.value.row),
    )
    if (!file.ok) return file
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
      if (kept !== null) this.marks.keep(job.id, made.path, typeof spanMs === 'number' ? spanMs : null)
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
    this.#note(job, target, null, {
      status: (cpu) => kept.status(cpu),
      ...(kept instanceof FlightRecorder
        ? { save: () => kept.save(), folders: () => kept.folders, look: () => kept.look() }
        : {}),
    })
    return ok(null)
  }

  /** `path`: of the one file; null where files come one by one. */
  #note(
    job: JobHandle,
    target: RecordingTarget,
    path: string | null,
    acts: Pick<Running, 'status' | 'save' | 'folders' | 'look'>,
  ): void {
    this.marks.begin(job.id, path)
    const cpuLog = path === null ? null : this.#logThreadCpu(target, path)
    this.#running.set(job.id, { path, key: target.row.key, cpuBefore: target.cpu, ...acts })
    void job.whenEnded.then(({ state }) => {
      this.#running.delete(job.id)
      this.marks.end(job.id, state !== 'cancelled')
    })
    if (path !== null && cpuLog !== null) void job.whenEnded.then(({ state }) => this.#endCpuLog(cpuLog, path, state))
  }

  /** Null where the system's CPU time of this process is not known. */
  #logThreadCpu({ row }: RecordingTarget, path: string): ThreadCpuLog | null {
    // The process IDs of another machine name other processes here.
    const reader = row.machine === undefined ? openThreadCpu(row.pid, row.key.slice(row.key.indexOf(':') + 1)) : null
    return reader === null ? null : new ThreadCpuLog(reader, path, { startUnixMs: this.#now() })
  }

  async #endCpuLog(cpuLog: ThreadCpuLog, path: string, state: JobState): Promise<void> {
    await cpuLog.end()
    if (state === 'cancelled' || (await sizeOnDisk(path)) === null) removeSidecar(path)
  }

  /** Older than what a rolling recording keeps: gone for good, as was asked. */
  #drop(file: JobFile): void {
    fs.rmSync(file.path, { force: true })
    removeFilesBeside(file.path)
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
    this.#note(job, target, file, { status: (cpu) => recording.status(cpu) })
    return ok(null)
  }

  #statusOf(jobId: string): RecordingStatus | null {
    const running = this.#running.get(jobId)
    if (running === undefined) return null
    const { beforePercent, before = null } = running.cpuBefore
    const percent = this.#cpu.newest(running.key)
    const status = running.status({ percent, beforePercent, before, window: this.#cpu.window(running.key) })
    return status === null ? null : { ...status, path: running.path, marks: this.marks.marksOf(jobId) }
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
