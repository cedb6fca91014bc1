import { closeSync, readSync } from 'node:fs'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import { openRegularFile } from '../../foreign/open-regular.ts'
import { HeapEvents } from '../../heap/events/heap-events.ts'
import { type Heap, heapOfEvents } from '../../heap/events/read-heap-events.ts'
import { openTraceFile } from '../trace/trace-file.ts'

export interface OpenHeapOptions {
  readonly onProgress?: (readBytes: number, totalBytes: number) => void
  readonly signal?: AbortSignal
}

/**
 * Reads the heap graph out of a file: a trace with the events of a heap walk, or a `.gcdump`. In this thread, which should be a worker;
 * messages are served meanwhile. `not-found` of `heap`: a readable file without one.
 */
export async function openHeapFile(path: string, options: OpenHeapOptions = {}): Promise<Result<Heap, AppError>> {
  const kind = kindOf(path)
  if (!kind.ok) return kind
  if (kind.value === 'gcdump')
    return err({ kind: 'unsupported', feature: 'gcdump', neededVersion: null, actualVersion: null })
  return readTraceHeap(path, options)
}

async function readTraceHeap(path: string, options: OpenHeapOptions): Promise<Result<Heap, AppError>> {
  const events = new HeapEvents()
  const opened = await openTraceFile(path, events, { ...options, keepsSegments: false })
  if (!opened.ok) return opened
  try {
    const { trace } = opened.value
    const fatal = trace.header === null ? trace.damage[0] : undefined
    if (fatal !== undefined) {
      const { offset, expected, found } = fatal
      return err({ kind: 'malformed', what: 'heap file', offset, expected, found })
    }
    if (options.signal?.aborted === true) return err({ kind: 'cancelled' })
    const heap = heapOfEvents(events)
    return heap === null ? err({ kind: 'not-found', what: 'heap' }) : ok(heap)
  } finally {
    opened.value.dispose()
  }
}

const sniffedBytes = 128

/** Both begin alike where a trace is as old as .NET Core 2: the name of the first object tells. */
function kindOf(path: string): Result<'gcdump' | 'trace', AppError> {
  const opened = openRegularFile(path)
  if (!opened.ok) return err(asIoError(opened.error, path))
  const { fd } = opened.value
  try {
    const head = Buffer.alloc(sniffedBytes)
    const length = readSync(fd, head, 0, sniffedBytes, 0)
    const isDump = head.subarray(0, length).includes('!FastSerialization.1') && head.includes('GCHeapDump')
    return ok(isDump ? 'gcdump' : 'trace')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return err({ kind: 'io', operation: 'read', path, code })
  } finally {
    closeSync(fd)
  }
}
