import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import * as v from 'valibot'
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import {
  savedFileSchema,
  savedFilesVersion,
  type RecordedProcess,
  type SavedFileEntry,
  type SavedFile,
  type SavedFileList,
} from '../../../shared/model/saved-file.ts'
import { lookAtForeign, openForeign } from '../../foreign/foreign-files.ts'
import { JsonFile, parsedBy } from '../../storage/json-file.ts'
import { diskRoom } from '../recordings/recording-files.ts'
import { RemovedFiles, removedFileSchema, type Trash } from './removed-files.ts'

const fileSchema = v.object({
  version: v.literal(savedFilesVersion),
  files: v.array(savedFileSchema),
  /** Taken off, and to be had back for a while. */
  removed: v.optional(v.array(removedFileSchema), []),
})
type Content = v.InferOutput<typeof fileSchema>
const empty: Content = { version: savedFilesVersion, files: [], removed: [] }

export type NewSavedFile = Omit<SavedFile, 'id' | 'tags' | 'notes' | 'sha256'> &
  Partial<Pick<SavedFile, 'sha256' | 'tags'>>

export interface SavedFilesOptions {
  /** One JSON file of ours. */
  readonly path: string
  readonly now: () => number
  readonly trash: Trash
  /** A file whose time for an undo is over could not be moved to the trash: it is listed again. */
  readonly onTrashFailed?: (file: SavedFile) => void
}

/** Everything that was made here, newest first. */
export class SavedFiles implements Disposable {
  readonly #store: JsonFile<Content>
  readonly #files = new Map<string, SavedFile>()
  readonly #removed: RemovedFiles
  readonly #listeners = new Set<() => void>()

