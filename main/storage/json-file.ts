import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { writeAtomically } from '../os/atomic-file.ts'

/** What was found instead of a usable file. The file itself is never destroyed: it is renamed and kept. */
export interface SetAside {
  readonly keptAs: string | null
  readonly reason: 'unreadable' | 'not-json' | 'not-understood' | 'newer-version'
  readonly detail: string
}

export interface JsonFileOptions<T> {
  readonly path: string
  readonly defaults: T
  /**
   * Makes a value of today's version of whatever was read: migrates older versions, repairs what it can (`problem`
   * says what was lost), refuses the rest.
   */
  parse(read: unknown): ParsedFile<T>
  now(): number
}

export type ParsedFile<T> =
  | { readonly ok: true; readonly value: T; readonly problem: string | null }
  | { readonly ok: false; readonly reason: SetAside['reason']; readonly detail: string }

/** What fits the schema; the rest is set aside. The kind of fault is kept, not what was read: that is a person's own. */
export function parsedBy<T>(schema: v.GenericSchema<unknown, T>): (read: unknown) => ParsedFile<T> {
  return (read) => {
    const parsed = v.safeParse(schema, read)
    if (parsed.success) return { ok: true, value: parsed.output, problem: null }
    const { type, expected } = parsed.issues[0]
    return { ok: false, reason: 'not-understood', detail: `${type}: ${expected ?? 'another value'} expected` }
  }
}

/**
 * One small JSON file of ours. Reading is synchronous (some kilobytes, before the first window); writing goes to a
 * temporary file that is flushed and renamed, so that a crash leaves the old or the new content, never half of one.
 * Writes follow each other; of several waiting values only the newest is written.
 */
export class JsonFile<T> {
  readonly #options: JsonFileOptions<T>
  #next: { readonly value: T } | null = null
  #writing: Promise<void> | null = null
  #lastError: string | null = null

  constructor(options: JsonFileOptions<T>) {
    this.#options = options
  }

  /** A missing file gives the defaults and is not worth a word. */
  read(): { readonly value: T; readonly setAside: SetAside | null } {
    const { defaults } = this.#options
    let text: string
    try {
      text = readFileSync(this.#options.path, 'utf8')
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
      if (code === 'ENOENT') return { value: defaults, setAside: null }
      return { value: defaults, setAside: { keptAs: null, reason: 'unreadable', detail: code } }
    }
    const read = parseJson(text)
    if (!read.ok) return { value: defaults, setAside: this.#keep('not-json', read.detail) }
    const parsed = this.#options.parse(read.value)
    if (!parsed.ok) return { value: defaults, setAside: this.#keep(parsed.reason, parsed.detail) }
    if (parsed.problem === null) return { value: parsed.value, setAside: null }
    return { value: parsed.value, setAside: this.#keep('not-understood', parsed.problem) }
  }

  /** Resolves when this value, or a newer one, is on disk (or could not be written: see `lastError`). */
  async write(value: T): Promise<void> {
    this.#next = { value }
    this.#writing ??= this.#drain()
    await this.#writing
  }

  async flush(): Promise<void> {
    while (this.#writing !== null) await this.#writing
  }

  /** errno name of the last failed write, null once a write has worked again. */
  get lastError(): string | null {
    return this.#lastError
  }

  async #drain(): Promise<void> {
    while (this.#next !== null) {
      const { value } = this.#next
      this.#next = null
      try {
        await writeAtomically(this.#options.path, `${JSON.stringify(value, null, 2)}\n`)
        this.#lastError = null
      } catch (cause) {
        this.#lastError = (cause as NodeJS.ErrnoException).code ?? 'unknown'
      }
    }
    this.#writing = null
  }

  #keep(reason: SetAside['reason'], detail: string): SetAside {
    const stamp = new Date(this.#options.now()).toISOString().replaceAll(/[:.]/g, '-')
    const extension = path.extname(this.#options.path)
    const base = this.#options.path.slice(0, -extension.length)
    const keptAs = `${base}.${reason}.${stamp}${extension}`
    try {
      mkdirSync(path.dirname(keptAs), { recursive: true })
      renameSync(this.#options.path, keptAs)
      return { keptAs, reason, detail }
    } catch {
      // The folder cannot be written: the file stays where it is, and so does what it says.
      return { keptAs: null, reason, detail }
    }
  }
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; detail: string } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (cause) {
    // The message quotes the text around the fault, which is a person's own; only the kind is told.
    return { ok: false, detail: cause instanceof SyntaxError ? 'not valid JSON' : 'unreadable' }
  }
}
