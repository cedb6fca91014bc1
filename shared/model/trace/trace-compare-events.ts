import type { TraceSelection } from './trace-selection.ts'

/** Kinds of events that two recordings are compared by, each added up under names that both can have. */
export const comparedKinds = ['collections', 'allocations', 'exceptions', 'waits', 'requests'] as const
export type ComparedKind = (typeof comparedKinds)[number]

/** What events are divided by: recordings are seldom of the same length. */
export const comparePaces = ['second', 'request'] as const
export type ComparePace = (typeof comparePaces)[number]

/** What events are added up by. */
export interface ComparedName {
  /** The same in both recordings. */
  readonly key: string
  readonly name: string
}

/**
 * `amount`: bytes of allocations, ms of pauses and waits; null of exceptions. `p95Ms`: of requests whose end
 * was recorded; null of everything else.
 */
export interface ComparedFigures {
  readonly count: number
  readonly amount: number | null
  readonly p95Ms: number | null
}

export interface CompareEventsQuestion {
  /** Of B. */
  readonly selection: TraceSelection
  readonly kind: ComparedKind
  readonly pace: ComparePace
  /** In the names; empty: all. */
  readonly search: string
}

/** One of two recordings, or of two parts of one. */
export interface CompareEventsSide {
  readonly durationMs: number
  /** Incoming requests that began in it. */
  readonly requestCount: number
  /** Whether any event of the kind is in the file; otherwise nobody knows. */
  readonly isRecorded: boolean
  /** By name; the heaviest of a very long list. */
  readonly rows: readonly (ComparedName & ComparedFigures)[]
}

/** A name with its figures at the pace of the question; null of one side: it does not occur there. */
export interface ComparedEventRow extends ComparedName {
  readonly a: ComparedFigures | null
  readonly b: ComparedFigures | null
  /** B less A of what the kind is judged by: p95 of requests, the amount, or else the count. */
  readonly change: number
}

export interface TraceCompareEvents {
  /** That of the question, or seconds where a side has no requests. */
  readonly pace: ComparePace
  /** Paces that both sides have what is needed for. */
  readonly paces: readonly ComparePace[]
  readonly isRecorded: { readonly a: boolean; readonly b: boolean }
  /** The largest change first; at most a thousand. */
  readonly rows: readonly ComparedEventRow[]
  readonly rowCount: number
}
