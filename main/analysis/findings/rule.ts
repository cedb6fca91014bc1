import type { TraceFinding } from '../../../shared/model/trace/trace-findings.ts'
import type { FindingFacts } from './finding-facts.ts'

/** Looked at and below the threshold. */
export interface Passed {
  readonly kind: 'passed'
  readonly measured: string
}

/** `question`: how to get what is missing, of a recording the id of a preset. */
export interface Unjudged {
  readonly kind: 'not-judged'
  readonly missing: string
  readonly question: string
}

export type Verdict =
  | ({ readonly kind: 'found' } & Omit<TraceFinding, 'id' | 'title' | 'contrary' | 'lostMs'> &
      Partial<Pick<TraceFinding, 'title' | 'contrary' | 'lostMs'>>)
  | Passed
  | Unjudged

/** One check: a pure function over what a document has collected. */
export interface FindingRule {
  readonly id: string
  /** What is looked at, for checks that passed or could not be judged. */
  readonly name: string
  /** What is wrong, for a finding. */
  readonly title: string
  judge(facts: FindingFacts): Verdict
}

export function notJudged(missing: string, question: string): Unjudged {
  return { kind: 'not-judged', missing, question }
}

export function passed(measured: string): Passed {
  return { kind: 'passed', measured }
}
