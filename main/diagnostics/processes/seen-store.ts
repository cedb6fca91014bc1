import * as v from 'valibot'
import type { SeenProcess } from '../../../shared/model/process.ts'
import { isSpoken, type ApplicationKey } from '../../storage/application-key.ts'
import { JsonFile, parsedBy } from '../../storage/json-file.ts'

/** Applications remembered without a pin; the oldest go first. */
const maxUnpinned = 100
const fileVersion = 1
/** Only what people may want to find again is worth a write: a last-seen time moves with every start. */
const writeDelayMs = 2000

const fileSchema = v.object({
  version: v.literal(fileVersion),
  applications: v.array(
    v.object({
      application: v.string(),
      name: v.string(),
      runtimeVersion: v.nullable(v.string()),
      lastSeenMs: v.number(),
      isPinned: v.boolean(),
    }),
  ),
})
type FileContent = v.InferOutput<typeof fileSchema>
const empty: FileContent = { version: fileVersion, applications: [] }

/** Applications that ran here before, and which of them are pinned. Kept in one file (or in memory only, for null). */
export class SeenStore {
  readonly #file: JsonFile<FileContent> | null
  /** By their names on disk. */
  readonly #seen = new Map<string, SeenProcess>()
  /** What those names stand for, of applications that were seen in this run: the disk does not say. */
  readonly #spoken = new Map<string, string>()
  readonly #keyOf: ApplicationKey
  #timer: NodeJS.Timeout | null = null

  constructor(path: string | null, now: () => number, keyOf: ApplicationKey = (application) => application) {
    this.#keyOf = keyOf
    this.#file = path === null ? null : new JsonFile({ path, defaults: empty, parse: parsedBy(fileSchema), now })
    const { applications } = this.#file?.read().value ?? empty
    for (const entry of applications) this.#set(entry)
    // Older versions wrote command lines.
    if (applications.some(({ application }) => isSpoken(application))) this.#write()
  }

  /** Pinned first, then by when they were seen last. */
  list(): readonly SeenProcess[] {
    return this.#sorted().map((entry) => {
      return { ...entry, application: this.#spoken.get(entry.application) ?? entry.application }
    })
  }

  isPinned(application: string): boolean {
    return this.#seen.get(this.#keyOf(application))?.isPinned ?? false
  }

  note(entry: Omit<SeenProcess, 'isPinned'>): void {
    this.#set({ ...entry, isPinned: this.isPinned(entry.application) })
    const unpinned = this.#sorted().filter((seen) => !seen.isPinned)
    for (const { application } of unpinned.slice(maxUnpinned)) this.#seen.delete(application)
    this.#save()
  }

  /**
   * One application under another name. Just after a start the command line is the system's, a moment later the runtime's own,
   * which reads differently: a pin set in between belongs to both, and the later one is what the next start is compared with.
   */
  rename(from: string, to: string): void {
    const former = this.#seen.get(this.#keyOf(from))
    if (former === undefined) return
    this.#seen.delete(this.#keyOf(from))
    this.#set({ ...former, application: to, isPinned: former.isPinned || this.isPinned(to) })
    this.#save()
  }

  pin(entry: Omit<SeenProcess, 'isPinned'>, isPinned: boolean): void {
    this.#set({ ...entry, isPinned })
    this.#save()
  }

  forget(application: string): boolean {
    const wasThere = this.#seen.delete(this.#keyOf(application))
    if (wasThere) this.#save()
    return wasThere
  }

  /** Resolves when everything is on disk. */
  async flush(): Promise<void> {
    if (this.#timer !== null) this.#write()
    await this.#file?.flush()
  }

  #set(entry: SeenProcess): void {
    const key = this.#keyOf(entry.application)
    if (key !== entry.application) this.#spoken.set(key, entry.application)
    this.#seen.set(key, { ...entry, application: key })
  }

  #sorted(): readonly SeenProcess[] {
    return [...this.#seen.values()].sort(
      (left, right) => Number(right.isPinned) - Number(left.isPinned) || right.lastSeenMs - left.lastSeenMs,
    )
  }

  #save(): void {
    if (this.#file === null) return
    this.#timer ??= setTimeout(() => this.#write(), writeDelayMs)
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    // A failed write is kept as `lastError` by the file and tried again with the next change.
    void this.#file?.write({ version: fileVersion, applications: [...this.#seen.values()] })
  }
}
