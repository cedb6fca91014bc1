import { closeSync, fstatSync, readSync } from 'node:fs'
import os from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { withColumnGrowth } from '../../analysis/grown-column.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import { openRegularFile } from '../../foreign/open-regular.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { TraceListener } from '../../nettrace/trace/trace-listener.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { work } from '../../nettrace/work-steps.ts'
import { bearsItsName } from './file-identity.ts'
import { SegmentSpillFile } from '../live/segment-spill.ts'
import { ioError } from '../../os/io-error.ts'

/**
 * A piece stays within the second cache of a processor between its copy out of the system's cache and its decoding. Both
 * happen in this thread: what another processor has copied comes from further away, above all stacks, which are walked size by size.
 */
const stepBytes = 2 ** 18
/** One behind the other, so that what is left of one is followed by the next; all of them together stay within that cache. */
const pieceCount = 4
/** Messages are served after this much, which is one or two milliseconds of work. */
const bytesBetweenPauses = 2 ** 22
/** And after this much beside the decoding itself, or of time: a file may cost more than its bytes, or come from a slow disk. */
const stepsBetweenPauses = 2 ** 20
const msBetweenPauses = 200
/** Columns don't fill evenly. */
const roomShare = 1.1
const bytesBetweenReports = 32 * 2 ** 20
const msBetweenReports = 1000
/** What the columns of one trace may take of the machine's memory; more goes to disk. */
const budgetShare = 0.25
const largestBudgetBytes = 2 ** 31

export interface ReadTraceOptions {
  /** False: only what the listener collects is left. Default: true. */
  readonly keepsSegments?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (readBytes: number, totalBytes: number) => void
  /** For all columns; default a quarter of the machine's memory, at most 2 GiB. */
  readonly memoryBudgetBytes?: number
  /** Where columns beyond the budget are written. Default: the system's folder for temporary files. */
  readonly spillFolder?: string
}

/** Whether to stop for now, before more is read. */
export type IsEnough = (readBytes: number, totalBytes: number) => boolean

/** A file that is read in parts: `readOn` until it is over, then `end`. Its trace can be looked at in between. */
export type PartReading = Pick<TraceFileReading, 'trace' | 'isOver' | 'isAtEnd' | 'readOn' | 'end'>

/** Who owns a trace that was read from a file gives its memory and its temporary file back with `dispose`. */
export interface ReadTrace {
  readonly trace: Trace
  dispose(): void
}

/**
 * Reads a whole trace file in this thread, which should be a worker. Messages are served every few pieces. A file that is
 * damaged or no trace at all is not an error here: what could be read is in the trace, and `trace.damage` says the rest.
 */
export async function readTraceFile(
  path: string,
  listener: TraceListener,
  options: ReadTraceOptions = {},
): Promise<Result<Trace, AppError>> {
  const read = await openTraceFile(path, listener, options)
  return read.ok ? ok(read.value.trace) : read
}

/** The same for owners that close what they open. */
export async function openTraceFile(
  path: string,
  listener: TraceListener,
  options: ReadTraceOptions = {},
): Promise<Result<ReadTrace, AppError>> {
  const opened = TraceFileReading.open(path, listener, options)
  if (!opened.ok) return opened
  const reading = opened.value
  const read = await reading.readOn()
  if (!read.ok) {
    reading.dispose()
    return read
  }
  reading.end()
  return ok(reading)
}

/**
 * A trace file that is read as far as it goes, and further when it has grown: `readOn` until nothing more will come, then `end`. Its trace can be
 * looked at between the two, with the events that are there by then.
 */
export class TraceFileReading implements ReadTrace {
  readonly path: string
  readonly #options: ReadTraceOptions
  readonly #reader: TraceReader
  readonly #spill: SegmentSpillFile
  readonly #pieces: ReturnType<TraceReader['makePieces']>
  #file: number | null
  #turn = 0
  #position = 0
  #isAtEnd = false
  #hasEnded = false

  private constructor(path: string, file: number, listener: TraceListener, options: ReadTraceOptions) {
    this.path = path
    this.#file = file
    this.#options = options
    this.#spill = new SegmentSpillFile(options.spillFolder)
    const memoryBudgetBytes =
      options.memoryBudgetBytes ?? Math.min(largestBudgetBytes, Math.floor(os.totalmem() * budgetShare))
    const keepsSegments = options.keepsSegments ?? true
    this.#reader = new TraceReader(listener, { spill: this.#spill, memoryBudgetBytes, keepsSegments })
    this.#pieces = this.#reader.makePieces(stepBytes, pieceCount)
  }

  static open(path: string, listener: TraceListener, options: ReadTraceOptions): Result<TraceFileReading, AppError> {
    const opened = openRegularFile(path)
    return opened.ok
      ? ok(new TraceFileReading(path, opened.value.fd, listener, options))
      : err(asIoError(opened.error, path))
  }

