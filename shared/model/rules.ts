import * as v from 'valibot'
import type { AppError } from '../base/errors.ts'
import { skipReasons } from '../rules/rule-limits.ts'
import { ruleSchema } from '../rules/rule.ts'

/** Rules as main keeps them and the page sees them. */

const text = v.string()
const count = v.pipe(v.number(), v.minValue(0))

/** Why a rule is off that nobody turned off. */
export const offReasons = ['actions-failed', 'changed-on-disk'] as const
export type OffReason = (typeof offReasons)[number]

export const doneFileSchema = v.object({
  path: text,
  fileId: v.nullable(text),
  sizeBytes: count,
  /** Of a flight recorder of .NET Core 3, which ends its session with each save: what was not recorded between them so far. */
  gapMs: v.optional(count),
})
export type DoneFile = v.InferOutput<typeof doneFileSchema>

export const doneActionSchema = v.object({
  /** Of the rule's actions as they were, in words. */
  text,
  state: v.picklist(['waiting', 'running', 'done', 'failed']),
  /** Kind of the error; of the file system `io-` and its code. */
  reason: v.nullable(text),
  durationMs: count,
  files: v.array(doneFileSchema),
})
export type DoneAction = v.InferOutput<typeof doneActionSchema>

/** One line of the journal: a rule fired, or did not because of a limit. */
export const firedSchema = v.object({
  id: text,
  ruleId: text,
  atMs: v.number(),
  processName: text,
  pid: v.number(),
  /** The condition that was the last to hold, and its figure. */
  condition: text,
  reached: text,
  heldMs: v.number(),
  /** Of the event. */
  message: text,
  outcome: v.picklist(['running', 'done', 'partial', 'failed', 'skipped', 'interrupted']),
  skipped: v.nullable(v.picklist(skipReasons)),
  /** How many times in a row it was skipped for the same reason. */
  count,
  actions: v.array(doneActionSchema),
})
export type Fired = v.InferOutput<typeof firedSchema>

export const keptRuleSchema = v.object({
  id: text,
  rule: ruleSchema,
  isArmed: v.boolean(),
  /** What was agreed to, keyed: a rule that changed since is not armed. */
  seal: text,
  off: v.nullable(v.object({ reason: v.picklist(offReasons), detail: text, atMs: v.number() })),
})
export type KeptRule = v.InferOutput<typeof keptRuleSchema>

/** With `*` as its name a rule fits everything: no more processes than this are looked at. */
export const mostWatched = 32

/** Why nothing is kept or written for a rule. */
export type RuleProblem =
  /** On the disk of this folder less is free than the rule asks for, or than any recording leaves. */
  { readonly kind: 'disk-low'; readonly folder: string } | { readonly kind: 'failed'; readonly error: AppError }

/** A process that an armed rule looks at. */
export interface WatchedProcess {
  readonly key: string
  readonly name: string
  readonly pid: number
  /** Why some of its readings are missing, by name; null: nothing is. */
  readonly problem: string | null
  /** Null: it is kept, or nothing has to be. */
  readonly flightProblem: RuleProblem | null
}

export interface RuleEntry extends Pick<KeptRule, 'id' | 'rule' | 'isArmed' | 'off'> {
  readonly lastFiredMs: number | null
  /** Of the application with the least left. */
  readonly leftToday: number
  readonly watched: readonly WatchedProcess[]
  /** Processes that it fits and that are not looked at, because as many as Pipescope looks at already are. */
  readonly unwatchedCount: number
  /** Another instance of Pipescope that has the same rule armed and acts on it; null: none. */
  readonly heldBy: { readonly pid: number } | null
}

/** The stream `rules.state`; the newest wins. */
export interface RulesState {
  readonly rules: readonly RuleEntry[]
  /** Newest first. */
  readonly journal: readonly Fired[]
  readonly background: BackgroundState
}

export interface BackgroundState {
  /** Armed rules keep Pipescope running when its last window is closed. */
  readonly isKept: boolean
  readonly startsAtLogin: boolean
}

/** What a dry run goes over. */
export const dryRunSourceSchema = v.variant('kind', [
  /** A live view that is open, by its process. */
  v.strictObject({ kind: v.literal('live'), processKey: v.pipe(text, v.maxLength(200)) }),
  v.strictObject({ kind: v.literal('file'), path: v.pipe(text, v.maxLength(4096)) }),
])
export type DryRunSource = v.InferOutput<typeof dryRunSourceSchema>

export interface DryRun {
  readonly fromMs: number
  readonly toMs: number
  /** Figures of the first condition that has some: time and value one after the other; empty where there are none. */
  readonly points: readonly (readonly [number, number])[]
  readonly limit: number | null
  /** Index of the condition that the points are of. */
  readonly conditionIndex: number | null
  readonly fired: readonly DryFired[]
  /** Conditions that nothing in the source says anything about. */
  readonly silent: readonly number[]
}

export interface DryFired {
  readonly timeMs: number
  readonly reached: string
  readonly skipped: (typeof skipReasons)[number] | null
}
