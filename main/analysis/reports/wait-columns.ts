import type { IndexColumn, NumberColumn } from '../grown-column.ts'

/** What a thread is at for a while: a compilation, a wait. */
export interface DurationColumns {
  readonly count: number
  readonly startTicks: NumberColumn
  readonly durationTicks: NumberColumn
  readonly threadIndex: IndexColumn
}

/** What contention and blocking waits have in common. */
export interface WaitColumns extends DurationColumns {
  readonly stackIndex: IndexColumn
  readonly activityIndex: IndexColumn
}
