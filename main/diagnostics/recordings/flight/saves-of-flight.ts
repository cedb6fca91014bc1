import type { AppError } from '../../../../shared/base/errors.ts'
import type { JobFile, JobResult } from '../../../../shared/model/job.ts'

/** What became of one save. */
export type JudgedSave = Pick<JobResult, 'verdict' | 'reasons' | 'facts'>

/** Of a flight recorder that has ended: all its files, the newest first, with the facts of the last save. */
export function resultOfSaves(saves: readonly JudgedSave[], files: readonly JobFile[]): JobResult {
  const last = saves.at(-1)
  return {
    verdict: saves.every(({ verdict }) => verdict === 'complete') ? 'complete' : 'partial',
    reasons: last?.reasons ?? [],
    files: [...files].reverse(),
    ...(last?.facts === undefined ? {} : { facts: last.facts }),
  }
}

/** For whoever is told once for each change. */
export function isSameReason(one: AppError | null, other: AppError | null): boolean {
  return one?.kind === other?.kind && codeOf(one) === codeOf(other)
}

function codeOf(error: AppError | null): string | null {
  return error?.kind === 'io' ? error.code : null
}
