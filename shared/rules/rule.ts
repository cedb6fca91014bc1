import * as v from 'valibot'
import { dumpTypeNames } from '../model/dump.ts'

/*
 * A rule as it lies in a file that a team shares (docs/formats/rule.md). What the editor cannot offer is not in here.
 */

export const ruleFormat = 'pipescope-rule'
export const ruleVersion = 1

const text = (max: number) => v.pipe(v.string(), v.maxLength(max), v.regex(/^[^\p{Cc}]*$/u))
const finite = v.pipe(v.number(), v.finite())
const whole = (least: number, most: number) => v.pipe(finite, v.integer(), v.minValue(least), v.maxValue(most))
const forMs = whole(0, 3_600_000)
const direction = v.picklist(['above', 'below'])

/** How many of its events, in what time. */
const times = { count: whole(1, 1_000_000), withinMs: whole(1000, 3_600_000) }

export const measures = ['value', 'rate', 'total', 'p50', 'p95', 'p99', 'count-rate', 'mean', 'max'] as const
export const logLevels = ['trace', 'debug', 'information', 'warning', 'error', 'critical'] as const
export const usageKinds = ['memory', 'cpu', 'container-memory'] as const
export type UsageKind = (typeof usageKinds)[number]
export const processMoments = ['started', 'exited', 'ended-suddenly', 'stopped-answering'] as const

export const conditionSchema = v.variant('kind', [
  /** A counter or an instrument of a meter. Tags that are not named add up (rates) or count one by one. */
  v.strictObject({
    kind: v.literal('counter'),
    provider: v.pipe(text(200), v.minLength(1)),
    name: v.pipe(text(200), v.minLength(1)),
    measure: v.picklist(measures),
    /** `key=value`, comma-separated; `*` stands for any text. Empty: all. */
    tags: text(400),
    direction,
    value: finite,
    forMs,
  }),
  /** The system's figures: working set in bytes, CPU in percent of one core, memory of the container in percent of its limit. */
  v.strictObject({ kind: v.literal('usage'), what: v.picklist(usageKinds), direction, value: finite, forMs }),
  /** Work items that wait in the thread pool. */
  v.strictObject({ kind: v.literal('thread-pool-queue'), value: whole(0, 1e9), forMs }),
  /** One collection stopped the process for longer. */
  v.strictObject({ kind: v.literal('gc-pause'), longerThanMs: v.pipe(finite, v.minValue(0)) }),
  v.strictObject({
    kind: v.literal('exception'),
    /** With namespace; `*` stands for any text. */
    type: v.pipe(text(400), v.minLength(1)),
    /** A part of the message; empty: any. */
    message: text(400),
    ...times,
  }),
  v.strictObject({
    kind: v.literal('log'),
    /** At least. */
    level: v.picklist(logLevels),
    category: v.pipe(text(400), v.minLength(1)),
    text: text(400),
    ...times,
  }),
  /** Requests that ASP.NET Core answers, by its meter (.NET 8 and newer). */
  v.strictObject({
    kind: v.literal('http-status'),
    /** `5xx`, `404`. */
    status: v.pipe(text(3), v.regex(/^[1-5](?:xx|\d\d)$/)),
    route: v.pipe(text(400), v.minLength(1)),
    perSecond: v.pipe(finite, v.minValue(0)),
    forMs,
  }),
  v.strictObject({
    kind: v.literal('http-duration'),
    percentile: v.picklist(['p50', 'p95', 'p99']),
    route: v.pipe(text(400), v.minLength(1)),
    longerThanMs: v.pipe(finite, v.minValue(0)),
    forMs,
  }),
  /** Any event of a provider, by its name and the text of a field. */
  v.strictObject({
    kind: v.literal('event'),
    provider: v.pipe(text(256), v.minLength(1), v.regex(/^[^,:"]+$/)),
    keywords: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,16}$/i)),
    level: v.picklist([1, 2, 3, 4, 5]),
    event: v.pipe(text(256), v.minLength(1)),
    field: text(256),
    /** What the field's text has to contain; with no field: any field. Empty: any event of that name. */
    contains: text(400),
    ...times,
  }),
  v.strictObject({ kind: v.literal('process'), what: v.picklist(processMoments) }),
])
export type RuleCondition = v.InferOutput<typeof conditionSchema>
export type ConditionKind = RuleCondition['kind']

