import fs from 'node:fs'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { JobAction, JobFile, JobResult } from '../../../shared/model/job.ts'
import type { RecordingRequest, RecordingStatus } from '../../../shared/model/recording.ts'
import type { JobHandle } from '../jobs/running-job.ts'
import { noStop, RecordingPart, type PartParts } from './recording-part.ts'
import { recordingStatus } from './recording-status.ts'
import { namesBeside, type KeepFile, type RecordingTarget } from './recording-target.ts'
import { endByFiles, sizeOnDisk } from './recording-ending.ts'
import { reservePath } from './recording-files.ts'
import { moveSymbols } from './symbols-beside.ts'
import { StopWatch, type StoppedBy } from './stop-watch.ts'
import { judge } from './verdict.ts'

/*
 * The last N seconds, kept until they are saved. Two sessions overlap, each begun N seconds after the other:
 *
 *     A |----------N----------|----------N----------x
 *     B                       |----------N----------|----------N----------x
 *     C                                             |----------N ...
 *                                          ^ save: A is stopped with its names and becomes the file; it holds N to 2 N seconds
 *
 * A file is one whole session, the runtime's own bytes with the runtime's own names, so every tool reads it. A session that gets too
 * old is ended without waiting for its names, and its file is removed.
 */

const tickMs = 250

export interface RingOptions {
  readonly request: RecordingRequest
  readonly target: RecordingTarget
  readonly folder: string
  /** Name for the next file that is saved. */
  readonly nextName: () => string
  readonly keepFile: KeepFile
}

export class RingRecording {
  readonly #parts: PartParts
  readonly #job: JobHandle
  readonly #options: RingOptions
  readonly #lastMs: number
  readonly #stopWatch: StopWatch
  readonly #timer: NodeJS.Timeout
  readonly #saved: JobFile[] = []
  /** Oldest first; one or two. */
  #running: RecordingPart[] = []
  /** Every part that is not over: recording, or collecting its names. */
  readonly #open = new Set<RecordingPart>()
  #nextNumber = 1
  #turning: Promise<void> | null = null
  #saving: Promise<unknown> = Promise.resolve()
  #isEnding = false

  static async start(
    parts: PartParts,
    job: JobHandle,
    options: RingOptions,
    lastMs: number,
  ): Promise<Result<RingRecording, AppError>> {
    const ring = new RingRecording(parts, job, options, lastMs)
    const first = await ring.#begin()
    if (first.ok) return ok(ring)
    ring.#dispose()
    return first
  }

  private constructor(parts: PartParts, job: JobHandle, options: RingOptions, lastMs: number) {
    this.#parts = parts
    this.#job = job
    this.#options = options
    this.#lastMs = lastMs
    // A ring has no end of its own but a full disk; time, size and events save it instead of ending a file.
    this.#stopWatch = new StopWatch(
      { ...noStop, afterMs: options.request.stop.afterMs },
      options.folder,
      (by) => void this.end(by),
    )
    this.#timer = setInterval(() => void this.#tick(), tickMs)
    job.onAction((action) => this.#act(action))
  }

