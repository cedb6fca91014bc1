import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply } from '../../../shared/contract/index.ts'
import type { CasePackageDocument } from '../../../shared/model/cases.ts'
import { lookAtForeign } from '../../foreign/foreign-files.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import { CaseHost } from '../../workers/case/case-host.ts'
import { symbolsPathOf } from '../../workers/recorder/symbols-file.ts'
import { packageParts } from './package-parts.ts'

export interface CasePackagesParts {
  /** The bundled thread, `out/main/case-files.cjs`. */
  readonly workerPath: string
  /** Of this run; what is unpacked goes with it. */
  readonly folder: string
}

type Opened = NonNullable<Reply<'cases.open'>>

interface OpenPackage {
  readonly host: CaseHost
  readonly paths: readonly string[]
  readonly password: string | null
  readonly sizeBytes: number
  /** Where its files are unpacked to. */
  readonly folder: string
  readonly reading: Promise<Result<CasePackageDocument, AppError>>
  readonly unpacked: Map<string, string>
  readBytes: number
}

const notFound: AppError = { kind: 'not-found', what: 'case' }

/** Packages that were opened: each has a thread that reads it, and a folder for the files that somebody looks at. */
export class CasePackages {
  readonly #parts: CasePackagesParts
  readonly #open = new Map<string, OpenPackage>()

  constructor(parts: CasePackagesParts) {
    this.#parts = parts
  }

  async open(file: string, password: string | null): Promise<Result<Opened, AppError>> {
    const resolved = path.resolve(file)
    const paths = await packageParts(resolved)
    const looks = await Promise.all(paths.map((part) => lookAtForeign(part)))
    const failed = looks.find((look) => !look.ok)
    if (failed?.ok === false) return err(asIoError(failed.error, resolved))
    const sizeBytes = looks.reduce((sum, look) => sum + (look.ok ? look.value.sizeBytes : 0), 0)
    const documentId = `case-${randomUUID()}`
    const host = new CaseHost(this.#parts.workerPath)
    const entry: OpenPackage = {
      host,
      paths,
      password,
      sizeBytes,
      folder: path.join(this.#parts.folder, documentId),
      unpacked: new Map(),
      readBytes: 0,
      reading: host
        .ask('read', { paths, password }, { onProgress: (bytes) => (entry.readBytes = bytes) })
        .then((read) => (read.ok ? ok({ ...read.value, sizeBytes }) : read)),
    }
    this.#open.set(documentId, entry)
    return ok({ documentId, path: resolved, name: path.basename(resolved), sizeBytes })
  }

  progress(documentId: string): Result<Reply<'cases.progress'>, AppError> {
    const entry = this.#open.get(documentId)
    return entry === undefined ? err(notFound) : ok({ readBytes: entry.readBytes, totalBytes: entry.sizeBytes })
  }

  document(documentId: string): Promise<Result<CasePackageDocument, AppError>> {
    return this.#open.get(documentId)?.reading ?? Promise.resolve(err(notFound))
  }

  async text(documentId: string, name: string): Promise<Result<Reply<'cases.text'>, AppError>> {
    const entry = this.#open.get(documentId)
    if (entry === undefined) return err(notFound)
    const { host, paths, password } = entry
    return host.ask('read-text', { paths, password, name })
  }

  /** Under its own last name, in a folder that nobody else looks into; a file whose hash is not the listed one is not unpacked. */
  async unpack(documentId: string, name: string): Promise<Result<Reply<'cases.unpack'>, AppError>> {
    const entry = this.#open.get(documentId)
    if (entry === undefined) return err(notFound)
    const known = entry.unpacked.get(name)
    if (known !== undefined) return ok({ path: known })
    const read = await entry.reading
    if (!read.ok) return read
    const checked = (of: string): string | null =>
      read.value.files.find((file) => file.name === of && file.fault === null)?.sha256 ?? null
    const sha256 = checked(name)
    if (sha256 === null) return err({ kind: 'not-found', what: 'verified file' })
    const { host, paths, password, unpacked } = entry
    const folder = path.join(entry.folder, String(unpacked.size))
    try {
      await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 })
    } catch (cause) {
      return err({ kind: 'io', operation: 'write', path: folder, code: (cause as NodeJS.ErrnoException).code ?? '' })
    }
    const written = await host.ask('unpack', { paths, password, name, folder, sha256 })
    if (!written.ok) return written
    // Its method names, if they are beside it, have to be beside it again; a recording opens without them, too.
    const symbols = checked(symbolsPathOf(name))
    if (symbols !== null)
      await host.ask('unpack', { paths, password, name: symbolsPathOf(name), folder, sha256: symbols })
    unpacked.set(name, written.value.path)
    return ok({ path: written.value.path })
  }

  async close(documentId: string): Promise<void> {
    const entry = this.#open.get(documentId)
    if (entry === undefined) return
    this.#open.delete(documentId)
    await entry.host.close()
    await fs.promises.rm(entry.folder, { recursive: true, force: true })
  }
}
