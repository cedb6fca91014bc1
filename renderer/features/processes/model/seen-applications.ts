import { grouped } from '../../../../shared/base/grouped.ts'
import type { SeenProcess } from '../../../../shared/model/process.ts'

/** One application however often and in however many ways it was started. */
export interface SeenApplication {
  readonly name: string
  /** Newest first; never empty. */
  readonly runs: readonly SeenProcess[]
}

/** By name, the one seen last first. */
export function seenApplications(seen: readonly SeenProcess[]): readonly SeenApplication[] {
  const newestFirst = seen.toSorted((a, b) => b.lastSeenMs - a.lastSeenMs)
  return Array.from(
    grouped(newestFirst, ({ name }) => name),
    ([name, runs]) => ({ name, runs }),
  )
}
