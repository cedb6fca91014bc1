import type { TraceFinding } from '../../../shared/model/trace-findings.ts'
import type { FindingFacts } from './finding-facts.ts'

export type Verdict =
  | ({ readonly kind: 'found' } & Omit<TraceFinding, 'id' | 'title' | 'contrary' | 'lostMs'> &
      Partial<Pick<TraceFinding, 'title' | 'contrary' | 'lostMs'>>)
  /** Looked at and below the threshold. */
  | { readonly kind: 'passed'; readonly measured: string }
  /** `question`: id of the preset that records what is missing. */
  | { readonly kind: 'not-judged'; readonly missing: string; readonly question: string }

/** One check: a pure function over what a document has collected. */
export interface FindingRule {
  readonly id: string
  /** What is looked at, for checks that passed or could not be judged. */
  readonly name: string
  /** What is wrong, for a finding. */
  readonly title: string
  judge(facts: FindingFacts): Verdict
}

export function notJudged(missing: string, question: string): Verdict {
  return { kind: 'not-judged', missing, question }
}

export function passed(measured: string): Verdict {
  return { kind: 'passed', measured }
}
