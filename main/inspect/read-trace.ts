import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { combineListeners } from '../analysis/trace/combine-listeners.ts'
import type { Trace } from '../nettrace/trace/trace.ts'
import type { TraceListener } from '../nettrace/trace/trace-listener.ts'
import { TraceReader } from '../nettrace/trace/trace-reader.ts'
import type { DamageRow } from './report.ts'

const stepBytes = 2 ** 20

export type ReadOutcome =
  | { readonly trace: Trace; readonly damage: readonly DamageRow[] }
  /** Nothing of a trace in it, or the operating system says no. */
  | { readonly failure: DamageRow }

/**
 * Reads the whole file in this thread: a command has nothing else to do. `keepsSegments`: whether the columns are wanted
 * when the reading is over.
 */
export function readTrace(path: string, listeners: readonly TraceListener[], keepsSegments: boolean): ReadOutcome {
  let file: number | null = null
  try {
    file = openSync(path, 'r')
    if (fstatSync(file).isDirectory()) return ioFailure(path, 'EISDIR')
    const reader = new TraceReader(combineListeners(listeners), { keepsSegments })
    let fileBytes = 0
    for (;;) {
      const readBytes = readSync(file, reader.reserve(stepBytes), 0, stepBytes, fileBytes)
      if (readBytes === 0) break
      fileBytes += readBytes
      reader.commit(readBytes)
      if (reader.state === 'failed') break
    }
    const isComplete = reader.end()
    const other = reader.trace.header === null ? otherKindOf(file) : null
    if (other !== null) return { failure: { offset: 0, kind: 'malformed', message: other } }
    return outcomeOf(reader.trace, fileBytes, isComplete)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return ioFailure(path, code)
  } finally {
    if (file !== null) closeSync(file)
  }
}

/** Files that people have instead of a trace, by their first bytes. */
const otherKinds: readonly (readonly [string, string])[] = [
  ['1f8b', 'this is a gzip file; decompress it first'],
  ['504b0304', 'this is a zip file; extract it first'],
  ['28b52ffd', 'this is a zstd file; decompress it first'],
  ['7f454c46', 'this is an ELF file (a dump or a program), not a trace'],
  ['4d444d50', 'this is a minidump, not a trace'],
]

function otherKindOf(file: number): string | null {
  const head = Buffer.alloc(4)
  readSync(file, head, 0, head.length, 0)
  const digits = head.toString('hex')
  return otherKinds.find(([magic]) => digits.startsWith(magic))?.[1] ?? null
}

function outcomeOf(trace: Trace, fileBytes: number, isComplete: boolean): ReadOutcome {
  const damage = trace.damage.map((entry): DamageRow => {
    const place = entry.block === 'stream' ? '' : ` in ${entry.block}`
    if (entry.kind === 'too-costly') return { offset: entry.offset, kind: entry.kind, message: tooCostlyMessage }
    return {
      offset: entry.offset,
      kind: entry.kind,
      message: `expected ${entry.expected}, found ${entry.found}${place}`,
    }
  })
  if (trace.header === null) return { failure: damage[0] ?? noTrace(fileBytes) }
  const isCut = !isComplete && !trace.damage.some((entry) => !entry.canContinue)
  if (isCut)
    damage.push({
      offset: trace.readByteCount,
      kind: 'truncated',
      message: `the stream ends after ${fileBytes} bytes without its end marker`,
    })
  return { trace, damage }
}

const tooCostlyMessage = 'the file asks for more work than its size allows; what is behind this byte was not read'

function noTrace(fileBytes: number): DamageRow {
  const what = fileBytes === 0 ? 'the file is empty' : `the file ends after ${fileBytes} bytes, before its header`
  return { offset: fileBytes, kind: 'truncated', message: what }
}

const ioSentences: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EEXIST: 'the file already exists and is not overwritten',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'the folder does not exist',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
}

function ioFailure(path: string, code: string): ReadOutcome {
  return { failure: ioDamage(path, code) }
}

/** A failure of the operating system as a sentence. */
export function ioDamage(path: string, code: string): DamageRow {
  return { offset: 0, kind: 'io', message: `${path}: ${ioSentences[code] ?? `the operating system reported ${code}`}` }
}
