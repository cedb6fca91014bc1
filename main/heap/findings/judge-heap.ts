import { maskSecrets } from '../../../shared/base/text-secrets.ts'
import type { FindingConfidence } from '../../../shared/model/findings.ts'
import type { HeapFinding, HeapFindings } from '../../../shared/model/heap/heap-findings.ts'
import { judgeRules } from '../../analysis/findings/judge-rules.ts'
import type { HeapFindingFacts } from './heap-finding-facts.ts'
import { heapFindingRules } from './heap-finding-rules.ts'
import type { HeapRule } from './heap-rule.ts'

const lower: Readonly<Record<FindingConfidence, FindingConfidence>> = { high: 'medium', medium: 'low', low: 'low' }
const partialText = 'This graph is not complete: figures are at least these, and shares may be wrong.'

/** Every check of a heap. What is found in a graph that is not complete is one step less sure. */
export function judgeHeap(facts: HeapFindingFacts, rules: readonly HeapRule[] = heapFindingRules): HeapFindings {
  const isComplete = facts.facts.completeness.kind === 'complete'
  return judgeRules(
    facts,
    rules,
    (found): HeapFinding => {
      const finding = masked({ contrary: [], heldBytes: 0, ...found })
      return isComplete ? finding : doubted(finding)
    },
    ({ heldBytes }) => heldBytes,
  )
}

function doubted(finding: HeapFinding): HeapFinding {
  return { ...finding, confidence: lower[finding.confidence], contrary: [...finding.contrary, partialText] }
}

/** Texts of strings are what a program holds; secrets in them are dots, as in the tables. */
function masked(finding: HeapFinding): HeapFinding {
  return {
    ...finding,
    evidence: finding.evidence.map((observed) => ({ ...observed, text: maskSecrets(observed.text) })),
  }
}
