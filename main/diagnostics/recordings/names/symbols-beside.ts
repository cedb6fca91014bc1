import fs from 'node:fs'
import { partNameOf } from '../../../os/atomic-file.ts'
import { maxSymbolsBytes, symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'

/*
 * Symbols come at the end of a recording. Until then the newest side session that brought some lies beside it, as the runtime sent it, so
 * that a crash of ours does not leave a file of bare addresses (docs/formats/symbols-file.md).
 */

/** Writes them; a disk that says no costs the symbols of a crash and nothing else. */
export class SymbolsBeside {
  readonly #path: string
  #partPath = ''
  #work: Promise<void> = Promise.resolve()
  #file: fs.promises.FileHandle | null = null
  #writtenBytes = 0
  #isOver = false
  #hasKept = false

  constructor(recordingPath: string) {
    this.#path = symbolsPathOf(recordingPath)
  }

  /** Some were read to their end and lie beside the recording. */
  get hasKept(): boolean {
    return this.#hasKept
  }

  /** Bytes of a side session, in order. Copied. */
  add(bytes: ArrayBuffer): void {
    const copy = new Uint8Array(bytes.slice(0))
    this.#next(() => this.#append(copy))
  }

  /** The side session is over. Only one that was read to its end takes the place of the one before. */
  end(isWhole: boolean): void {
    this.#next(() => this.#close(isWhole))
  }

  /** Everything that came is written. What comes from now on is not: nobody would close its file. */
  finish(): Promise<void> {
    this.#next(async () => {
      await this.#close(false)
      this.#isOver = true
    })
    return this.#work
  }

  /** The recording has its own symbols, or is discarded. */
  async remove(): Promise<void> {
    await this.finish()
    await fs.promises.rm(this.#path, { force: true }).catch(() => undefined)
  }

  #next(step: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#isOver) return
      try {
        await step()
      } catch {
        // ENOSPC, EACCES, EROFS, or the folder is gone.
        this.#isOver = true
        await this.#close(false).catch(() => undefined)
      }
    })
  }

  async #append(bytes: Uint8Array): Promise<void> {
    this.#file ??= await this.#open()
    this.#writtenBytes += bytes.length
    if (this.#writtenBytes > maxSymbolsBytes) throw new Error('more than symbols can be')
    await this.#file.write(bytes)
  }

  async #open(): Promise<fs.promises.FileHandle> {
    this.#writtenBytes = 0
    this.#partPath = partNameOf(this.#path)
    return fs.promises.open(this.#partPath, 'wx', 0o600)
  }

  async #close(isWhole: boolean): Promise<void> {
    const file = this.#file
    this.#file = null
    if (file === null) return
    await file.close()
    if (isWhole) {
      await fs.promises.rename(this.#partPath, this.#path)
      this.#hasKept = true
    } else await fs.promises.rm(this.#partPath, { force: true })
  }
}

/** A recording gets another name. */
export async function moveSymbols(from: string, to: string): Promise<void> {
  // ENOENT nearly always: there are some only while the recording has none of its own.
  await fs.promises.rename(symbolsPathOf(from), symbolsPathOf(to)).catch(() => undefined)
}