  get trace(): Trace {
    return this.#reader.trace
  }

  /** The end marker was read, or nothing behind can be understood: more bytes change nothing. */
  get isOver(): boolean {
    return this.#reader.state !== 'reading'
  }

  /** There was nothing more in the file at the last look. */
  get isAtEnd(): boolean {
    return this.#isAtEnd
  }

  /** Up to the end that the file has now, or until it is `isEnough`; how many bytes were read. */
  async readOn(isEnough: IsEnough = () => false): Promise<Result<number, AppError>> {
    const from = this.#position
    try {
      return (await this.#readInSteps(isEnough)) ? ok(this.#position - from) : err({ kind: 'cancelled' })
    } catch (error) {
      return err(ioError(error, 'read', this.path))
    }
  }

  /** No more will come. */
  end(): void {
    this.endStream()
    this.#closeFile()
  }

  /** The same, and the file stays open for payloads that are looked at later, until `end`. */
  endStream(): void {
    if (!this.#hasEnded) this.#reader.end()
    this.#hasEnded = true
  }

  /** Bytes from a place on once more, as many as are there and fit. Throws what the system says. */
  readAgain(bytes: Uint8Array, position: number): number {
    return this.#file === null ? 0 : readSync(this.#file, bytes, 0, bytes.length, position)
  }

  /** See `TraceReader.charge`. */
  charge(steps: number): boolean {
    return this.#reader.charge(steps)
  }

  dispose(): void {
    this.#closeFile()
    this.#reader.dispose()
    this.#spill.dispose()
  }

  #closeFile(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  /** False: cancelled. */
  async #readInSteps(isEnough: IsEnough): Promise<boolean> {
    const { signal, onProgress } = this.#options
    const file = this.#file
    if (file === null) return false
    const totalBytes = fstatSync(file).size
    const lastPause = { bytes: this.#position, steps: work.steps, ms: performance.now() }
    const lastReport = { bytes: this.#position, ms: performance.now() }
    for (; ; this.#turn = (this.#turn + 1) % pieceCount) {
      if (signal?.aborted === true || this.#file === null) return false
      if (isEnough(this.#position, totalBytes)) return true
      const piece = this.#pieces[this.#turn]!
      const readBytes = readSync(file, piece.bytes, 0, stepBytes, this.#position)
      this.#isAtEnd = readBytes === 0
      if (readBytes === 0) return true
      this.#reader.append(piece, readBytes)
      withColumnGrowth(growthFactor(this.#position, totalBytes), () => this.#reader.read())
      this.#position += readBytes
      // No trace, or one that costs too much: the rest is not looked at.
      if (this.#reader.state === 'failed') return true
      const nowMs = performance.now()
      const isWorn = work.steps - lastPause.steps >= stepsBetweenPauses || nowMs - lastPause.ms >= msBetweenPauses
      if (!isWorn && this.#position - lastPause.bytes < bytesBetweenPauses) continue
      Object.assign(lastPause, { bytes: this.#position, steps: work.steps, ms: nowMs })
      // oxlint-disable-next-line no-await-in-loop -- messages wait, one of them perhaps a cancellation
      await nextTurn()
      if (this.#position - lastReport.bytes < bytesBetweenReports && nowMs - lastReport.ms < msBetweenReports) continue
      Object.assign(lastReport, { bytes: this.#position, ms: nowMs })
      onProgress?.(this.#position, totalBytes)
    }
  }
}

/** What a column that is full now will hold at the end of the file: as much of the file as it was filled from, and of the rest. */
export function growthFactor(readBytes: number, totalBytes: number): number {
  return (totalBytes * roomShare) / (readBytes + stepBytes)
}

/** Reads stretches of the file again, for payloads looked at later. Close it with the document. */
export class TraceFile implements Disposable {
  readonly #file: number
  readonly path: string

  constructor(path: string) {
    this.path = path
    const opened = openRegularFile(path)
    if (!opened.ok) throw Object.assign(new Error(`${path} cannot be opened`), asIoError(opened.error, path))
    this.#file = opened.value.fd
  }

  get size(): number {
    return fstatSync(this.#file).size
  }

  /** Whether this is the file at a path, by way of a link or as its second name too. */
  isAt(path: string): boolean {
    return bearsItsName(this.#file, path)
  }

  /** Fewer bytes than asked for at the end of the file. */
  read(offset: number, byteCount: number): Uint8Array {
    const bytes = new Uint8Array(byteCount)
    const readBytes = readSync(this.#file, bytes, 0, byteCount, offset)
    return bytes.subarray(0, readBytes)
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
  }
}
