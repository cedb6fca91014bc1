import type { HeapFinding } from '../../../shared/model/heap/heap-findings.ts'
import type { Passed, Unjudged } from '../../analysis/findings/rule.ts'
import type { HeapFindingFacts } from './heap-finding-facts.ts'

export { passed } from '../../analysis/findings/rule.ts'

export type HeapVerdict =
  | ({ readonly kind: 'found' } & Omit<HeapFinding, 'id' | 'title' | 'contrary' | 'heldBytes'> &
      Partial<Pick<HeapFinding, 'title' | 'contrary' | 'heldBytes'>>)
  | Passed
  | Unjudged

/** One check of a heap: a pure function over its graph. */
export interface HeapRule {
  readonly id: string
  /** What is looked at, for checks that passed or could not be judged. */
  readonly name: string
  /** What is wrong, for a finding. */
  readonly title: string
  judge(facts: HeapFindingFacts): HeapVerdict
}

/** Only another kind of file has what the check needs. */
export function needs(missing: string, source: 'heap-graph' | 'dump'): Unjudged {
  return { kind: 'not-judged', missing, question: source }
}
