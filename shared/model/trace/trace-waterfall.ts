import type { OwnCodeRules } from './trace-selection.ts'

/**
 * Where the time of a request went. `running`: a thread ran code for it. `lock`: it waited for a lock. `wait`: it was blocked otherwise.
 * `gc`: all threads were suspended for a collection. `queue`: its work waited for a thread. `awaiting`: no thread was needed until
 * something else was there. `unknown`: nothing in the recording says.
 */
export const waterfallKinds = ['running', 'lock', 'wait', 'gc', 'queue', 'awaiting', 'unknown'] as const
export type WaterfallKind = (typeof waterfallKinds)[number]

/**
 * How a span is known.
 * - `task-events`: task events say when the method came to the thread and left it.
 * - `activity-id`: events with the request's activity id lie close together on the thread.
 * - `same-thread`: assumed: two such events on one thread, and nothing between them that speaks against it.
 * - `until-idle`: assumed: after such an event, until the thread was idle or did something else.
 * - `since-idle`: assumed: before such an event, back to when the thread was idle.
 * - `suspension`, `await`, `child`, `handoff`: from the events of collections, tasks, outgoing requests and queues.
 * - `none`: nothing says.
 */
export const waterfallRules = [
  'task-events',
  'activity-id',
  'same-thread',
  'until-idle',
  'since-idle',
  'suspension',
  'await',
  'child',
  'handoff',
  'none',
] as const
export type WaterfallRule = (typeof waterfallRules)[number]

export interface WaterfallSpan {
  readonly kind: WaterfallKind
  readonly rule: WaterfallRule
  readonly fromMs: number
  readonly toMs: number
  /** Thread id of the operating system; null: no thread worked for it. */
  readonly thread: number | null
  /** The lock by the method that takes it, the method that awaits, the kind of wait. Empty: not known. */
  readonly detail: string
  /** Row of the request or command that was awaited; null: none. */
  readonly child: number | null
  readonly sampleCount: number
  /** Spans that are drawn as this one, because they are too short to be seen: 1 where nothing was merged. */
  readonly mergedCount: number
}

export interface WaterfallLane {
  readonly thread: number
  readonly name: string
  /** Only when the thread worked for the request. */
  readonly spans: readonly WaterfallSpan[]
}

export interface WaterfallRequest {
  /** In the table of requests. */
  readonly row: number
  readonly kind: 'incoming' | 'outgoing' | 'command' | 'other'
  /** Method and address, text of a command or name of an activity. */
  readonly label: string
  readonly route: string
  readonly status: number | null
  readonly isFailed: boolean
  readonly startMs: number
  /** Of a request whose end was not recorded: the end of the recording. */
  readonly endMs: number
  readonly hasEnded: boolean
  /** Of children: 1 was made for the request itself. */
  readonly depth: number
}

export interface TraceWaterfall {
  readonly request: WaterfallRequest
  /** From start to end without a gap: the time of the request as it is known. */
  readonly spans: readonly WaterfallSpan[]
  readonly lanes: readonly WaterfallLane[]
  readonly children: readonly WaterfallRequest[]
  /** Sums in ms, of all spans before any was merged: together the duration. */
  readonly sums: Readonly<Record<WaterfallKind, number>>
  /** Part of the sums that rests on an assumption. */
  readonly assumedMs: number
  /** Left out, because they are too many. */
  readonly omittedChildCount: number
  readonly omittedLaneCount: number
  readonly hasSamples: boolean
  readonly hasActivityIds: boolean
  readonly hasTaskEvents: boolean
}

export interface TraceWaterfallQuestion {
  /** In the table of requests, counted from 0. */
  readonly row: number
  /** Of the selection: which method a wait is named after. */
  readonly ownCode?: OwnCodeRules | undefined
}
