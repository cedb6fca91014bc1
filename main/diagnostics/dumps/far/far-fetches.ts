import path from 'node:path'
import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { FetchCheck } from '../../../../shared/model/dump.ts'
import type { JobResult, JobTarget } from '../../../../shared/model/job.ts'
import { FarFiles, type FarFile } from '../../../machines/far-files.ts'
import type { SshLink } from '../../../machines/ssh-link.ts'
import { takeName } from '../../files/free-path.ts'
import type { NewSavedFile, SavedFiles } from '../../files/saved-files.ts'
import { abortOnAction } from '../../jobs/abort-on-action.ts'
import type { JobRegistry } from '../../jobs/job-registry.ts'
import type { JobHandle } from '../../jobs/running-job.ts'
import { fetchFarFile, type Fetched } from './fetch-far-file.ts'
import { removePart, type FetchPart } from './fetch-part.ts'

export interface FarFetchesOptions {
  /** Null: its machine is not connected. */
  readonly linkOf: (processKey: string) => SshLink | null
  readonly jobs: JobRegistry
  readonly savedFiles: Pick<SavedFiles, 'add'>
  readonly now: () => number
}

export interface FetchOrder {
  readonly processKey: string
  readonly machine: string
  /** Of the process, which sees the file under this path. */
  readonly pid: number
  readonly path: string
  readonly file: FarFile
  readonly mayGrow?: boolean
  readonly jobTarget: JobTarget
  readonly localFolder: string
  readonly onFetched?: () => void
  /** What has come so far, to be known after a restart; told now and then. */
  readonly onPart?: () => void
  /** How the copy is listed under Files. */
  readonly saved: (check: FetchCheck) => Omit<NewSavedFile, 'path' | 'sizeBytes' | 'sha256' | 'createdMs'>
}

/** Of one file there, for as long as it may be fetched. */
export class FetchState {
  jobId: string | null = null
  /** Here, of a fetch that did not come to its end. */
  part: FetchPart | null
  /** The part that was here was not what is there. */
  hasStartedOver = false
  done: { readonly path: string; readonly fileId: string; readonly check: FetchCheck } | null = null

  constructor(part: FetchPart | null = null) {
    this.part = part
  }

  get partBytes(): number {
    return this.part?.sizeBytes ?? 0
  }

  removePart(localFolder: string, farPath: string): void {
    if (this.part !== null) removePart(localFolder, path.posix.basename(farPath), this.part.token)
    this.part = null
  }
}

const tellPartEveryMs = 5000

/** Files of other machines, copied to this one as jobs. What a fetch before has brought is not fetched again. */
export class FarFetches {
  readonly #options: FarFetchesOptions

  constructor(options: FarFetchesOptions) {
    this.#options = options
  }

  start(order: FetchOrder, state: FetchState): Result<{ readonly jobId: string }, AppError> {
    if (state.jobId !== null) return ok({ jobId: state.jobId })
    const opened = FarFiles.open(this.#options.linkOf(order.processKey), order.machine)
    if (!opened.ok) return opened
    const files = opened.value
    const job = this.#options.jobs.begin({
      kind: 'fetch',
      title: path.posix.basename(order.path),
      target: order.jobTarget,
      phase: 'fetching',
      actions: ['stop'],
    })
    state.jobId = job.id
    const stopping = abortOnAction(job)
    stopping.signal.addEventListener('abort', () => files.dispose())
    void job.endWith(async () => {
      const fetched = await this.#fetch(order, state, files, job, stopping.signal).finally(() => files.dispose())
      state.jobId = null
      if (fetched.ok) return job.finish(fetched.value)
      // Other bytes than there are on the other machine are of no use.
      if (fetched.error.kind === 'malformed') state.removePart(order.localFolder, order.path)
      order.onPart?.()
      if (stopping.signal.aborted) return job.cancel()
      job.fail(fetched.error)
    })
    return ok({ jobId: job.id })
  }

  async #fetch(
    order: FetchOrder,
    state: FetchState,
    files: FarFiles,
    job: JobHandle,
    signal: AbortSignal,
  ): Promise<Result<JobResult, AppError>> {
    const { localFolder, pid, path: farPath, file, mayGrow = false } = order
    const name = path.posix.basename(farPath)
    const broughtBefore = state.partBytes
    let toldAt = performance.now()
    try {
      const fetched = await fetchFarFile(files, {
        pid,
        path: farPath,
        file,
        mayGrow,
        localFolder,
        fileName: name,
        part: state.part,
        signal,
        onBegun: (part, partPath) => {
          state.part = part
          state.hasStartedOver = broughtBefore > 0 && part.sizeBytes === 0
          job.setFiles([partPath])
          job.update({ phase: 'fetching' })
          order.onPart?.()
        },
        onProgress: (bytes) => {
          if (state.part !== null) state.part = { ...state.part, sizeBytes: bytes }
          job.update({ bytes, expectedBytes: file.sizeBytes })
          if (performance.now() < toldAt + tellPartEveryMs) return
          toldAt = performance.now()
          order.onPart?.()
        },
        onChecking: () => job.update({ phase: 'hashing' }),
      })
      if (!fetched.ok) return fetched
      const part = { path: fetched.value.partPath, done: () => void (state.part = null) }
      const copy = await takeName(part, localFolder, name)
      if (!copy.ok) return copy
      return ok(this.#shelve(order, state, copy.value, fetched.value))
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
      return err({ kind: 'io', operation: 'write', path: localFolder, code })
    }
  }

  #shelve(
    { saved, file, onFetched }: FetchOrder,
    state: FetchState,
    copyPath: string,
    { check, sha256 }: Fetched,
  ): JobResult {
    const { sizeBytes } = file
    const entry = saved(check)
    const { id } = this.#options.savedFiles.add({
      ...entry,
      path: copyPath,
      sizeBytes,
      sha256,
      createdMs: this.#options.now(),
    })
    state.done = { path: copyPath, fileId: id, check }
    onFetched?.()
    const { verdict, reasons: ofFile, kind } = entry
    const reasons = state.hasStartedOver ? [...ofFile, 'part-not-used'] : ofFile
    return { verdict, reasons, files: [{ path: copyPath, sizeBytes, sha256, fileId: id }], facts: { fetched: kind } }
  }
}
