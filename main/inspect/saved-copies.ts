import type { AppError } from '../../shared/base/errors.ts'
import { repairTrace } from '../workers/recorder/repair-trace.ts'
import { trimTraceFile } from '../workers/recorder/trim-trace-file.ts'
import { runSteps, type WrittenTrace } from '../workers/recorder/written-trace.ts'
import type { TrimOptions } from './trim-options.ts'
import { ioDamage } from './read-trace.ts'
import type { DamageRow, TrimmedReport } from './report.ts'

/** Everything before the first damage as a valid file. */
export function repair(
  file: string,
  to: string,
  damage: readonly DamageRow[],
): { readonly repaired: WrittenTrace } | { readonly failure: DamageRow } {
  const result = repairTrace(file, to, firstDamageOf(damage))
  return result.ok ? { repaired: result.value } : { failure: failureOf(result.error, to) }
}

/** The selected part as a valid file. */
export function trim(
  file: string,
  { to, order }: TrimOptions,
  damage: readonly DamageRow[],
): { readonly trimmed: TrimmedReport } | { readonly failure: DamageRow } {
  const firstDamage = damage.length === 0 ? null : firstDamageOf(damage)
  const result = runSteps(trimTraceFile(file, to, firstDamage, order))
  if (!result.ok) return { failure: failureOf(result.error, to) }
  const { file: written, eventCount: sourceEventCount, ...counts } = result.value
  return { trimmed: { ...written, ...counts, sourceEventCount } }
}

/** A stream that only ends too early is sound up to its end. */
function firstDamageOf(damage: readonly DamageRow[]): number {
  return Math.min(...damage.filter(({ kind }) => kind !== 'truncated').map(({ offset }) => offset), Infinity)
}

function failureOf(error: AppError, to: string): DamageRow {
  if (error.kind === 'io') return ioDamage(error.path, error.code)
  return { offset: 0, kind: error.kind, message: `${to}: the written file is not a complete trace` }
}
