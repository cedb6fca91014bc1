import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { FarLaunch, FarOutputSize, OutputName } from '../../machines/far-launch.ts'
import type { OutputFile } from './output-file.ts'

/** As much as is kept here. */
const maxFarBytes = 64 * 1024 * 1024
const chunkBytes = 256 * 1024
/** At one look: the rest comes at the next, so that a talkative program holds nothing else up. */
const maxChunks = 8

/** What a program on another machine writes into a file there, copied to one here, and emptied there when it has grown long. */
export class FarOutput {
  readonly #name: OutputName
  readonly #file: OutputFile
  /** Of the file there. */
  #readBytes = 0
  /** Emptied there while nobody read, as far as it is accounted for here. */
  #emptiedBytes = 0

  constructor(name: OutputName, file: OutputFile) {
    this.#name = name
    this.#file = file
  }

  /** Of the file there, as it was just now. True: all of it is here. */
  async take(
    launch: Pick<FarLaunch, 'output' | 'trim'>,
    { sizeBytes, emptiedBytes }: FarOutputSize,
  ): Promise<Result<boolean, AppError>> {
    if (emptiedBytes > this.#emptiedBytes) {
      this.#file.miss(emptiedBytes - this.#emptiedBytes - this.#readBytes)
      this.#emptiedBytes = emptiedBytes
      this.#readBytes = 0
    }
    if (sizeBytes > maxFarBytes) {
      const trimmed = await launch.trim(this.#name)
      if (!trimmed.ok) return trimmed
      this.#file.leaveOut(Math.max(0, sizeBytes - this.#readBytes))
      this.#readBytes = 0
      return ok(true)
    }
    // Emptied there while nobody read on.
    if (sizeBytes < this.#readBytes) this.#readBytes = 0
    for (let left = maxChunks; left > 0 && this.#readBytes < sizeBytes; left--) {
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other
      const read = await launch.output(this.#name, this.#readBytes, chunkBytes)
      if (!read.ok) return read
      // Somebody there has shortened it, or that machine says a size that is not so: there is no more.
      if (read.value.length === 0) return ok(true)
      this.#keep(read.value)
      this.#readBytes += read.value.length
      this.#file.trim()
    }
    return ok(this.#readBytes >= sizeBytes)
  }

  #keep(bytes: Buffer): void {
    try {
      this.#file.append(bytes)
    } catch {
      // ENOSPC: the disk here is full, which is nothing to stop a program there for.
      this.#file.leaveOut(bytes.length)
    }
  }
}
