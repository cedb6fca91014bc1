import { maskSecrets } from '../../../shared/base/text-secrets.ts'
import type { PassedCheck, TraceFinding, TraceFindings, UnjudgedCheck } from '../../../shared/model/trace-findings.ts'
import type { FindingFacts } from './finding-facts.ts'
import type { FindingRule } from './rule.ts'
import { findingRules } from './finding-rules.ts'

const confidenceOrder = ['high', 'medium', 'low']

/** Every check once, in a fixed order: the same file gives the same list. */
export function judgeFindings(facts: FindingFacts, rules: readonly FindingRule[] = findingRules): TraceFindings {
  const findings: TraceFinding[] = []
  const notJudged: UnjudgedCheck[] = []
  const passed: PassedCheck[] = []
  for (const rule of rules) {
    const { id, name, title } = rule
    const verdict = rule.judge(facts)
    if (verdict.kind === 'found') {
      const { kind: _kind, ...found } = verdict
      findings.push(masked({ id, title, contrary: [], lostMs: 0, ...found }))
    } else if (verdict.kind === 'passed') passed.push({ id, name, measured: verdict.measured })
    else notJudged.push({ id, name, missing: verdict.missing, question: verdict.question })
  }
  return { findings: findings.toSorted(byWeight), notJudged, passed }
}

/** Commands, addresses and messages hold what a program sent; secrets in them are dots, as in the tables. */
function masked(finding: TraceFinding): TraceFinding {
  const { summary, nextStep, evidence } = finding
  return {
    ...finding,
    summary: maskSecrets(summary),
    nextStep: maskSecrets(nextStep),
    evidence: evidence.map((observed) => ({
      ...observed,
      text: maskSecrets(observed.text),
      ...(observed.route === undefined ? {} : { route: maskSecrets(observed.route) }),
    })),
  }
}

function byWeight(a: TraceFinding, b: TraceFinding): number {
  const byConfidence = confidenceOrder.indexOf(a.confidence) - confidenceOrder.indexOf(b.confidence)
  return byConfidence || b.lostMs - a.lostMs
}