  constructor(options: SavedFilesOptions) {
    this.#store = new JsonFile({ path: options.path, defaults: empty, parse: parsedBy(fileSchema), now: options.now })
    const { files, removed } = this.#store.read().value
    for (const file of files) this.#files.set(file.id, file)
    this.#removed = new RemovedFiles({
      journal: removed,
      trash: options.trash,
      now: options.now,
      save: async () => {
        await this.#save()
        return this.#store.lastError
      },
      putBack: (file) => void this.#files.set(file.id, file),
      onTrashFailed: (file) => options.onTrashFailed?.(file),
    })
  }

  /** Once, at the start: removals that a crash has cut off. */
  async recover(): Promise<void> {
    await this.#removed.recover()
  }

  add(file: NewSavedFile): SavedFile {
    const known = [...this.#files.values()].find((entry) => entry.path === file.path)
    const entry: SavedFile = {
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
    void this.#save()
    return entry
  }

  get(id: string): SavedFile | null {
    return this.#files.get(id) ?? null
  }

  /** Whether a path is one of ours, so that a page may ask to have it shown. */
  hasPath(filePath: string): boolean {
    return this.at(filePath) !== null
  }

  at(filePath: string): SavedFile | null {
    return [...this.#files.values()].find((file) => file.path === filePath) ?? null
  }

  /** Null: no recording of ours that a crash cut off. */
  recordedProcessOf(filePath: string): RecordedProcess | null {
    return this.at(filePath)?.recordedProcess ?? null
  }

  async list(): Promise<SavedFileList> {
    const files = await withPresence([...this.#files.values()].reverse())
    const first = files.find((file) => file.isThere === true)
    const room = first === undefined ? null : await diskRoom(path.dirname(first.path))
    return {
      files,
      totalBytes: files.reduce((sum, file) => sum + (file.isThere === false ? 0 : file.sizeBytes), 0),
      freeBytes: room?.freeBytes ?? null,
      diskBytes: room?.totalBytes ?? null,
      removed: this.#removed.journal.map(({ file }) => ({ ...file, isThere: true })),
    }
  }

  describe(id: string, change: Partial<Pick<SavedFile, 'tags' | 'notes'>>): Result<SavedFile, AppError> {
    const file = this.#files.get(id)
    if (file === undefined) return err({ kind: 'not-found', what: 'file' })
    const changed = {
      ...file,
      ...(change.tags ? { tags: [...new Set(change.tags)] } : {}),
      ...(change.notes === undefined ? {} : { notes: change.notes }),
    }
    this.#files.set(id, changed)
    void this.#save()
    return ok(changed)
  }

  /** Streams the file through SHA-256 and remembers the result. */
  async checksum(id: string, onProgress: (bytes: number) => void = () => undefined): Promise<Result<string, AppError>> {
    const file = this.#files.get(id)
    if (file === undefined) return err({ kind: 'not-found', what: 'file' })
    try {
      const hash = createHash('sha256')
      let bytes = 0
      const content = await openForeign(file.path)
      for await (const chunk of content.createReadStream({ highWaterMark: 1 << 20 })) {
        hash.update(chunk as Buffer)
        bytes += (chunk as Buffer).length
        onProgress(bytes)
      }
      const sha256 = hash.digest('hex')
      // Tags may have changed while it was read, or the file may have gone.
      const current = this.#files.get(id)
      if (current !== undefined) this.#files.set(id, { ...current, sha256, sizeBytes: bytes })
      void this.#save()
      return ok(sha256)
    } catch (cause) {
      return err(ioError('read', file.path, cause))
    }
  }

  /** The files go out of sight and, unless undone, to the trash after ten minutes or when the app ends. */
  async remove(ids: readonly string[]): Promise<Result<null, AppError>> {
    const files = ids.flatMap((id) => this.#files.get(id) ?? [])
    for (const { id } of files) this.#files.delete(id)
    return this.#removed.hide(files)
  }

  /** Takes only the entry off: its file is gone for a reason of its own. */
  forget(id: string): void {
    if (this.#files.delete(id)) void this.#save()
  }

  forgetPath(filePath: string): void {
    const file = this.at(filePath)
    if (file !== null) this.forget(file.id)
  }

  /** Brings everything back that was removed and is not in the trash yet. */
  async undoRemove(ids: readonly string[]): Promise<Result<null, AppError>> {
    return this.#removed.restore(ids)
  }

  subscribe(listener: () => void): Disposable {
    this.#listeners.add(listener)
    return toDisposable(() => this.#listeners.delete(listener))
  }

  async flush(): Promise<void> {
    await this.#removed.flush()
    await this.#store.flush()
  }

  dispose(): void {
    this.#removed.dispose()
    this.#listeners.clear()
  }

  /** A failed write is kept as `lastError` by the file and tried again with the next change. */
  #save(): Promise<void> {
    const files = [...this.#files.values()]
    const writing = this.#store.write({ version: savedFilesVersion, files, removed: [...this.#removed.journal] })
    for (const listener of this.#listeners) listener()
    return writing
  }
}

/**
 * With what is on the disk now. Of a disk that does not answer one file is asked about, and none of those that lie beside it or in folders beside its
 * folder, as those of one recordings folder do: each would take its deadline.
 */
async function withPresence(files: readonly SavedFile[]): Promise<readonly SavedFileEntry[]> {
  const hung = new Set<string>()
  const entries: SavedFileEntry[] = []
  for (const file of files) {
    const place = path.dirname(path.dirname(file.path))
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that one that hangs keeps the others from being asked
    const looked = hung.has(place) ? null : await lookAtForeign(file.path)
    if (looked?.ok === false && looked.error.kind === 'no-answer') hung.add(place)
    if (looked?.ok === true && looked.value.type === 'file')
      entries.push({ ...file, sizeBytes: looked.value.sizeBytes, isThere: true })
    // Moved or deleted by somebody else: the entry stays and says so.
    else entries.push({ ...file, isThere: hung.has(place) ? null : false })
  }
  return entries
}

function ioError(operation: string, filePath: string, cause: unknown): AppError {
  return { kind: 'io', operation, path: filePath, code: (cause as NodeJS.ErrnoException).code ?? 'unknown' }
}
