import fs from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { savedFileSchema, type SavedFile } from '../../../shared/model/saved-file.ts'
import { exists, filesBeside, moveFilesBeside, moveToFreeName } from './files-beside.ts'

/** How long a removed file can be had back; it lies beside its place, hidden, until then. */
export const undoMs = 10 * 60_000

export const removedFileSchema = v.object({
  file: savedFileSchema,
  /** Where it lies meanwhile; null when only the entry was taken off. */
  hiddenAs: v.nullable(v.string()),
  removedMs: v.number(),
})
export type RemovedFile = v.InferOutput<typeof removedFileSchema>

/** Moves a file to the system's trash; rejects where there is none. */
export type Trash = (filePath: string) => Promise<void>

export interface RemovedFilesOptions {
  /** As the last run left it. */
  readonly journal: readonly RemovedFile[]
  readonly trash: Trash
  readonly now: () => number
  /** Writes the journal; resolves with errno's name when it could not be written. */
  readonly save: () => Promise<string | null>
  /** The file is listed again. */
  readonly putBack: (file: SavedFile) => void
  readonly onTrashFailed: (file: SavedFile) => void
}

interface Pending extends RemovedFile {
  hiddenAs: string | null
  timer: NodeJS.Timeout | null
  /** On its way to the trash: too late for an undo. */
  isLeaving: boolean
}

/**
 * Files that were removed from the list and can still be restored. Each is in the journal before it is moved, so that a crash at any
 * moment loses none: the next run finds it hidden, or where it was.
 */
export class RemovedFiles {
  readonly #options: RemovedFilesOptions
  readonly #pending = new Map<string, Pending>()

  constructor(options: RemovedFilesOptions) {
    this.#options = options
    for (const entry of options.journal) this.#pending.set(entry.file.id, { ...entry, timer: null, isLeaving: false })
  }

  get journal(): readonly RemovedFile[] {
    return [...this.#pending.values()].map(({ file, hiddenAs, removedMs }) => ({ file, hiddenAs, removedMs }))
  }

  /** Once, at the start: what the last run could not bring to its end. */
  async recover(): Promise<void> {
    const { now, putBack, save } = this.#options
    for (const entry of this.#pending.values()) {
      // oxlint-disable-next-line no-await-in-loop -- some few, one after the other
      const isHidden = entry.hiddenAs === null || (await exists(entry.hiddenAs))
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (!isHidden && (await exists(entry.file.path))) putBack(entry.file)
      if (!isHidden) this.#pending.delete(entry.file.id)
      // The clock may have been set back meanwhile.
      else this.#startTimer(entry, Math.min(undoMs, Math.max(0, entry.removedMs + undoMs - now())))
    }
    await save()
  }

  /** The files go out of sight. They are off the list already; what cannot be moved is listed again. */
  async hide(files: readonly SavedFile[]): Promise<Result<null, AppError>> {
    const { now, save } = this.#options
    const entries = files.map((file): Pending => {
      const name = `.${path.basename(file.path)}.${file.id.slice(0, 8)}.removed`
      const hiddenAs = path.join(path.dirname(file.path), name)
      return { file, hiddenAs, removedMs: now(), timer: null, isLeaving: false }
    })
    for (const entry of entries) this.#pending.set(entry.file.id, entry)
    const code = await save()
    if (code !== null)
      return this.#giveUp(entries, { kind: 'io', operation: 'remove', path: files[0]?.path ?? '', code })
    for (const [at, entry] of entries.entries()) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other: the first that fails stops the rest
        await hide(entry.file.path, entry.hiddenAs ?? '')
      } catch (cause) {
        // Already gone: only the entry is left to be taken off.
        if (errnoOf(cause) !== 'ENOENT')
          return this.#giveUp(entries.slice(at), ioError('remove', entry.file.path, cause))
        entry.hiddenAs = null
      }
      this.#startTimer(entry, undoMs)
    }
    await save()
    return ok(null)
  }

  /** Brings everything back that is not on its way to the trash yet. */
  async restore(ids: readonly string[]): Promise<Result<null, AppError>> {
    const { putBack, save } = this.#options
    for (const id of ids) {
      const entry = this.#pending.get(id)
      if (entry === undefined || entry.isLeaving) continue
      const { file, hiddenAs } = entry
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other: the first that fails stops the rest
        if (hiddenAs !== null) await putBackAt(hiddenAs, file.path)
      } catch (cause) {
        return err(ioError('restore', file.path, cause))
      }
      this.#take(entry)
      putBack(file)
    }
    await save()
    return ok(null)
  }

  /** Nothing can be had back after this: the app ends. */
  async flush(): Promise<void> {
    await Promise.all([...this.#pending.values()].map((entry) => this.#discard(entry)))
  }

  dispose(): void {
    for (const { timer } of this.#pending.values()) if (timer !== null) clearTimeout(timer)
  }

  #startTimer(entry: Pending, waitMs: number): void {
    entry.timer = setTimeout(() => void this.#discard(entry), waitMs)
    entry.timer.unref()
  }

  #take({ file, timer }: Pending): void {
    if (timer !== null) clearTimeout(timer)
    this.#pending.delete(file.id)
  }

  async #giveUp(entries: readonly Pending[], error: AppError): Promise<Result<null, AppError>> {
    for (const entry of entries) {
      this.#take(entry)
      this.#options.putBack(entry.file)
    }
    await this.#options.save()
    return err(error)
  }

  /** To the trash, under the name it had. Where that fails it comes back: nothing is ever deleted here. */
  async #discard(entry: Pending): Promise<void> {
    if (entry.isLeaving || this.#pending.get(entry.file.id) !== entry) return
    entry.isLeaving = true
    const { trash, putBack, onTrashFailed, save } = this.#options
    const { file, hiddenAs } = entry
    let place = hiddenAs
    try {
      if (hiddenAs !== null) {
        if (await putBackAt(hiddenAs, file.path).then(isMoved, isTaken)) place = file.path
        else place = hiddenAs
        const beside = await filesBeside(place)
        for (const path of [place, ...beside]) await trash(path)
      }
    } catch {
      // A system without a trash, or a disk that has none.
      if (place !== null && (await exists(place))) {
        putBack({ ...file, path: place })
        onTrashFailed({ ...file, path: place })
      }
    }
    this.#take(entry)
    await save()
  }
}

async function hide(file: string, hiddenAs: string): Promise<void> {
  await fs.promises.rename(file, hiddenAs)
  await moveFilesBeside(file, hiddenAs)
}

async function putBackAt(hiddenAs: string, file: string): Promise<void> {
  await moveToFreeName(hiddenAs, file)
  await moveFilesBeside(hiddenAs, file)
}

const isMoved = (): boolean => true

/** Another file has the name by now: ours keeps its hidden one. */
function isTaken(cause: unknown): boolean {
  if (errnoOf(cause) === 'EEXIST') return false
  throw cause
}

function errnoOf(cause: unknown): string {
  return (cause as NodeJS.ErrnoException).code ?? 'unknown'
}

function ioError(operation: string, filePath: string, cause: unknown): AppError {
  return { kind: 'io', operation, path: filePath, code: errnoOf(cause) }
}
