import { closeSync, mkdirSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { ChunkStorage, StoredAt } from '../../analysis/series/series-store.ts'

/** Files are dropped whole when the disk limit is reached, so one file is what a step of forgetting costs. */
const fileBytes = 8 * 2 ** 20

interface OpenFile {
  readonly number: number
  readonly path: string
  readonly descriptor: number
  length: number
}

/** Packed chunks in numbered files of a folder of this worker alone; everything is removed on dispose. Synchronous: it runs in a worker thread. */
export class ChunkFiles implements ChunkStorage, Disposable {
  readonly #directory: string
  readonly #onFailure: (code: string) => void
  readonly #files: OpenFile[] = []
  #nextNumber = 0
  #usedBytes = 0
  #hasFailed = false

  constructor(directory: string, onFailure: (code: string) => void) {
    this.#directory = directory
    this.#onFailure = onFailure
  }

  get usedBytes(): number {
    return this.#usedBytes
  }

  append(bytes: Uint8Array): StoredAt | null {
    if (this.#hasFailed) return null
    try {
      const file = this.#fileFor(bytes.length)
      let written = 0
      while (written < bytes.length)
        written += writeSync(file.descriptor, bytes, written, bytes.length - written, file.length + written)
      const at = { file: file.number, offset: file.length }
      file.length += bytes.length
      this.#usedBytes += bytes.length
      return at
    } catch (error) {
      // A full disk or a folder that vanished: said once, then memory only.
      this.#hasFailed = true
      this.#onFailure((error as NodeJS.ErrnoException).code ?? 'EUNKNOWN')
      return null
    }
  }

  read(at: StoredAt, offset: number, byteCount: number): Uint8Array {
    const file = this.#files.find((one) => one.number === at.file)
    if (file === undefined) throw new RangeError(`chunk file ${at.file} is gone`)
    const bytes = new Uint8Array(byteCount)
    let read = 0
    while (read < byteCount) {
      const step = readSync(file.descriptor, bytes, read, byteCount - read, at.offset + offset + read)
      if (step === 0) break
      read += step
    }
    if (read < byteCount) throw new RangeError(`chunk file ${at.file} ends early`)
    return bytes
  }

  dropOldest(): number | null {
    const file = this.#files.shift()
    if (file === undefined) return null
    this.#usedBytes -= file.length
    remove(file)
    return file.number
  }

  dispose(): void {
    for (const file of this.#files.splice(0)) remove(file)
    this.#usedBytes = 0
    this.#hasFailed = true
    try {
      if (this.#nextNumber > 0) rmSync(this.#directory, { recursive: true, force: true })
    } catch {
      // A folder that cannot be removed any more: the files in it were, and dispose never throws.
    }
  }

  #fileFor(byteCount: number): OpenFile {
    const last = this.#files.at(-1)
    if (last !== undefined && last.length + byteCount <= fileBytes) return last
    if (this.#nextNumber === 0) mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
    const number = this.#nextNumber++
    const filePath = path.join(this.#directory, `samples-${number}.bin`)
    const file = { number, path: filePath, descriptor: openSync(filePath, 'w+', 0o600), length: 0 }
    this.#files.push(file)
    return file
  }
}

function remove(file: OpenFile): void {
  try {
    closeSync(file.descriptor)
    unlinkSync(file.path)
  } catch {
    // Already gone (somebody cleaned the folder): nothing is left to free.
  }
}
