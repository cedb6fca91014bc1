import fs from 'node:fs'
import { finished } from 'node:stream/promises'
import type { WriteStream } from 'node:fs'
import { partNameOf } from '../../os/atomic-file.ts'
import { UnfinishedFile } from '../unfinished-files.ts'

/** Of a package in parts: every part but the last one is `.z01`, `.z02` ...; the last one is the `.zip`. */
export function partPath(zipPath: string, index: number, isLast: boolean): string {
  return isLast ? zipPath : zipPath.replace(/\.zip$/, `.z${String(index + 1).padStart(2, '0')}`)
}

/** The file or files that a package is written to, under names of their own. Nothing has the name of a package before `keep`. */
export class ZipOutput {
  readonly #zipPath: string
  readonly #partBytes: number | null
  readonly #written: UnfinishedFile[] = []
  readonly #open = new Set<WriteStream>()

  constructor(zipPath: string, partBytes: number | null) {
    this.#zipPath = zipPath
    this.#partBytes = partBytes
  }

  get paths(): readonly string[] {
    return this.#written.map(({ path }) => path)
  }

  /** What the writer of the package takes: one stream, or one after the other. */
  get target(): WritableStream<Uint8Array> | AsyncGenerator<{ writable: WritableStream; maxSize: number }> {
    return this.#partBytes === null ? this.#next() : this.#parts(this.#partBytes)
  }

  async *#parts(maxSize: number): AsyncGenerator<{ writable: WritableStream; maxSize: number }> {
    for (;;) yield { writable: this.#next(), maxSize }
  }

  #next(): WritableStream<Uint8Array> {
    const part = new UnfinishedFile(partNameOf(this.#zipPath))
    const stream = fs.createWriteStream(part.path, { flags: 'wx', mode: 0o600, flush: true })
    this.#written.push(part)
    this.#open.add(stream)
    // Told by the write that failed, too; without a listener it would end the thread.
    stream.on('error', () => undefined)
    return new WritableStream<Uint8Array>({
      write: (chunk) =>
        new Promise((resolve, reject) => {
          stream.write(chunk, (error) => (error == null ? resolve() : reject(error)))
        }),
      close: async () => {
        this.#open.delete(stream)
        stream.end()
        await finished(stream)
      },
      abort: () => void stream.destroy(),
    })
  }

  /** Gives everything its final name. Throws EEXIST where one was taken meanwhile: nothing is overwritten. */
  keep(): readonly string[] {
    const { length } = this.#written
    const names = this.#written.map((_path, index) => partPath(this.#zipPath, index, index === length - 1))
    const taken = names.find((name) => fs.existsSync(name))
    if (taken !== undefined) throw Object.assign(new Error(taken), { code: 'EEXIST', path: taken, syscall: 'rename' })
    names.forEach((name, index) => {
      const part = this.#written[index]!
      part.putAt(name)
    })
    return names
  }

  discard(): void {
    for (const stream of this.#open) stream.destroy()
    for (const part of this.#written) part[Symbol.dispose]()
  }
}
