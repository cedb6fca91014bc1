import * as v from 'valibot'

/*
 * `case.json` of a package: what was collected of which process, what failed and why, and the hash of every file. The same as a JSON
 * schema: docs/formats/case.schema.json.
 */

export const caseKind = 'pipescope-case'
export const caseVersion = 1

/**
 * - `done`: everything that was wanted is there
 * - `partial`: a part of it is there, `reason` says why not all
 * - `failed`: nothing is there
 * - `not-requested`, `not-applicable`: not a fault
 * - `cancelled`: stopped by the person, or by the time limit
 * - `interrupted`: Pipescope ended meanwhile
 */
export const stepStates = [
  'waiting',
  'running',
  'done',
  'partial',
  'failed',
  'not-requested',
  'not-applicable',
  'cancelled',
  'interrupted',
] as const
export type StepState = (typeof stepStates)[number]

/** In the order in which they are run: what disturbs the process most comes last. */
export const stepKinds = [
  'process',
  'environment',
  'machine',
  'modules',
  'flight',
  'counters',
  'stacks',
  'trace',
  'logs',
  'heap-graph',
  'dump',
  'findings',
] as const
export type StepKind = (typeof stepKinds)[number]

/** `masked`: secrets are replaced; `without-values`: types and links only; `not-possible`: it holds the memory of the process. */
export const redactions = ['masked', 'without-values', 'not-possible', 'not-done'] as const

const short = v.pipe(v.string(), v.maxLength(4000))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const moment = v.pipe(v.string(), v.isoTimestamp())

export const caseStepSchema = v.object({
  kind: v.picklist(stepKinds),
  /** Index into `processes`. */
  process: count,
  title: short,
  state: v.picklist(stepStates),
  reason: v.nullable(short),
  startedAt: v.nullable(moment),
  endedAt: v.nullable(moment),
})
export type CaseStep = v.InferOutput<typeof caseStepSchema>

export const caseFileSchema = v.object({
  /** Path in the package, with slashes. */
  name: short,
  title: short,
  /** Null: of the case as a whole. */
  process: v.nullable(count),
  /** Null: added by hand. */
  step: v.nullable(v.picklist(stepKinds)),
  sizeBytes: count,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  redaction: v.picklist(redactions),
  verdict: v.picklist(['complete', 'partial', 'unverified']),
  reasons: v.array(short),
})
export type CaseFile = v.InferOutput<typeof caseFileSchema>

/** Rows of the trace; written as the view of a trace asks for them, and passed over where a table of that name is unknown. */
const caseRowsSchema = v.object({
  table: short,
  search: short,
  /** Milliseconds since the session’s sync point; null: the whole trace. */
  range: v.nullable(v.object({ fromMs: v.number(), toMs: v.number() })),
})

export const caseFindingSchema = v.object({
  title: short,
  confidence: v.picklist(['high', 'medium', 'low']),
  summary: short,
  evidence: v.array(short),
  /** One for each line of evidence: the rows that show it. Missing in packages of earlier versions. */
  rows: v.optional(v.array(caseRowsSchema)),
  nextStep: short,
  /** The trace it was found in. */
  file: short,
})
export type CaseFinding = v.InferOutput<typeof caseFindingSchema>

export const caseProcessSchema = v.object({
  name: short,
  pid: count,
  runtimeVersion: v.nullable(short),
  runtime: short,
  architecture: v.nullable(short),
  operatingSystem: v.nullable(short),
  startedAt: v.nullable(moment),
  /** The machine it runs on: as this machine calls itself, or as the person names it; masked like host names. Missing in packages of earlier versions. */
  machine: v.optional(short),
})

export type CaseProcess = v.InferOutput<typeof caseProcessSchema>

export const caseMarkSchema = v.object({
  /** Index into `processes`. */
  process: count,
  at: moment,
  text: short,
  /** Who set it: a person, a threshold, or Live because the process started again or exited. */
  origin: v.picklist(['person', 'threshold', 'restart', 'exit']),
})
export type CaseMark = v.InferOutput<typeof caseMarkSchema>

export const redactionCountSchema = v.object({ rule: short, count, distinctCount: count })
export type RedactionCount = Readonly<v.InferOutput<typeof redactionCountSchema>>

export const caseDocumentSchema = v.object({
  kind: v.literal(caseKind),
  version: v.literal(caseVersion),
  id: short,
  createdAt: moment,
  finishedAt: moment,
  /** Complete: no step failed, and nothing that was collected is only a part. */
  verdict: v.picklist(['complete', 'partial']),
  tool: v.object({ name: short, version: short, node: short, platform: short }),
  ticket: v.nullable(short),
  checklist: v.object({
    id: short,
    title: short,
    questions: v.array(short),
    /** One for each question, masked like the notes; empty: nobody answered it. */
    answers: v.optional(v.array(short)),
  }),
  processes: v.array(caseProcessSchema),
  steps: v.array(caseStepSchema),
  files: v.array(caseFileSchema),
  findings: v.array(caseFindingSchema),
  /** Marks in Live of these processes, by time. Missing where there were none. */
  marks: v.optional(v.array(caseMarkSchema)),
  redaction: v.object({
    /** What was looked for. */
    rules: v.array(short),
    /** In texts and in traces together. */
    counts: v.array(redactionCountSchema),
  }),
})
export type CaseDocument = v.InferOutput<typeof caseDocumentSchema>
export type CaseVerdict = CaseDocument['verdict']

/** Neither of them makes a case partial. */
export function isFine(state: StepState): boolean {
  return state === 'done' || state === 'not-requested' || state === 'not-applicable'
}
