import * as v from 'valibot'
import type { JobKind, JobTarget } from '../../../shared/model/job.ts'
import { readTextIfThere, writeFileAtomically } from '../../os/atomic-file.ts'

/** Version of the journal's file. */
const journalVersion = 1

/** A running job as the disk remembers it. */
export interface JournalEntry {
  readonly id: string
  readonly kind: JobKind
  readonly title: string
  readonly target: JobTarget | null
  readonly question: string | null
  /** Of the target's runtime; null while it is not known. */
  readonly cookie: string | null
  readonly startedMs: number
  readonly files: readonly string[]
}

const fileSchema = v.object({
  version: v.literal(journalVersion),
  jobs: v.array(
    v.object({
      id: v.string(),
      kind: v.string(),
      title: v.string(),
      target: v.nullable(v.object({ pid: v.number(), name: v.string(), processKey: v.nullable(v.string()) })),
      // Not in journals of older versions.
      question: v.optional(v.nullable(v.string()), null),
      cookie: v.optional(v.nullable(v.string()), null),
      startedMs: v.number(),
      files: v.array(v.string()),
    }),
  ),
})

/**
 * The jobs that run, on disk: what is in the file at start-up was cut off by a crash or a kill of ours, and its files are looked for.
 * Written synchronously when a job begins, changes its files or ends (a few times per job); progress is not in it.
 */
export class JobJournal {
  readonly #path: string
  readonly #running = new Map<string, JournalEntry>()
  #leftovers: readonly JournalEntry[]
  #written = ''

  constructor(filePath: string) {
    this.#path = filePath
    this.#leftovers = parse(readTextIfThere(filePath))
  }

  /** What an earlier run left; stays in the file until `forgetLeftovers`. */
  get leftovers(): readonly JournalEntry[] {
    return this.#leftovers
  }

  /** @param but for a later start */
  forgetLeftovers(but: readonly JournalEntry[] = []): void {
    this.#leftovers = but
    this.#write()
  }

  keep(entry: JournalEntry): void {
    this.#running.set(entry.id, entry)
    this.#write()
  }

  remove(id: string): void {
    if (this.#running.delete(id)) this.#write()
  }

  #write(): void {
    const jobs = [...this.#leftovers, ...this.#running.values()]
    const text = `${JSON.stringify({ version: journalVersion, jobs })}\n`
    if (text === this.#written) return
    try {
      writeFileAtomically(this.#path, text)
      this.#written = text
    } catch {
      // Disk full or folder gone: the job itself will say so; without the journal a later run does not find its file by itself.
    }
  }
}

function parse(text: string | null): readonly JournalEntry[] {
  if (text === null) return []
  try {
    const parsed = v.safeParse(fileSchema, JSON.parse(text))
    // A kind that a newer version wrote is shown like any other: it is only a word.
    return parsed.success ? parsed.output.jobs.map((job) => ({ ...job, kind: job.kind as JobKind })) : []
  } catch {
    // A journal that is no JSON is worth nothing.
    return []
  }
}