  status(cpu: RecordingTarget['cpu']): RecordingStatus | null {
    const oldest = this.#running[0]
    return oldest === undefined ? null : { ...recordingStatus(this.#job.id, oldest, cpu), heldMs: this.#heldMs() }
  }

  /** Saves what is held and goes on. */
  async save(): Promise<Result<null, AppError>> {
    const oldest = this.#running[0]
    if (oldest === undefined || this.#isEnding) return err({ kind: 'not-found', what: 'ring' })
    this.#running = this.#running.slice(1)
    const saving = this.#saveOldest(oldest)
    this.#saving = Promise.all([this.#saving, saving])
    await saving
    return ok(null)
  }

  async #saveOldest(oldest: RecordingPart): Promise<void> {
    // The next one first: nothing may happen unseen while the names of the saved one are collected.
    if (this.#running.length === 0) await this.#begin()
    await this.#keep(oldest, 'person')
  }

  /** Saves what is held and ends. */
  async end(by: StoppedBy): Promise<void> {
    if (this.#isEnding) return
    this.#isEnding = true
    this.#job.update({ phase: 'asking-to-stop', actions: ['stop-without-names'] })
    await this.#job.endWith(() => this.#end(by))
  }

  async #end(by: StoppedBy): Promise<void> {
    const running = await this.#takeRunning()
    const sizes = await Promise.all(running.map((part) => sizeOnDisk(part.path)))
    // The oldest one holds the most; one whose file was taken away holds nothing.
    const kept = running.find((_part, index) => sizes[index] !== null)
    const discarded = running.filter((part) => part !== kept).map((part) => part.discard())
    if (kept !== undefined) await this.#keep(kept, by)
    await Promise.all(discarded)
    await this.#finish()
  }

  /** A session that is just being opened belongs to what has to be ended, and a file that is just being saved to the result. */
  async #takeRunning(): Promise<readonly RecordingPart[]> {
    this.#dispose()
    await Promise.allSettled([this.#turning, this.#saving])
    const running = this.#running
    this.#running = []
    return running
  }

  #act(action: JobAction): Result<null, AppError> {
    switch (action) {
      case 'save':
        void this.save()
        return ok(null)
      case 'stop':
        void this.end('person')
        return ok(null)
      case 'stop-without-names':
        for (const part of this.#open) void part.stopWithoutNames()
        return ok(null)
      case 'cancel':
        void this.#discard()
        return ok(null)
      case 'stop-waiting':
        return err({ kind: 'invalid-request', what: 'jobs.act', detail: action })
    }
  }

  async #begin(): Promise<Result<RecordingPart, AppError>> {
    const { request, target, folder } = this.#options
    const file = path.join(folder, `.ring-${this.#job.id}-${this.#nextNumber++}.nettrace`)
    const started = await RecordingPart.start(this.#parts, {
      endpoint: target.endpoint,
      runtimeVersion: target.row.runtimeVersion,
      spec: request.spec,
      path: file,
      stop: { ...request.stop, afterMs: null, atBytes: null },
      ...namesBeside(target.row, Date.now()),
      mayLook: target.mayLook,
      // What the ring waited for has happened: that is the moment to keep.
      onCondition: (condition) => void this.end(condition),
    })
    if (!started.ok) return started
    const part = started.value
    this.#open.add(part)
    void part.whenDone.finally(() => this.#open.delete(part))
    this.#running.push(part)
    this.#note()
    // Not by us: the process ended, or the disk is full. What is held is kept.
    void part.whenEnded.then((end) => {
      if (this.#running.includes(part)) void this.end(end.reason === 'target-ended' ? 'target-ended' : 'failure')
    })
    return started
  }

  async #tick(): Promise<void> {
    const oldest = this.#running[0]
    if (oldest === undefined || this.#isEnding) return
    this.#job.update({
      phase: 'recording',
      bytes: oldest.progress().receivedBytes,
      actions: ['save', 'stop', 'cancel'],
    })
    if (this.#turning !== null) return
    const newest = this.#running.at(-1)
    if (newest === undefined || newest.progress().elapsedMs < this.#lastMs) return
    this.#turning = this.#turn().finally(() => (this.#turning = null))
    await this.#turning
  }

  async #turn(): Promise<void> {
    const begun = await this.#begin()
    if (!begun.ok || this.#running.length < 3) return
    const old = this.#running.shift()
    this.#note()
    await old?.discard()
  }

  #heldMs(): number {
    return this.#running[0]?.progress().elapsedMs ?? 0
  }

  async #keep(part: RecordingPart, by: StoppedBy): Promise<void> {
    const done = await part.stop()
    const { request, target, keepFile } = this.#options
    const file = await this.#giveName(part)
    const judged = judge(done, request.spec, target.row.runtimeFlavour)
    const facts = { ...judged.facts, stoppedBy: by, ringMs: this.#lastMs }
    const { verdict, reasons } = judged
    const saved = await keepFile({ path: file, target, presetId: request.presetId, verdict, reasons, facts })
    if (saved !== null) this.#saved.push(saved)
    this.#verdicts.push({ verdict, reasons, facts })
  }

  /** A file that cannot get the name for people keeps the one it has. */
  async #giveName(part: RecordingPart): Promise<string> {
    const file = reservePath(this.#options.folder, this.#options.nextName())
    if (!file.ok) return part.path
    try {
      await fs.promises.rename(part.path, file.value)
      await moveSymbols(part.path, file.value)
      return file.value
    } catch {
      // ENOENT: it was taken away, which is found when it is kept; EACCES: the folder is closed by now.
      return part.path
    }
  }

  readonly #verdicts: Pick<ReturnType<typeof judge>, 'verdict' | 'reasons' | 'facts'>[] = []

  async #finish(): Promise<void> {
    const last = this.#verdicts.at(-1)
    const result: JobResult = {
      verdict: this.#verdicts.every(({ verdict }) => verdict === 'complete') ? 'complete' : 'partial',
      reasons: last?.reasons ?? [],
      files: [...this.#saved].reverse(),
      ...(last === undefined ? {} : { facts: last.facts }),
    }
    await endByFiles(this.#job, result, null, this.#options.folder)
  }

  async #discard(): Promise<void> {
    if (this.#isEnding) return
    this.#isEnding = true
    await this.#job.endWith(async () => {
      const running = await this.#takeRunning()
      await Promise.all(running.map((part) => part.discard()))
      if (this.#saved.length > 0) await this.#finish()
      else this.#job.cancel()
    })
  }

  #note(): void {
    this.#job.setFiles(this.#running.map((part) => part.path))
  }

  #dispose(): void {
    clearInterval(this.#timer)
    this.#stopWatch.dispose()
  }
}
