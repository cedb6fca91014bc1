import type { SavedPart, TrimProgress } from '../../../shared/model/trace/trace-trim.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { RepairedSource } from '../../analysis/exports/repaired-source.ts'
import type { MaskName } from '../../analysis/trim/redaction/masks.ts'
import { trimTrace, type TrimOrder } from '../../analysis/trim/trim-trace.ts'
import { writeTraceSteps } from './written-trace.ts'

/** The selected part of a trace as a file of its own. `firstDamage` null: the source is sound and complete. */
export function* trimTraceFile(
  from: string,
  to: string,
  firstDamage: number | null,
  order: TrimOrder,
  nameOf: MaskName | null = null,
): Generator<TrimProgress, Result<SavedPart, AppError>> {
  const written = yield* writeTraceSteps(from, to, 'saved part', (source, write) =>
    trimTrace(firstDamage === null ? source : new RepairedSource(source, firstDamage), order, write, nameOf),
  )
  return written.ok ? ok({ ...written.value.outcome, file: written.value.file }) : written
}
