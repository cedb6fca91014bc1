import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { withColumnGrowth } from '../../analysis/grown-column.ts'
import type { LaterPayloads, PayloadWindow } from '../../analysis/trace/later-payloads.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { work } from '../../nettrace/work-steps.ts'
import { ioError } from '../../os/io-error.ts'
import { growthFactor, type IsEnough, type PartReading, type TraceFileReading } from './trace-file.ts'

const windowBytes = 2 ** 18
/** A millisecond or two. */
const rowsBetweenPauses = 2 ** 16
const bytesBetweenReports = 32 * 2 ** 20

export interface TwoPassOptions {
  readonly sizeBytes: number
  /** From here on payloads wait: in front of it everything is read at once, so that no table of the beginning is empty. */
  readonly laterFromBytes: number
  readonly signal: AbortSignal
  readonly onProgress: () => void
}

/**
 * A large file in two passes: all that a flame graph needs, then the payloads that can wait. In the end the answers are those of one pass; until
 * then tables of what waits hold what came in front of `detailBytes`.
 */
export class TwoPassReading implements PartReading {
  readonly #reading: TraceFileReading
  readonly #later: LaterPayloads
  readonly #options: TwoPassOptions
  readonly #window: FileWindow
  #isWaiting = false
  #hasAllRows = false
  #isOver = false
  #stepCount = 0

  constructor(reading: TraceFileReading, later: LaterPayloads, options: TwoPassOptions) {
    this.#reading = reading
    this.#later = later
    this.#options = options
    this.#window = new FileWindow(reading)
  }

  get trace(): Trace {
    return this.#reading.trace
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Steps of the second pass until now: after each of them answers may be others. */
  get stepCount(): number {
    return this.#stepCount
  }

  /** The first pass is over. */
  get hasAllRows(): boolean {
    return this.#hasAllRows
  }

  /** All events are there; what some of them say comes meanwhile. */
  get isReadingDetails(): boolean {
    return this.#hasAllRows && !this.#isOver
  }

  get isAtEnd(): boolean {
    return this.#isOver
  }

  /** So much of the file has been read with all payloads. */
  get detailBytes(): number {
    return this.#isWaiting && !this.#isOver ? this.#window.position : this.trace.readByteCount
  }

  async readOn(isEnough: IsEnough = () => false): Promise<Result<number, AppError>> {
    if (this.#hasAllRows) return this.#readDetails()
    const { laterFromBytes } = this.#options
    if (!this.#isWaiting && this.trace.readByteCount >= laterFromBytes) {
      this.#isWaiting = true
      this.#window.position = this.trace.readByteCount
      this.#later.begin()
    }
    const read = await this.#reading.readOn(isEnough)
    if (!read.ok || (!this.#reading.isOver && !this.#reading.isAtEnd)) return read
    this.#reading.endStream()
    this.#hasAllRows = true
    this.#isOver = this.#later.waitingCount === 0
    return read
  }

  end(): void {
    this.#reading.end()
  }

  /** In one go: what is asked meanwhile can be answered whenever it pauses. */
  async #readDetails(): Promise<Result<number, AppError>> {
    const { sizeBytes, signal, onProgress } = this.#options
    const { path } = this.#reading
    const from = this.#window.position
    let reportedBytes = from
    try {
      while (!this.#isOver) {
        const stepsBefore = work.steps
        const isThere = withColumnGrowth(growthFactor(this.#window.position, sizeBytes), () =>
          this.#later.take(this.#window, rowsBetweenPauses),
        )
        this.#stepCount++
        if (!isThere) return err({ kind: 'io', operation: 'read', path, code: 'SHORTENED' })
        this.#isOver = !this.#reading.charge(work.steps - stepsBefore) || this.#later.waitingCount === 0
        if (this.#window.position - reportedBytes >= bytesBetweenReports) {
          reportedBytes = this.#window.position
          onProgress()
        }
        // oxlint-disable-next-line no-await-in-loop -- messages wait, one of them perhaps a cancellation
        await nextTurn()
        if (signal.aborted) return err({ kind: 'cancelled' })
      }
      return ok(this.#window.position - from)
    } catch (error) {
      return err(ioError(error, 'read', path))
    }
  }
}

/** A stretch of the file, which moves on with what is looked for. */
class FileWindow implements PayloadWindow {
  readonly #reading: TraceFileReading
  #bytes = new Uint8Array(windowBytes)
  #view = new DataView(this.#bytes.buffer)
  /** Where its bytes lie in the file. */
  #start = 0
  #end = 0
  /** Behind what was looked for last. */
  position = 0

  constructor(reading: TraceFileReading) {
    this.#reading = reading
  }

  get bytes(): Uint8Array {
    return this.#bytes
  }

  get view(): DataView {
    return this.#view
  }

  find(offset: number, byteCount: number): number {
    const end = offset + byteCount
    if (offset < this.#start || end > this.#end) this.#moveTo(offset, byteCount)
    this.position = end
    return end > this.#end ? -1 : offset - this.#start
  }

  #moveTo(offset: number, byteCount: number): void {
    if (byteCount > this.#bytes.length) {
      this.#bytes = new Uint8Array(byteCount)
      this.#view = new DataView(this.#bytes.buffer)
    }
    this.#start = offset
    this.#end = offset + this.#reading.readAgain(this.#bytes, offset)
  }
}
