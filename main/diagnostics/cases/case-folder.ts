import fs from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { checklistSchema, dumpTypes } from '../../../shared/case/checklist.ts'
import {
  caseFileSchema,
  caseMarkSchema,
  caseProcessSchema,
  caseStepSchema,
  redactionCountSchema,
} from '../../../shared/case/case-document.ts'
import { readForeignJson } from '../../foreign/foreign-files.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import { writeAtomically } from '../../os/atomic-file.ts'
import { makeNewFolder } from '../../os/private-folder.ts'
import { elsewhereSchema } from './elsewhere.ts'
import { ioError } from '../../os/io-error.ts'

/*
 * What is collected, on disk: a folder with the files as they were made and `collected.json`, which is written anew after every step.
 * Whatever happens to Pipescope, the next run finds what was there by then.
 */

export const collectionKind = 'pipescope-case-collection'
const manifestName = 'collected.json'
const maxManifestBytes = 16 * 1024 * 1024

/** How a file is masked when it is packed. */
const maskForms = ['json', 'lines', 'json-lines', 'trace', 'none'] as const

const collectedFileSchema = v.object({
  ...v.omit(caseFileSchema, ['sizeBytes', 'sha256']).entries,
  /** Absolute for what lies elsewhere, else from the folder on. */
  path: v.string(),
  form: v.picklist(maskForms),
})
export type CollectedFile = v.InferOutput<typeof collectedFileSchema>

const manifestSchema = v.object({
  kind: v.literal(collectionKind),
  version: v.literal(1),
  id: v.string(),
  /** For the names of masks; never packed. */
  key: v.string(),
  createdMs: v.number(),
  finishedMs: v.nullable(v.number()),
  ownerPid: v.number(),
  ticket: v.nullable(v.string()),
  notes: v.nullable(v.string()),
  answers: v.optional(v.array(v.string()), []),
  checklist: checklistSchema,
  wantsLogs: v.boolean(),
  wantsHeap: v.boolean(),
  /** A runtime that waits at its start continues when its recording has begun. */
  resumes: v.boolean(),
  dump: v.nullable(v.picklist(dumpTypes)),
  processes: v.array(v.object({ ...caseProcessSchema.entries, key: v.string() })),
  steps: v.array(caseStepSchema),
  files: v.array(collectedFileSchema),
  counts: v.array(redactionCountSchema),
  marks: v.optional(v.array(caseMarkSchema), []),
  /** Of steps that run. */
  elsewhere: v.optional(v.array(elsewhereSchema), []),
  /** Of the try before the one that runs, set aside. */
  earlier: v.optional(v.array(collectedFileSchema), []),
  words: v.array(v.object({ rule: v.picklist(['host', 'user', 'home-folder']), word: v.string() })),
})
export type Collection = v.InferOutput<typeof manifestSchema>

/** The folder of one case while it is collected, and until its package is verified. */
export class CaseFolder {
  readonly path: string
  #collection: Collection
  #writing: Promise<void> = Promise.resolve()
  #failure: unknown = null

  private constructor(folder: string, collection: Collection) {
    this.path = folder
    this.#collection = collection
  }

  static async create(folder: string, collection: Collection): Promise<Result<CaseFolder, AppError>> {
    try {
      await makeNewFolder(folder)
      const made = new CaseFolder(folder, collection)
      await made.flush()
      return ok(made)
    } catch (cause) {
      return err(ioError(cause, 'write', folder))
    }
  }

  /** One that an earlier run left. Steps that were running then are over. */
  static async open(folder: string): Promise<Result<CaseFolder, AppError>> {
    const file = path.join(folder, manifestName)
    const read = await readForeignJson(file, maxManifestBytes)
    if (!read.ok) return err(asIoError(read.error, file))
    const parsed = v.safeParse(manifestSchema, read.value)
    if (!parsed.success)
      return err({ kind: 'malformed', what: file, offset: 0, expected: 'a collection', found: 'something else' })
    return ok(new CaseFolder(folder, parsed.output))
  }

  get collection(): Collection {
    return this.#collection
  }

  /** Where a file of it is. */
  pathOf(file: Pick<CollectedFile, 'path'>): string {
    return path.resolve(this.path, file.path)
  }

  change(change: (collection: Collection) => Partial<Collection>): void {
    this.#collection = { ...this.#collection, ...change(this.#collection) }
    this.#writing = this.#writing.then(
      () => this.#write(),
      () => this.#write(),
    )
    this.#writing.catch((cause: unknown) => (this.#failure = cause))
  }

  /** What changed is on disk. A disk that is full is no reason to stop: the files themselves say so. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => undefined)
  }

  /** Of the newest write that failed; null: none did. */
  get failure(): unknown {
    return this.#failure
  }

  async flush(): Promise<void> {
    await this.#write()
  }

  /** Everything in it is in a package that was verified. */
  async remove(): Promise<void> {
    await this.settled()
    await fs.promises.rm(this.path, { recursive: true, force: true })
  }

  async #write(): Promise<void> {
    await writeAtomically(path.join(this.path, manifestName), `${JSON.stringify(this.#collection, null, 2)}\n`)
  }
}

/** A run that works on it was killed. */
export function isCutShort({ finishedMs, steps, earlier }: Collection): boolean {
  return finishedMs === null || earlier.length > 0 || steps.some(({ state }) => state === 'running')
}
