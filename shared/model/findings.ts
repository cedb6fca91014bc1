/** How sure a check is: `high` needs no other explanation, `low` is worth a look. */
export type FindingConfidence = 'high' | 'medium' | 'low'

/** One observation: what was seen and how often. */
export interface Observation {
  readonly text: string
  readonly count: number
}

/** What a check of a document has found; a check gives at most one. */
export interface Finding<Evidence extends Observation> {
  /** Of the check, kebab-case. */
  readonly id: string
  readonly title: string
  /** One sentence: what was found. */
  readonly summary: string
  readonly confidence: FindingConfidence
  /** The strongest first, at least one. */
  readonly evidence: readonly Evidence[]
  /** Observations that speak against it. */
  readonly contrary: readonly string[]
  readonly nextStep: string
}

/** A check that needs what this document lacks. */
export interface UnjudgedCheck {
  readonly id: string
  /** What is looked at. */
  readonly name: string
  readonly missing: string
  /** How to get it: of a recording the preset that records it, of a heap `heap-graph` or `dump`. */
  readonly question: string
}

export interface PassedCheck {
  readonly id: string
  /** What is looked at. */
  readonly name: string
  /** What was measured. */
  readonly measured: string
}

export interface Findings<Found extends Finding<Observation>> {
  readonly findings: readonly Found[]
  readonly notJudged: readonly UnjudgedCheck[]
  readonly passed: readonly PassedCheck[]
}
