import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SavedPart, TrimPreview, TrimProgress } from '../../../shared/model/trace/trace-trim.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { removeFilesBeside } from '../recorder/symbols-file.ts'
import { partNameOf } from '../../os/atomic-file.ts'
import { RepairedSource } from '../../analysis/exports/repaired-source.ts'
import { trimTrace, type TrimOrder } from '../../analysis/trim/trim-trace.ts'
import { trimTraceFile } from '../recorder/trim-trace-file.ts'
import { UnfinishedFile } from '../unfinished-files.ts'
import { isSameFile } from './file-identity.ts'
import { TraceFile } from './trace-file.ts'
import { ioError } from '../../os/io-error.ts'

/** Messages are served at least so often: one of them may be _Cancel_. */
const msBetweenPauses = 20

export interface TrimWatch {
  readonly signal: AbortSignal
  readonly onStep: (step: TrimProgress) => void
}

/** A file that can be trimmed; `firstDamage` null: it is sound and complete. */
export interface TrimSource {
  readonly path: string
  readonly firstDamage: number | null
}

/**
 * The part under the name that the person chose, and what is there replaced, as they have agreed to; but never the source itself, under
 * whatever name. Until it is whole and checked it has another name.
 */
export async function saveTrimmed(
  { path, firstDamage }: TrimSource,
  target: string,
  order: TrimOrder,
  watch: TrimWatch,
): Promise<Result<SavedPart, AppError>> {
  if (isSameFile(path, target)) return err({ kind: 'io', operation: 'write', path: target, code: 'EEXIST' })
  using part = new UnfinishedFile(partNameOf(target))
  const written = await inPauses(trimTraceFile(path, part.path, firstDamage, order), watch)
  if (!written.ok) return written
  try {
    part.putAt(target)
  } catch (error) {
    return err(ioError(error, 'write', target))
  }
  // What was there had its own.
  removeFilesBeside(target)
  return ok({ ...written.value, file: { ...written.value.file, path: target } })
}

/** What a part would have, and how much would be masked, without a file. */
export async function countTrimmed(
  { path, firstDamage }: TrimSource,
  order: TrimOrder,
  watch: TrimWatch,
): Promise<Result<TrimPreview, AppError>> {
  try {
    using file = new TraceFile(path)
    const source = firstDamage === null ? file : new RepairedSource(file, firstDamage)
    return await inPauses(
      counting(
        trimTrace(source, order, () => undefined),
        source.size,
      ),
      watch,
    )
  } catch (error) {
    return err(ioError(error, 'write', path))
  }
}

function* counting(
  steps: Generator<number, TrimPreview>,
  totalBytes: number,
): Generator<TrimProgress, Result<TrimPreview, AppError>> {
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) yield { phase: 'writing', doneBytes: step.value, totalBytes }
  return ok(step.value)
}

/** All steps, with pauses in which messages are served. Given up, what was written is removed. */
async function inPauses<Value>(
  steps: Generator<TrimProgress, Result<Value, AppError>>,
  { signal, onStep }: TrimWatch,
): Promise<Result<Value, AppError>> {
  let pausedMs = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - pausedMs < msBetweenPauses) continue
    onStep(step.value)
    // oxlint-disable-next-line no-await-in-loop -- messages wait, one of them perhaps a cancellation
    await nextTurn()
    pausedMs = performance.now()
    if (!signal.aborted) continue
    steps.return(err({ kind: 'cancelled' }))
    return err({ kind: 'cancelled' })
  }
}
