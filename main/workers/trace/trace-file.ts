import { closeSync, fstatSync, readSync } from 'node:fs'
import os from 'node:os'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import { openRegularFile } from '../../foreign/open-regular.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { TraceListener } from '../../nettrace/trace/trace-listener.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { work } from '../../nettrace/work-steps.ts'
import { SegmentSpillFile } from '../live/segment-spill.ts'

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
  const spill = new SegmentSpillFile(options.spillFolder)
  const memoryBudgetBytes =
    options.memoryBudgetBytes ?? Math.min(largestBudgetBytes, Math.floor(os.totalmem() * budgetShare))
  const reader = new TraceReader(listener, { spill, memoryBudgetBytes, keepsSegments: options.keepsSegments ?? true })
  const dispose = () => {
    reader.dispose()
    spill.dispose()
  }
  let file: number | null = null
  let isRead = false
  try {
    const opened = openRegularFile(path)
    if (!opened.ok) return err(asIoError(opened.error, path))
    file = opened.value.fd
    isRead = await readInto(reader, file, options)
    return isRead ? ok({ trace: reader.trace, dispose }) : err({ kind: 'cancelled' })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    // Anything without an errno is a bug of ours and belongs to the thread's error event.
    if (code === undefined) throw error
    return err({ kind: 'io', operation: 'read', path, code })
  } finally {
    if (!isRead) dispose()
    if (file !== null) closeSync(file)
  }
}

/** False: cancelled. */
async function readInto(reader: TraceReader, file: number, options: ReadTraceOptions): Promise<boolean> {
  const totalBytes = fstatSync(file).size
  const pieces = reader.makePieces(stepBytes, pieceCount)
  let position = 0
  const lastPause = { bytes: 0, steps: work.steps, ms: performance.now() }
  const lastReport = { bytes: 0, ms: performance.now() }
  for (let turn = 0; ; turn = (turn + 1) % pieceCount) {
    if (options.signal?.aborted) return false
    const piece = pieces[turn]!
    const readBytes = readSync(file, piece.bytes, 0, stepBytes, position)
    if (readBytes === 0) break
    reader.append(piece, readBytes)
    reader.read()
    position += readBytes
    // No trace, or one that costs too much: the rest is not looked at.
    if (reader.state === 'failed') break
    const nowMs = performance.now()
    const isWorn = work.steps - lastPause.steps >= stepsBetweenPauses || nowMs - lastPause.ms >= msBetweenPauses
    if (!isWorn && position - lastPause.bytes < bytesBetweenPauses) continue
    Object.assign(lastPause, { bytes: position, steps: work.steps, ms: nowMs })
    // oxlint-disable-next-line no-await-in-loop -- messages wait, one of them perhaps a cancellation
    await pause()
    if (position - lastReport.bytes < bytesBetweenReports && nowMs - lastReport.ms < msBetweenReports) continue
    Object.assign(lastReport, { bytes: position, ms: nowMs })
    options.onProgress?.(position, totalBytes)
  }
  reader.end()
  return true
}

/** Lets the thread serve what is waiting. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
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
