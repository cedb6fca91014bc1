import type { TrimProgress } from '../../../shared/model/trace/trace-trim.ts'
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { RangeSource } from '../../nettrace/framing/stream-blocks.ts'
import { notATrace } from '../../nettrace/not-a-trace.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { writeAll } from '../write-all.ts'
import { TraceFile } from '../trace/trace-file.ts'
import { ioError } from '../../os/io-error.ts'

export interface WrittenTrace {
  readonly path: string
  readonly sizeBytes: number
  readonly eventCount: number
}

/** Writes what is made of the source, and gives the offset in the source up to which it has come, step by step. */
export type TraceFill<Outcome> = (source: RangeSource, write: (bytes: Uint8Array) => void) => Generator<number, Outcome>

const stepBytes = 2 ** 20

/**
 * A new trace made of another one, in steps, so that a thread can serve messages in between. It is read again before it counts;
 * what does not read as whole, fails or is given up (`return` of the generator) is removed. Nothing is ever written over.
 */
export function* writeTraceSteps<Outcome>(
  from: string,
  to: string,
  what: string,
  fill: TraceFill<Outcome>,
): Generator<TrimProgress, Result<{ readonly file: WrittenTrace; readonly outcome: Outcome }, AppError>> {
  const files = new Files()
  let path = from
  let isWhole = false
  try {
    const source = files.source(from)
    path = to
    const target = files.target(to)
    const steps = fill(source, (bytes) => writeAll(target, bytes))
    let step = steps.next()
    for (; step.done !== true; step = steps.next())
      yield { phase: 'writing', doneBytes: step.value, totalBytes: source.size }
    fsyncSync(target)
    const checked = yield* check(files.source(to), what)
    isWhole = checked.ok
    return checked.ok ? ok({ file: checked.value, outcome: step.value }) : checked
  } catch (error) {
    return err(ioError(error, path === from ? 'read' : 'write', path))
  } finally {
    files.close()
    if (!isWhole) files.removeTarget()
  }
}

/** All steps at once: in a command, or where nobody waits. */
export function runSteps<Value>(steps: Generator<unknown, Value>): Value {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
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

function* check(file: TraceFile, what: string): Generator<TrimProgress, Result<WrittenTrace, AppError>> {
  const reader = new TraceReader({}, { keepsSegments: false })
  for (let offset = 0; offset < file.size; offset += stepBytes) {
    reader.push(file.read(offset, stepBytes))
    yield { phase: 'checking', doneBytes: Math.min(offset + stepBytes, file.size), totalBytes: file.size }
  }
  // Damage before the header leaves an end marker behind it and nothing to save.
  const hasHeader = reader.trace.header !== null
  const isWhole = reader.end() && hasHeader && reader.trace.damage.length === 0
  if (isWhole) return ok({ path: file.path, sizeBytes: file.size, eventCount: reader.trace.eventCount })
  const [damage] = reader.trace.damage
  if (!hasHeader) return err(notATrace(what, damage, file.size))
  return err({
    kind: 'malformed',
    what,
    offset: damage?.offset ?? file.size,
    expected: damage?.expected ?? 'an end marker',
    found: damage?.found ?? 'the end of the file',
  })
}
