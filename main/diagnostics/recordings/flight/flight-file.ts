import fs from 'node:fs'
import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { JoinedCounts } from '../../../../shared/model/flight.ts'
import type { JobFile, JobResult } from '../../../../shared/model/job.ts'
import type { RecordingRequest } from '../../../../shared/model/recording.ts'
import { partNameOf } from '../../../os/atomic-file.ts'
import { UnfinishedFile } from '../../../workers/unfinished-files.ts'
import { WatchHost } from '../../../workers/watch/watch-host.ts'
import type { KeptStream } from '../../../workers/recorder/kept-pieces.ts'
import type { FileVerdict } from '../../../workers/watch/watch-protocol.ts'
import type { RecordingEnd } from '../../session-recording.ts'
import { takeName } from '../../files/free-path.ts'
import type { RecordingPart } from '../recording-part.ts'
import type { KeepFile, RecordingTarget } from '../recording-target.ts'
import { moveSymbols } from '../names/symbols-beside.ts'
import { judge } from '../verdict.ts'

export interface FlightStretch {
  readonly streams: readonly KeptStream[]
  /** See `JoinOrder`. */
  readonly untilMs: number
  readonly lastMs: number
}

/** Whether what is kept is saved when the process has ended. */
export type KeepsAtExit = () => Promise<boolean>

export interface FlightOptions {
  readonly request: RecordingRequest
  readonly target: RecordingTarget
  readonly folder: string
  /** Name for the next file that is saved. */
  readonly nextName: () => string
  readonly keepFile: KeepFile
  /** Left out: it is. */
  readonly keepsAtExit?: KeepsAtExit
  /** A save made no file, for another reason than the one before; null: one did again. */
  readonly onSaveError?: (error: AppError | null) => void
}

interface Making {
  readonly facts: NonNullable<JobResult['facts']>
  /** Of a session that has ended by now. */
  readonly end?: RecordingEnd
}

type Made = Pick<JobResult, 'verdict' | 'reasons' | 'facts'> & { readonly file: JobFile | null }

interface Assembled {
  readonly counts: JoinedCounts
  readonly verdict: FileVerdict
  readonly path: string
}

interface SpanFacts {
  readonly counts: Pick<JoinedCounts, 'fromUnixMs'>
  readonly verdict: Pick<FileVerdict, 'firstMs' | 'lastMs'>
}

/** Makes files of what a flight recorder keeps: assembled, read again, judged, and listed under Files. */
export class FlightFile {
  readonly #watchPath: string
  readonly #options: FlightOptions
  #lastError: AppError | null = null

  constructor(watchPath: string, options: FlightOptions) {
    this.#watchPath = watchPath
    this.#options = options
  }

  /** Why the last one could not be made; null when it was. */
  get lastError(): AppError | null {
    return this.#lastError
  }

  async make(stretch: FlightStretch, part: RecordingPart, making: Making): Promise<Made> {
    const worker = new WatchHost({ workerPath: this.#watchPath })
    try {
      return await this.#make(worker, stretch, part, making)
    } finally {
      worker.dispose()
    }
  }

  async #make(worker: WatchHost, stretch: FlightStretch, part: RecordingPart, { facts, end }: Making): Promise<Made> {
    const { request, target, folder, nextName, keepFile } = this.#options
    const name = nextName()
    const made = await (end?.reason === 'file-removed'
      ? removed(part)
      : this.#assemble(worker, stretch, { folder, name, recorder: part.path }))
    const verdict = made.ok ? ok(made.value.verdict) : made
    this.#lastError = made.ok ? null : made.error
    const judged = judge({ end: end ?? endOfPart(part), verdict }, request.spec, target.row.runtimeFlavour)
    const span = made.ok ? spanOf(made.value) : {}
    const told = { verdict: judged.verdict, reasons: judged.reasons, facts: { ...judged.facts, ...span, ...facts } }
    if (!made.ok) return { ...told, file: null }
    // After a crash of the process: names that a look at the stacks brought while it ran.
    if (!made.value.verdict.isRundownWhole && end !== undefined) await moveSymbols(part.path, made.value.path)
    const kept = await keepFile({ path: made.value.path, target, presetId: request.presetId, ...told })
    return { ...told, file: kept }
  }

  /** Under another name until it is read again. */
  async #assemble(
    worker: WatchHost,
    stretch: FlightStretch,
    { folder, name, recorder }: { readonly folder: string; readonly name: string; readonly recorder: string },
  ): Promise<Result<Assembled, AppError>> {
    await using part = new UnfinishedFile(partNameOf(recorder))
    const keptBytes = stretch.streams.reduce((sum, stream) => sum + bytesOf(stream), 0)
    const made = await worker.assemble({ to: part.path, ...stretch }, keptBytes)
    // Nobody knows the name that the file has until it is read again.
    if (!made.ok) return err(made.error.kind === 'io' ? { ...made.error, path: folder } : made.error)
    try {
      const { size } = await fs.promises.stat(part.path)
      const verdict = await worker.verify(part.path, size)
      // Also one that could not be read again: what it holds may be gone from the recorder by the next try.
      const file = await takeName(part, folder, name)
      if (!file.ok) return file
      return verdict.ok ? ok({ counts: made.value, verdict: verdict.value, path: file.value }) : verdict
    } catch (cause) {
      const { code = 'unknown' } = cause as NodeJS.ErrnoException
      return err({ kind: 'io', operation: 'write', path: folder, code })
    }
  }
}

function removed(part: RecordingPart): Promise<Result<never, AppError>> {
  return Promise.resolve(err({ kind: 'io', operation: 'read', path: part.path, code: 'ENOENT' }))
}

/** Names of methods may have come long before the stretch; it begins where it was asked to begin. */
export function spanOf({ counts, verdict }: SpanFacts): NonNullable<JobResult['facts']> {
  if (verdict.firstMs === null || verdict.lastMs === null) return {}
  const firstMs = Math.max(verdict.firstMs, counts.fromUnixMs)
  return { firstMs, spanMs: Math.max(0, Math.round(verdict.lastMs - firstMs)) }
}

function bytesOf(stream: KeptStream): number {
  return 'pieces' in stream ? stream.pieces.reduce((sum, { byteCount }) => sum + byteCount, 0) : 0
}

/** A file that is made has its end, whatever became of the session. */
function endOfPart(part: RecordingPart): RecordingEnd {
  const { receivedBytes, writtenBytes, discardedBytes } = part.progress()
  return {
    path: part.path,
    sizeBytes: writtenBytes,
    receivedBytes,
    discardedBytes,
    isComplete: true,
    lastWholeBlockOffset: writtenBytes,
    reason: 'stopped',
    errorCode: null,
    pieces: [],
  }
}
