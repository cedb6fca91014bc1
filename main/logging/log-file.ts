import { appendFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { QueueReport } from '../../shared/model/app.ts'

export interface LogFileOptions {
  readonly folder: string
  readonly maxFileBytes: number
  /** Kept besides the current file: `pipescope.1.log` is the newest of them. */
  readonly oldFileCount: number
}

/**
 * Lines on disk, rotated by size. Lines are gathered and written one batch after another; `flush` resolves when all
 * that was given is on disk. When writing fails (disk full, folder gone) lines are dropped and counted, and the next
 * batch tries again: a log must never bring the app down.
 */
export class LogFile {
  readonly #options: LogFileOptions
  #waiting: string[] = []
  #writing: Promise<void> | null = null
  #sizeBytes: number | null = null
  #droppedCount = 0
  #peak = 0

  constructor(options: LogFileOptions) {
    this.#options = options
  }

  get path(): string {
    return path.join(this.#options.folder, 'pipescope.log')
  }

  get droppedCount(): number {
    return this.#droppedCount
  }

  queue(): QueueReport {
    return {
      name: 'log-lines',
      owner: 'log',
      limit: maxWaitingLines,
      fill: this.#waiting.length,
      peak: this.#peak,
      droppedCount: this.#droppedCount,
      unit: 'items',
    }
  }

  /** Returns false when too much waits already and the line is dropped. */
  write(line: string): boolean {
    if (this.#waiting.length >= maxWaitingLines) {
      this.#droppedCount += 1
      return false
    }
    this.#waiting.push(line)
    this.#peak = Math.max(this.#peak, this.#waiting.length)
    this.#writing ??= this.#drain()
    return true
  }

  async flush(): Promise<void> {
    while (this.#writing !== null) await this.#writing
  }

  async #drain(): Promise<void> {
    // Gather what is logged in the same turn into one write.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const lines = this.#waiting
      this.#waiting = []
      try {
        await this.#append(`${lines.join('\n')}\n`)
      } catch {
        // ENOSPC, EACCES, EROFS, ENOENT: counted, shown on the diagnostics page.
        this.#droppedCount += lines.length
        this.#sizeBytes = null
      }
    }
    this.#writing = null
  }

  async #append(text: string): Promise<void> {
    if (this.#sizeBytes === null) {
      await mkdir(this.#options.folder, { recursive: true })
      this.#sizeBytes = await sizeOf(this.path)
    }
    const addedBytes = Buffer.byteLength(text)
    if (this.#sizeBytes > 0 && this.#sizeBytes + addedBytes > this.#options.maxFileBytes) {
      await this.#rotate()
      this.#sizeBytes = 0
    }
    await appendFile(this.path, text, { mode: 0o600 })
    this.#sizeBytes += addedBytes
  }

  async #rotate(): Promise<void> {
    const { folder, oldFileCount } = this.#options
    const old = (index: number) => path.join(folder, `pipescope.${index}.log`)
    await rm(old(oldFileCount), { force: true })
    for (let index = oldFileCount - 1; index >= 1; index--) await moveIfThere(old(index), old(index + 1))
    await moveIfThere(this.path, old(1))
  }
}

export const maxWaitingLines = 10_000

async function sizeOf(filePath: string): Promise<number> {
  try {
    return (await stat(filePath)).size
  } catch {
    // ENOENT: the first line of a new file.
    return 0
  }
}

async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
  }
}
