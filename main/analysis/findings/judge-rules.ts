import type { Finding, Findings, Observation, PassedCheck, UnjudgedCheck } from '../../../shared/model/findings.ts'
import type { Passed, Unjudged } from './rule.ts'

export type Judged<Found extends Finding<Observation>> =
  { readonly kind: 'found'; readonly finding: Found } | Passed | Unjudged

interface Rule<Facts, Found extends Finding<Observation>> {
  readonly id: string
  readonly name: string
  judge(facts: Facts): Judged<Found>
}

const confidenceOrder = ['high', 'medium', 'low']

/**
 * Every check once, in a fixed order: the same document gives the same list. The surest come first.
 *
 * @param weightOf decides among those that are equally sure
 */
export function judgeRules<Facts, Found extends Finding<Observation>>(
  facts: Facts,
  rules: readonly Rule<Facts, Found>[],
  weightOf: (finding: Found) => number,
): Findings<Found> {
  const findings: Found[] = []
  const notJudged: UnjudgedCheck[] = []
  const passed: PassedCheck[] = []
  for (const rule of rules) {
    const { id, name } = rule
    const verdict = rule.judge(facts)
    if (verdict.kind === 'passed') passed.push({ id, name, measured: verdict.measured })
    else if (verdict.kind === 'not-judged')
      notJudged.push({ id, name, missing: verdict.missing, question: verdict.question })
    else findings.push(verdict.finding)
  }
  const placeOf = ({ confidence }: Found): number => confidenceOrder.indexOf(confidence)
  return {
    findings: findings.toSorted((a, b) => placeOf(a) - placeOf(b) || weightOf(b) - weightOf(a)),
    notJudged,
    passed,
  }
}
