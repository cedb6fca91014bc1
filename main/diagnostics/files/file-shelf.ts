import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import {
  shelfFileSchema,
  shelfVersion,
  type ShelfEntry,
  type ShelfFile,
  type ShelfList,
} from '../../../shared/model/shelf.ts'
import { JsonFile } from '../../storage/json-file.ts'
import { marksPathOf } from '../recordings/marks.ts'
import { diskRoom } from '../recordings/recording-files.ts'

const fileSchema = v.object({ version: v.literal(shelfVersion), files: v.array(shelfFileSchema) })
type Content = v.InferOutput<typeof fileSchema>
const empty: Content = { version: shelfVersion, files: [] }

/** How long a removed file can be had back; it lies beside its place, hidden, until then. */
export const undoMs = 10 * 60_000

export type NewShelfFile = Omit<ShelfFile, 'id' | 'tags' | 'notes' | 'sha256'> &
  Partial<Pick<ShelfFile, 'sha256' | 'tags'>>

interface Removed {
  readonly file: ShelfFile
  /** Where it lies meanwhile; null when only the entry was taken off. */
  readonly hiddenAs: string | null
  readonly timer: NodeJS.Timeout
}

export interface FileShelfOptions {
  /** One JSON file of ours. */
  readonly path: string
  readonly now: () => number
}

/** Everything that was made here, newest first. */
export class FileShelf implements Disposable {
  readonly #store: JsonFile<Content>
  readonly #files = new Map<string, ShelfFile>()
  readonly #removed = new Map<string, Removed>()
  readonly #listeners = new Set<() => void>()

