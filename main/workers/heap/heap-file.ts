import { closeSync, readSync } from 'node:fs'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import { openRegularFile } from '../../foreign/open-regular.ts'
import type { HeapTypesSoFar } from '../../../shared/model/heap/heap-document.ts'
import { HeapEvents } from '../../heap/events/heap-events.ts'
import { type Heap, heapOfEvents } from '../../heap/events/read-heap-events.ts'
import { WalkTypesSoFar } from '../../heap/events/walk-types-so-far.ts'
import { largestFileBytes } from '../../heap/gcdump/gcdump-format.ts'
import { PartTypes } from '../../heap/gcdump/part-types.ts'
import { readGcDump } from '../../heap/gcdump/read-gcdump.ts'
import { PartPace } from './part-pace.ts'
import { typeFiles } from './type-files.ts'
import { readFileInto } from '../trace/read-file.ts'
import { isDumpHead } from '../../heap/from-dump/is-dump.ts'
import { readProcessDump } from '../dump-reader/read-dump.ts'
import { openTraceFile } from '../trace/trace-file.ts'
import { ioError } from '../../os/io-error.ts'

export interface OpenHeapOptions {
  /** `objectCount`: found so far; 0 where they are known only at the end. */
  readonly onProgress?: (readBytes: number, totalBytes: number, objectCount: number) => void
  /** What is in the part that is read, of a `.gcdump` or a trace that takes longer; at most a few times a second. */
  readonly onTypes?: (types: HeapTypesSoFar) => void
  /** The first of them comes no earlier. */
  readonly typesAfterMs?: number
  readonly signal?: AbortSignal
  /** Of a dump: the debugging library of its runtime that the person has chosen. */
  readonly library?: string | null
}

/**
 * Reads the heap graph out of a file: a trace with the events of a heap walk, a `.gcdump`, a core dump or a minidump. In this thread, which should be a worker;
 * messages are served meanwhile. `not-found` of `heap`: a readable file without one.
 */
export async function openHeapFile(path: string, options: OpenHeapOptions = {}): Promise<Result<Heap, AppError>> {
  const kind = kindOfHeapFile(path)
  if (!kind.ok) return kind
  const { onProgress } = options
  if (kind.value === 'process-dump')
    return readProcessDump(path, { ...options, onProgress: (read, total) => onProgress?.(read, total, 0) })
  return kind.value === 'gcdump' ? readDumpHeap(path, options) : readTraceHeap(path, options)
}

/** The file is in memory as a whole while it is read. */
async function readDumpHeap(path: string, options: OpenHeapOptions): Promise<Result<Heap, AppError>> {
  const { onProgress, onTypes, signal } = options
  const pace = onTypes === undefined ? null : new PartPace(onTypes, options.typesAfterMs)
  const room = roomFor(path)
  if (!room.ok) return room
  const bytes = room.value
  const read = await readFileInto(path, bytes, (length) => {
    onProgress?.(length, bytes.length, 0)
    return signal?.aborted !== true
  })
  if (!read.ok) return read
  const types = new PartTypes()
  return readGcDump(bytes.subarray(0, read.value), (part) => pace?.tell(() => types.at(part)))
}

/** The same in one go, for a thread that has nothing else to do; `.gcdump` only. */
export function readDumpHeapNow(path: string): Result<Heap, AppError> {
  const room = roomFor(path)
  if (!room.ok) return room
  const opened = openRegularFile(path)
  if (!opened.ok) return err(asIoError(opened.error, path))
  try {
    const bytes = room.value
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(opened.value.fd, bytes, length, Math.min(bytes.length - length, stepBytes), length)
    return readGcDump(bytes.subarray(0, length))
  } catch (error) {
    return err(ioError(error, 'read', path))
  } finally {
    closeSync(opened.value.fd)
  }
}

const stepBytes = 2 ** 26

function roomFor(path: string): Result<Uint8Array, AppError> {
  const opened = openRegularFile(path)
  if (!opened.ok) return err(asIoError(opened.error, path))
  const { fd, stats } = opened.value
  closeSync(fd)
  if (stats.size > largestFileBytes) return err({ kind: 'import-too-large', what: 'bytes', limit: largestFileBytes })
  try {
    return ok(new Uint8Array(stats.size))
  } catch (error) {
    // Not enough memory for a file that the format allows.
    if (!(error instanceof RangeError)) throw error
    return err({ kind: 'import-too-large', what: 'bytes', limit: stats.size - 1 })
  }
}

/** 0: nobody knows; who reads the file says why. */
export function bytesOf(path: string): number {
  const opened = openRegularFile(path)
  if (!opened.ok) return 0
  closeSync(opened.value.fd)
  return opened.value.stats.size
}

async function readTraceHeap(path: string, options: OpenHeapOptions): Promise<Result<Heap, AppError>> {
  const events = new HeapEvents(bytesOf(path))
  const { onProgress, onTypes } = options
  const types = new WalkTypesSoFar(events)
  const pace = onTypes === undefined ? null : new PartPace(onTypes, options.typesAfterMs)
  const opened = await openTraceFile(path, events, {
    ...options,
    keepsSegments: false,
    onProgress: (read, total) => {
      onProgress?.(read, total, events.walk?.nodeCount ?? 0)
      pace?.tell(() => types.at(total === 0 ? 0 : read / total))
    },
  })
  if (!opened.ok) return opened
  try {
    const { trace } = opened.value
    const fatal = trace.header === null ? trace.damage[0] : undefined
    if (fatal !== undefined) {
      const { offset, expected, found } = fatal
      return err({ kind: 'malformed', what: 'heap file', offset, expected, found })
    }
    if (options.signal?.aborted === true) return err({ kind: 'cancelled' })
    // References are told as addresses: to find their objects takes as long again.
    pace?.tellLast(() => types.at(1))
    const heap = heapOfEvents(events, typeFiles())
    return heap === null ? err({ kind: 'not-found', what: 'heap' }) : ok(heap)
  } finally {
    opened.value.dispose()
  }
}

const sniffedBytes = 128

/** Traces and `.gcdump` begin alike where a trace is as old as .NET Core 2: the name of the first object tells. */
export function kindOfHeapFile(path: string): Result<'gcdump' | 'process-dump' | 'trace', AppError> {
  const opened = openRegularFile(path)
  if (!opened.ok) return err(asIoError(opened.error, path))
  const { fd } = opened.value
  try {
    const head = Buffer.alloc(sniffedBytes)
    const length = readSync(fd, head, 0, sniffedBytes, 0)
    if (isDumpHead(head.subarray(0, length))) return ok('process-dump')
    const isDump = head.subarray(0, length).includes('!FastSerialization.1') && head.includes('GCHeapDump')
    return ok(isDump ? 'gcdump' : 'trace')
  } catch (error) {
    return err(ioError(error, 'read', path))
  } finally {
    closeSync(fd)
  }
}
