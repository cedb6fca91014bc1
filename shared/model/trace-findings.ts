import type { TraceTableName } from './trace-tables.ts'
import type { TraceRange } from './trace-selection.ts'

/** How sure a check is: `high` needs no other explanation, `low` is worth a look. */
export type FindingConfidence = 'high' | 'medium' | 'low'

/** The rows of a table that show an observation. */
export interface FindingLink {
  readonly table: TraceTableName
  readonly search: string
  readonly range: TraceRange | null
}

/** One observation: what was seen and how often. */
export interface FindingEvidence {
  readonly text: string
  readonly count: number
  /** The method to change: for a blocked call the one that blocks. */
  readonly method?: string
  /** What a blocked call waits for, where the stacks show it. */
  readonly awaited?: string
  readonly type?: string
  /** Of the request below which it happened, where events show it: `GET /orders/{id}`. */
  readonly route?: string
  readonly link: FindingLink
}

export interface TraceFinding {
  /** Of the check, kebab-case; a check gives at most one finding. */
  readonly id: string
  readonly title: string
  /** One sentence: what was found. */
  readonly summary: string
  readonly confidence: FindingConfidence
  /** The strongest first, at least one. */
  readonly evidence: readonly FindingEvidence[]
  /** Observations that speak against it. */
  readonly contrary: readonly string[]
  readonly nextStep: string
  /** Milliseconds lost as far as they can be counted; decides the order. */
  readonly lostMs: number
}

/** A check that needs events this recording lacks. */
export interface UnjudgedCheck {
  readonly id: string
  /** What is looked at. */
  readonly name: string
  readonly missing: string
  /** Preset that records what is missing. */
  readonly question: string
}

export interface PassedCheck {
  readonly id: string
  /** What is looked at. */
  readonly name: string
  /** What was measured. */
  readonly measured: string
}

export interface TraceFindings {
  readonly findings: readonly TraceFinding[]
  readonly notJudged: readonly UnjudgedCheck[]
  readonly passed: readonly PassedCheck[]
}
