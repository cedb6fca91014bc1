import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { RepairedSource } from '../../analysis/exports/repaired-source.ts'
import type { TrimCounts } from '../../analysis/trim/block-trim.ts'
import { trimTrace, type TrimOrder } from '../../analysis/trim/trim-trace.ts'
import { type WritingStep, type WrittenTrace, writeTraceSteps } from './written-trace.ts'

/** The new file, and what of the source is in it. */
export interface TrimmedTrace extends TrimCounts {
  readonly file: WrittenTrace
}

/** The selected part of a trace as a file of its own. `firstDamage` null: the source is sound and complete. */
export function* trimTraceFile(
  from: string,
  to: string,
  firstDamage: number | null,
  order: TrimOrder,
): Generator<WritingStep, Result<TrimmedTrace, AppError>> {
  const written = yield* writeTraceSteps(from, to, 'saved part', (source, write) =>
    trimTrace(firstDamage === null ? source : new RepairedSource(source, firstDamage), order, write),
  )
  return written.ok ? ok({ ...written.value.outcome, file: written.value.file }) : written
}
