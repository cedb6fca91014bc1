import { maskSecrets, splitSecrets } from '../../../shared/base/text-secrets.ts'
import type { TraceFinding, TraceFindings } from '../../../shared/model/trace/trace-findings.ts'
import type { FindingFacts } from './finding-facts.ts'
import type { FindingRule } from './rule.ts'
import { findingRules } from './finding-rules.ts'
import { judgeRules } from './judge-rules.ts'

/** Every check of a recording. */
export function judgeFindings(facts: FindingFacts, rules: readonly FindingRule[] = findingRules): TraceFindings {
  return judgeRules(
    facts,
    rules,
    (found): TraceFinding => masked({ contrary: [], lostMs: 0, ...found }),
    ({ lostMs }) => lostMs,
  )
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
      // The tables look for what the program sent: up to the secret it is found, and nothing of it is shown.
      link: { ...observed.link, search: splitSecrets(observed.link.search)[0]!.text },
      ...(observed.route === undefined ? {} : { route: maskSecrets(observed.route) }),
    })),
  }
}