/** Whole arguments that are filled in when it fires; any other argument is passed as it is. */
export const argumentNames = ['{pid}', '{process}', '{rule}', '{reached}', '{message}', '{time}', '{file}'] as const
export type ArgumentName = (typeof argumentNames)[number]

/** Built-in questions of a recording that a rule may start. */
export const recordedQuestions = ['time', 'gc', 'allocations', 'locks', 'exceptions', 'requests', 'starvation'] as const

/** Built-in checklists of cases. */
export const caseChecklists = ['slow', 'hang', 'cpu', 'leak', 'crash'] as const

export const actionSchema = v.variant('kind', [
  /** Keeps the last seconds from the moment the rule is armed, and saves them. */
  v.strictObject({ kind: v.literal('save-flight'), lastMs: whole(10_000, 1_800_000) }),
  v.strictObject({
    kind: v.literal('record'),
    durationMs: whole(1000, 600_000),
    preset: v.picklist(recordedQuestions),
  }),
  v.strictObject({ kind: v.literal('stacks') }),
  v.strictObject({ kind: v.literal('heap-graph') }),
  v.strictObject({ kind: v.literal('dump'), type: v.picklist(dumpTypeNames) }),
  /** A verified package of everything the checklist names but a heap graph and a dump. */
  v.strictObject({ kind: v.literal('case'), checklist: v.picklist(caseChecklists) }),
  v.strictObject({ kind: v.literal('notify') }),
  v.strictObject({
    kind: v.literal('program'),
    path: v.pipe(text(1000), v.minLength(1), v.regex(/^(?:\/|[A-Za-z]:\\)/)),
    args: v.pipe(v.array(text(1000)), v.maxLength(20)),
  }),
])
export type RuleAction = v.InferOutput<typeof actionSchema>
export type ActionKind = RuleAction['kind']

export const limitsSchema = v.strictObject({
  perHour: whole(1, 100),
  perDay: whole(1, 500),
  apartMs: whole(0, 86_400_000),
  /** Nothing is written while less than this is free. */
  leastFreeBytes: v.pipe(finite, v.minValue(0)),
  /** Of all files this rule has made and that are still there. */
  mostBytes: v.pipe(finite, v.minValue(1024 * 1024)),
  /** A value counts again only after it went back by this share of its limit. */
  hysteresisPercent: whole(0, 50),
})
export type RuleLimits = v.InferOutput<typeof limitsSchema>

/** As a rule names the machine that Pipescope runs on. */
export const thisMachine = 'localhost'

export const ruleSchema = v.pipe(
  v.strictObject({
    format: v.literal(ruleFormat),
    version: v.literal(ruleVersion),
    name: v.pipe(text(100), v.minLength(1)),
    applications: v.strictObject({
      /** Of the process; `*` stands for any text. */
      name: v.pipe(text(200), v.minLength(1)),
      /** A part of the command line; empty: any. */
      commandLine: text(400),
      /** The machine of the process by its name, `localhost` for this one; `*` stands for any text. Absent: any machine that is connected. */
      machine: v.optional(v.pipe(text(200), v.minLength(1))),
      /** Processes of other users, too, where the system permits it. */
      allUsers: v.boolean(),
    }),
    match: v.picklist(['all', 'any']),
    conditions: v.pipe(v.array(conditionSchema), v.minLength(1), v.maxLength(5)),
    actions: v.pipe(v.array(actionSchema), v.minLength(1), v.maxLength(6)),
    limits: limitsSchema,
  }),
  v.check(({ conditions, actions }) => isPossible(conditions, actions), 'needs a process that has exited'),
)
export type Rule = v.InferOutput<typeof ruleSchema>

const afterExit: ReadonlySet<ActionKind> = new Set(['save-flight', 'notify', 'program'])

/** Nothing can be asked of a process that is gone. */
function isPossible(conditions: readonly RuleCondition[], actions: readonly RuleAction[]): boolean {
  const isGone = conditions.some(
    (condition) => condition.kind === 'process' && (condition.what === 'exited' || condition.what === 'ended-suddenly'),
  )
  return !isGone || actions.every(({ kind }) => afterExit.has(kind))
}

export const usualLimits: RuleLimits = {
  perHour: 2,
  perDay: 3,
  apartMs: 300_000,
  leastFreeBytes: 5 * 1024 ** 3,
  mostBytes: 2 * 1024 ** 3,
  hysteresisPercent: 10,
}
