import type { FilterWords } from '../../filter/complete-filter.ts'
import type { NamedFrame } from './trace-selection.ts'
import type { TraceTableQuestion } from './trace-tables.ts'

/** What a filter of events can name in one trace. */
export type TraceEventWords = FilterWords

export interface TraceEventMatchesQuestion {
  /** Of the events. */
  readonly question: TraceTableQuestion
  /** At most this many bars. */
  readonly binCount: number
}

/** Events that a filter finds, over time and by type. */
export interface TraceEventMatches {
  readonly count: number
  /** Of the bars together, ms since the sync point. */
  readonly fromMs: number
  readonly toMs: number
  /** Events of each bar. */
  readonly bins: Uint32Array
  /** The most frequent first, at most five. */
  readonly types: readonly { readonly event: string; readonly provider: string; readonly count: number }[]
  readonly typeCount: number
  /** Fields of what was found, those of the most frequent types first, at most sixty. */
  readonly fields: readonly string[]
}

/** An event by where it stands in the order of a question, or by its number and how many places further. */
export type TraceEventAt = { readonly place: number } | { readonly eventIndex: number; readonly step: number }

/** From one event to another, by their numbers, among the events of the question. */
export interface TraceEventsBetweenQuestion {
  readonly question: TraceTableQuestion
  readonly from: number
  readonly to: number
}

export interface TraceEventField {
  readonly name: string
  readonly text: string
}

/** One event with everything that is known of it. */
export interface TraceEventDetails {
  /** Its number in the file, from 0: stays while the file grows. */
  readonly eventIndex: number
  /** Where it stands in the order of the question; null: the question leaves it out. */
  readonly place: number | null
  readonly timeMs: number
  readonly event: string
  readonly provider: string
  readonly id: number
  readonly version: number
  /** As numbers of the provider: 1 critical to 5 verbose, 0 always. */
  readonly level: number
  /** Hexadecimal. */
  readonly keywords: string
  readonly thread: number | null
  readonly threadName: string
  /** Empty: it is part of none. */
  readonly activity: string
  readonly fields: readonly TraceEventField[]
  /** Something in the fields was replaced by dots. */
  readonly hasSecrets: boolean
  /** The innermost first; empty: the event has no stack. */
  readonly stack: readonly NamedFrame[]
  /** Frames left out at the outer end. */
  readonly omittedFrames: number
}
