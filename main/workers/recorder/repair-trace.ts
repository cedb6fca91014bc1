import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { repairPlan } from '../../analysis/exports/repair-plan.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { TraceFile } from '../trace/trace-file.ts'
import { notATrace } from '../../nettrace/not-a-trace.ts'

export interface RepairedTrace {
  readonly path: string
  readonly sizeBytes: number
  readonly eventCount: number
}

const stepBytes = 2 ** 20

/**
 * Writes a valid trace of everything before the first damage. The result is read again before it counts; what does not read
 * as whole is removed. An existing file is never written over. In this thread: call it in a worker, or in a command.
 */
export function repairTrace(from: string, to: string, limit: number): Result<RepairedTrace, AppError> {
  const files = new Files()
  let path = from
  try {
    const source = files.source(from)
    path = to
    const target = files.target(to)
    for (const piece of repairPlan(source, limit)) {
      if ('bytes' in piece) writeAll(target, piece.bytes)
      else
        for (let offset = piece.from; offset < piece.to; offset += stepBytes)
          writeAll(target, source.read(offset, Math.min(stepBytes, piece.to - offset)))
    }
    fsyncSync(target)
    return verify(files.source(to))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    files.removeTarget()
    return err({ kind: 'io', operation: path === from ? 'read' : 'write', path, code })
  } finally {
    files.close()
  }
}

/** What is open, closed together. */
class Files {
  readonly #sources: TraceFile[] = []
  #target: { readonly file: number; readonly path: string } | null = null

  source(path: string): TraceFile {
    const file = new TraceFile(path)
    this.#sources.push(file)
    return file
  }

  target(path: string): number {
    this.#target = { file: openSync(path, 'wx', 0o600), path }
    return this.#target.file
  }

  removeTarget(): void {
    if (this.#target !== null) rmSync(this.#target.path, { force: true })
  }

  close(): void {
    for (const file of this.#sources) file[Symbol.dispose]()
    if (this.#target !== null) closeSync(this.#target.file)
  }
}

function verify(file: TraceFile): Result<RepairedTrace, AppError> {
  const reader = new TraceReader({}, { keepsSegments: false })
  for (let offset = 0; offset < file.size; offset += stepBytes) reader.push(file.read(offset, stepBytes))
  // Damage before the header leaves an end marker behind it and nothing to save.
  const hasHeader = reader.trace.header !== null
  const isWhole = reader.end() && hasHeader && reader.trace.damage.length === 0
  if (isWhole) return ok({ path: file.path, sizeBytes: file.size, eventCount: reader.trace.eventCount })
  rmSync(file.path, { force: true })
  const [damage] = reader.trace.damage
  if (!hasHeader) return err(notATrace('repaired trace', damage, file.size))
  return err({
    kind: 'malformed',
    what: 'repaired trace',
    offset: damage?.offset ?? file.size,
    expected: damage?.expected ?? 'an end marker',
    found: damage?.found ?? 'the end of the file',
  })
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
}
