import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { Readable } from 'node:stream'
import { configure, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import { openRegularFile } from '../../foreign/open-regular.ts'
import type { PackedFile, PackedZip, PackOrder, PackText } from './case-protocol.ts'
import { ZipOutput } from './zip-files.ts'

/** The name of the list of hashes. It is the last one, and has a line for every other file. */
export const sumsName = 'SHA256SUMS'
/** What these have inside is packed already. */
const packedEndings = /\.(?:gz|zst|zip|br|xz)$/

/**
 * Writes a package file by file: each is read once, hashed while it passes, and never in memory as a whole. `close` adds the texts that
 * need those hashes, then the list of all hashes. What was not closed leaves nothing behind.
 */
export class CasePacker {
  readonly #output: ZipOutput
  readonly #zip: ZipWriter<unknown>
  readonly #password: string | null
  readonly #files: PackedFile[] = []
  readonly #onBytes: (bytes: number) => void
  #bytes = 0

  constructor({ zipPath, password, partBytes }: Omit<PackOrder, 'files'>, onBytes: (bytes: number) => void) {
    // Threads of its own would need files beside the bundle; this is a thread already.
    configure({ useWebWorkers: false, chunkSize: 256 * 1024 })
    this.#output = new ZipOutput(zipPath, partBytes)
    this.#password = password
    this.#onBytes = onBytes
    this.#zip = new ZipWriter(this.#output.target as WritableStream, { keepOrder: true })
  }

  async add(files: PackOrder['files'], signal: AbortSignal): Promise<Result<readonly PackedFile[], AppError>> {
    for (const { name, path } of files) {
      const opened = openRegularFile(path)
      if (!opened.ok) return err(asIoError(opened.error, path))
      const { fd, stats } = opened.value
      // oxlint-disable-next-line no-await-in-loop -- one entry after the other
      const added = await this.#guarded(path, async () => {
        const stream = fs.createReadStream('', { fd, end: Math.max(0, stats.size - 1), highWaterMark: 256 * 1024 })
        if (stats.size === 0) {
          stream.destroy()
          return this.#addBytes(name, new Uint8Array())
        }
        return this.#addStream(name, Readable.toWeb(stream) as ReadableStream<Uint8Array>, stats.size, signal)
      })
      if (!added.ok) return added
    }
    return ok(this.#files)
  }

  /** Also what was collected before it could not go on is in the package when this has succeeded. */
  async close(texts: readonly PackText[]): Promise<Result<PackedZip, AppError>> {
    const written = await this.#guarded(this.#output.paths[0] ?? '', async () => {
      // oxlint-disable-next-line no-await-in-loop -- one entry after the other
      for (const { name, text } of texts) await this.#addBytes(name, Buffer.from(text, 'utf8'))
      await this.#addBytes(sumsName, Buffer.from(sumsText(this.#files), 'utf8'))
      await this.#zip.close()
    })
    if (!written.ok) return written
    return ok({ paths: this.#output.paths, files: this.#files })
  }

  keep(): readonly string[] {
    return this.#output.keep()
  }

  discard(): void {
    this.#output.discard()
  }

  async #addStream(
    name: string,
    source: ReadableStream<Uint8Array>,
    sizeBytes: number,
    signal: AbortSignal,
  ): Promise<void> {
    const hash = createHash('sha256')
    let length = 0
    const counted = source.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          hash.update(chunk)
          length += chunk.length
          this.#onBytes(this.#bytes + length)
          controller.enqueue(chunk)
        },
      }),
    )
    await this.#zip.add(name, { readable: counted, size: sizeBytes }, { ...this.#entry(name), signal })
    this.#bytes += length
    this.#files.push({ name, sizeBytes: length, sha256: hash.digest('hex') })
  }

  async #addBytes(name: string, bytes: Uint8Array): Promise<void> {
    await this.#zip.add(name, new Uint8ArrayReader(bytes), this.#entry(name))
    this.#bytes += bytes.length
    this.#files.push({ name, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  }

  #entry(name: string): { level?: number; password?: string; encryptionStrength: 3 } {
    return {
      ...(packedEndings.test(name) ? { level: 0 } : {}),
      ...(this.#password === null ? {} : { password: this.#password }),
      encryptionStrength: 3,
    }
  }

  async #guarded(path: string, work: () => Promise<unknown>): Promise<Result<null, AppError>> {
    try {
      await work()
      return ok(null)
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException
      if (name === 'AbortError') return err({ kind: 'cancelled' })
      if (code === undefined || typeof code !== 'string') throw error
      return err({ kind: 'io', operation: 'write', path, code })
    }
  }
}

/** The form of `sha256sum`: a hash, two blanks, a path from here on. */
function sumsText(files: readonly PackedFile[]): string {
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
}