  constructor(options: FileShelfOptions) {
    this.#store = new JsonFile({ path: options.path, defaults: empty, parse: parseShelf, now: options.now })
    for (const file of this.#store.read().value.files) this.#files.set(file.id, file)
  }

  add(file: NewShelfFile): ShelfFile {
    const known = [...this.#files.values()].find((entry) => entry.path === file.path)
    const entry: ShelfFile = {
      tags: [],
      notes: '',
      sha256: null,
      ...known,
      ...file,
      id: known?.id ?? randomUUID(),
    }
    // A file that was written anew has another content.
    if (known !== undefined && known.sizeBytes !== file.sizeBytes) entry.sha256 = file.sha256 ?? null
    this.#files.delete(entry.id)
    this.#files.set(entry.id, entry)
    this.#save()
    return entry
  }

  get(id: string): ShelfFile | null {
    return this.#files.get(id) ?? null
  }

  /** Whether a path is one of ours, so that a page may ask to have it shown. */
  hasPath(filePath: string): boolean {
    return [...this.#files.values()].some((file) => file.path === filePath)
  }

  async list(): Promise<ShelfList> {
    const files = await Promise.all([...this.#files.values()].reverse().map(withPresence))
    const first = files.find((file) => file.isThere)
    const room = first === undefined ? null : await diskRoom(path.dirname(first.path))
    return {
      files,
      totalBytes: files.reduce((sum, file) => sum + (file.isThere ? file.sizeBytes : 0), 0),
      freeBytes: room?.freeBytes ?? null,
      diskBytes: room?.totalBytes ?? null,
      removed: [...this.#removed.values()].map(({ file }) => ({ ...file, isThere: true })),
    }
  }

  describe(id: string, change: Partial<Pick<ShelfFile, 'tags' | 'notes'>>): Result<ShelfFile, AppError> {
    const file = this.#files.get(id)
    if (file === undefined) return err({ kind: 'not-found', what: 'file' })
    const changed = {
      ...file,
      ...(change.tags ? { tags: [...new Set(change.tags)] } : {}),
      ...(change.notes === undefined ? {} : { notes: change.notes }),
    }
    this.#files.set(id, changed)
    this.#save()
    return ok(changed)
  }

  /** Streams the file through SHA-256 and remembers the result. */
  async checksum(id: string, onProgress: (bytes: number) => void = () => undefined): Promise<Result<string, AppError>> {
    const file = this.#files.get(id)
    if (file === undefined) return err({ kind: 'not-found', what: 'file' })
    try {
      const hash = createHash('sha256')
      let bytes = 0
      for await (const chunk of fs.createReadStream(file.path, { highWaterMark: 1 << 20 })) {
        hash.update(chunk as Buffer)
        bytes += (chunk as Buffer).length
        onProgress(bytes)
      }
      const sha256 = hash.digest('hex')
      // Tags may have changed while it was read, or the file may have gone.
      const current = this.#files.get(id)
      if (current !== undefined) this.#files.set(id, { ...current, sha256, sizeBytes: bytes })
      this.#save()
      return ok(sha256)
    } catch (cause) {
      return err(ioError('read', file.path, cause))
    }
  }

  /** The files go out of sight and, unless undone, are deleted after ten minutes or when the app ends. */
  async remove(ids: readonly string[]): Promise<Result<null, AppError>> {
    for (const id of ids) {
      const file = this.#files.get(id)
      if (file === undefined) continue
      const hiddenAs = path.join(path.dirname(file.path), `.${path.basename(file.path)}.${id.slice(0, 8)}.removed`)
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other: the first that fails stops the rest
        await fs.promises.rename(file.path, hiddenAs)
        this.#hide(file, hiddenAs)
      } catch (cause) {
        // Already gone: only the entry is left to be taken off.
        if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') return err(ioError('remove', file.path, cause))
        this.#hide(file, null)
      }
    }
    this.#save()
    return ok(null)
  }

  /** Takes only the entry off: its file is gone for a reason of its own. */
  forget(id: string): void {
    if (this.#files.delete(id)) this.#save()
  }

  forgetPath(filePath: string): void {
    const file = [...this.#files.values()].find((entry) => entry.path === filePath)
    if (file !== undefined) this.forget(file.id)
  }

  /** Brings everything back that was removed and is not deleted yet. */
  async undoRemove(ids: readonly string[]): Promise<Result<null, AppError>> {
    for (const id of ids) {
      const removed = this.#removed.get(id)
      if (removed === undefined) continue
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other: the first that fails stops the rest
        if (removed.hiddenAs !== null) await fs.promises.rename(removed.hiddenAs, removed.file.path)
      } catch (cause) {
        return err(ioError('restore', removed.file.path, cause))
      }
      clearTimeout(removed.timer)
      this.#removed.delete(id)
      this.#files.set(id, removed.file)
    }
    this.#save()
    return ok(null)
  }

  subscribe(listener: () => void): Disposable {
    this.#listeners.add(listener)
    return toDisposable(() => this.#listeners.delete(listener))
  }

  async flush(): Promise<void> {
    await Promise.all([...this.#removed.keys()].map((id) => this.#delete(id)))
    await this.#store.flush()
  }

  dispose(): void {
    for (const { timer } of this.#removed.values()) clearTimeout(timer)
    this.#listeners.clear()
  }

  #hide(file: ShelfFile, hiddenAs: string | null): void {
    this.#files.delete(file.id)
    const timer = setTimeout(() => void this.#delete(file.id), undoMs)
    timer.unref()
    this.#removed.set(file.id, { file, hiddenAs, timer })
  }

  async #delete(id: string): Promise<void> {
    const removed = this.#removed.get(id)
    if (removed === undefined) return
    clearTimeout(removed.timer)
    this.#removed.delete(id)
    if (removed.hiddenAs !== null) {
      await fs.promises.rm(removed.hiddenAs, { force: true })
      await fs.promises.rm(marksPathOf(removed.file.path), { force: true })
    }
    for (const listener of this.#listeners) listener()
  }

  #save(): void {
    // A failed write is kept as `lastError` by the file and tried again with the next change.
    void this.#store.write({ version: shelfVersion, files: [...this.#files.values()] })
    for (const listener of this.#listeners) listener()
  }
}

async function withPresence(file: ShelfFile): Promise<ShelfEntry> {
  try {
    const { size } = await fs.promises.stat(file.path)
    return { ...file, sizeBytes: size, isThere: true }
  } catch {
    // Moved or deleted by somebody else: the entry stays and says so.
    return { ...file, isThere: false }
  }
}

function ioError(operation: string, filePath: string, cause: unknown): AppError {
  return { kind: 'io', operation, path: filePath, code: (cause as NodeJS.ErrnoException).code ?? 'unknown' }
}

function parseShelf(read: unknown): ReturnType<ConstructorParameters<typeof JsonFile<Content>>[0]['parse']> {
  const parsed = v.safeParse(fileSchema, read)
  if (parsed.success) return { ok: true, value: parsed.output, problem: null }
  return { ok: false, reason: 'not-understood', detail: parsed.issues[0].message }
}
