import { lstatSync, type Stats } from 'node:fs'
import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { PartReading } from './trace-file.ts'
import { pause } from '../../os/pause.ts'

/** As often as a person can follow. */
const everyMs = 250
/** How the parts of a large file become longer. */
export interface ReadingPace {
  /** Each is at most so many times what was read before: with four, all the answers in between cost a third of the last ones. */
  readonly partGrowth: number
  /** A part ends after so long, or when it has taken `answersShare` times as long as the answers before it. */
  readonly shortestPartMs: number
}

const usualPace: ReadingPace = { partGrowth: 4, shortestPartMs: 500 }
/** Nobody waits much longer than for the answers before, and reading keeps most of the time. */
const answersShare = 4
/** What is left of a file is a part of its own only where it is so much of what was read: everything is answered anew at its end. */
const leastLastShare = 1 / 3
/**
 * A look at a file that grows ends after a while, too: one that is written as fast as it is read would never let it end, and nothing is answered
 * meanwhile. It takes twice as long as the answers before it, so that a document that is behind catches up.
 */
const shortestLookMs = 250
const longestLookMs = 3000
const lookShare = 2

export interface GrownTrace {
  /** Nothing more comes: the file has its end, or whoever wrote it has stopped. */
  readonly isOver: boolean
  /** New symbols were read from the file beside it. */
  readonly hasSymbols: boolean
  /** Why it is over before its end: the file could not be read further. */
  readonly error: AppError | null
}

export interface TraceGrowthOptions {
  /** The file beside the recording, which is replaced whenever there are more of them. */
  readonly symbolsPath: string
  readonly readSymbols: () => Promise<boolean>
  /** The file is all there and is read in pieces, of which this is the first. Left out: it grows, and is read as far as it goes. */
  readonly firstBytes?: number | undefined
  readonly pace?: ReadingPace | undefined
  /** Resolves when what a person waits for is answered. */
  readonly whenServed: () => Promise<void>
  /** Resolves when a person looks at the first part, and nobody waits for anything. */
  readonly whenShown?: () => Promise<void>
  readonly now?: () => number
  /** More was read or named. */
  readonly onGrown: (grown: GrownTrace) => void
}

/** Reads a file that is still being written, or takes long to read, a few times a second, in turns with the answers: what is half read is looked at by nobody. */
export class TraceGrowth implements Disposable {
  readonly #reading: PartReading
  readonly #options: TraceGrowthOptions
  #timer: NodeJS.Timeout | null = null
  #turn: Promise<void> = Promise.resolve()
  #isFinishing = false
  #isOver = false
  #symbols = ''
  /** So much of a large file ends its part. */
  #enoughBytes: number
  /** What answers took after the last part. */
  #answersMs = 0

  constructor(reading: PartReading, options: TraceGrowthOptions) {
    this.#reading = reading
    this.#options = options
    this.#enoughBytes = options.firstBytes ?? Number.POSITIVE_INFINITY
  }

  /** Resolves when nothing is being read. */
  get whenStill(): Promise<void> {
    return this.#turn
  }

  /** Resolves when the head of the file was read, or it is clear that none will come; then it goes on by itself. */
  async begin(): Promise<Result<number, AppError>> {
    let read = await this.#readPiece()
    while (read.ok && this.#reading.trace.header === null && !this.#reading.isOver && !this.#isFinishing) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await pause(everyMs)
      // oxlint-disable-next-line no-await-in-loop
      read = await this.#readPiece()
    }
    if (!read.ok) return read
    if (this.#reading.trace.header === null) this.#reading.end()
    else if (this.#options.firstBytes === undefined) this.#plan(0)
    else this.#planSecond()
    return ok(read.value)
  }

  /** The page needs a moment until it asks about the beginning, and no longer than that. */
  #planSecond(): void {
    this.#plan(everyMs)
    const planned = this.#timer
    void this.#options.whenShown?.().then(() => {
      if (this.#timer === planned) this.#plan(0)
    })
  }

  /** Nothing more will be written. */
  finish(): void {
    this.#isFinishing = true
    if (this.#timer !== null) this.#plan(0)
  }

  [Symbol.dispose](): void {
    this.dispose()
  }

  dispose(): void {
    this.#isOver = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #plan(afterMs: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    const plannedMs = this.#now() + afterMs
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.#begin(plannedMs)
    }, afterMs)
  }

  /** Where something is left to read, the next part waits until what is asked about the last one is answered. */
  async #begin(plannedMs: number): Promise<void> {
    if (this.#options.firstBytes !== undefined || !this.#reading.isAtEnd) await this.#options.whenServed()
    this.#answersMs = this.#now() - plannedMs
    if (!this.#isOver) this.#turn = this.#readOn()
  }

  async #readOn(): Promise<void> {
    const startMs = this.#now()
    const isLast = this.#isFinishing
    const read = await this.#readPiece()
    const hasSymbols = await this.#readNewSymbols()
    if (this.#isOver) return
    const isOver = this.#reading.isOver || !read.ok || (isLast && this.#reading.isAtEnd)
    if (isOver) {
      this.#isOver = true
      this.#reading.end()
    }
    if (isOver || hasSymbols || (read.ok && read.value > 0))
      this.#options.onGrown({ isOver, hasSymbols, error: read.ok ? null : read.error })
    if (isOver) return
    // A disk that is slow takes no more than half of the time: answers need the rest. Where something is left to read nothing is waited for:
    // what is asked meanwhile is answered between two parts.
    const isBehind = this.#options.firstBytes !== undefined || !this.#reading.isAtEnd
    this.#plan(isBehind ? 0 : Math.max(everyMs, this.#now() - startMs))
  }

  async #readPiece(): Promise<Result<number, AppError>> {
    if (this.#options.firstBytes === undefined) return this.#look()
    const { partGrowth, shortestPartMs } = this.#options.pace ?? usualPace
    const endMs = this.#now() + Math.max(shortestPartMs, this.#answersMs * answersShare)
    const isEnough = (readBytes: number, totalBytes: number): boolean =>
      (readBytes >= this.#enoughBytes || this.#now() >= endMs) && totalBytes - readBytes > readBytes * leastLastShare
    const read = await this.#reading.readOn(isEnough)
    this.#enoughBytes = this.#reading.trace.readByteCount * partGrowth
    return read
  }

  #look(): Promise<Result<number, AppError>> {
    const endMs = this.#now() + Math.min(longestLookMs, Math.max(shortestLookMs, this.#answersMs * lookShare))
    return this.#reading.readOn(() => this.#now() >= endMs)
  }

  #now(): number {
    return this.#options.now?.() ?? performance.now()
  }

  async #readNewSymbols(): Promise<boolean> {
    const found = entryAt(this.#options.symbolsPath)
    const version = found === undefined ? '' : `${String(found.size)} ${String(found.mtimeMs)} ${String(found.ino)}`
    if (version === '' || version === this.#symbols) return false
    this.#symbols = version
    return this.#options.readSymbols()
  }
}

/** Nothing where the system won't say (the folder is gone or closed, the disk is dead): a recording is shown without names then. */
function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return undefined
  }
}
