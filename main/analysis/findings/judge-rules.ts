import type { Finding, Findings, Observation, PassedCheck, UnjudgedCheck } from '../../../shared/model/findings.ts'
import type { Passed, Unjudged } from './rule.ts'

interface Rule<Facts, Verdict extends { readonly kind: 'found' }> {
  readonly id: string
  readonly name: string
  readonly title: string
  judge(facts: Facts): Verdict | Passed | Unjudged
}

const confidenceOrder = ['high', 'medium', 'low']

/**
 * Every check once, in a fixed order: the same document gives the same list. The surest come first.
 *
 * @param findingOf what a rule has found, with its id and title
 * @param weightOf decides among those that are equally sure
 */
export function judgeRules<Facts, Verdict extends { readonly kind: 'found' }, Found extends Finding<Observation>>(
  facts: Facts,
  rules: readonly Rule<Facts, Verdict>[],
  findingOf: (found: Omit<Verdict, 'kind'> & { readonly id: string; readonly title: string }) => Found,
  weightOf: (finding: Found) => number,
): Findings<Found> {
  const findings: Found[] = []
  const notJudged: UnjudgedCheck[] = []
  const passed: PassedCheck[] = []
  for (const rule of rules) {
    const { id, name, title } = rule
    const verdict = rule.judge(facts)
    if (verdict.kind === 'passed') passed.push({ id, name, measured: verdict.measured })
    else if (verdict.kind === 'not-judged')
      notJudged.push({ id, name, missing: verdict.missing, question: verdict.question })
    else {
      const { kind: _kind, ...found } = verdict
      findings.push(findingOf({ id, title, ...found }))
    }
  }
  const placeOf = ({ confidence }: Found): number => confidenceOrder.indexOf(confidence)
  return {
    findings: findings.toSorted((a, b) => placeOf(a) - placeOf(b) || weightOf(b) - weightOf(a)),
    notJudged,
    passed,
  }
}
