import { countOf } from '../../../shared/base/count-of.ts'
import type { Finding, FindingConfidence, Findings, Observation } from '../../../shared/model/findings.ts'
import type { Tone } from '../chip.tsx'

export const confidenceWords: Readonly<
  Record<FindingConfidence, { readonly label: string; readonly squares: number; readonly tone: Tone }>
> = {
  high: { label: 'High', squares: 3, tone: 'warn' },
  medium: { label: 'Medium', squares: 2, tone: 'note' },
  low: { label: 'Low', squares: 1, tone: 'absent' },
}

/** `4 findings in 22 checks`. */
export function countWords({ findings, notJudged, passed }: Findings<Finding<Observation>>): string {
  const checks = findings.length + notJudged.length + passed.length
  return `${countOf(findings.length, 'finding', 'findings')} in ${countOf(checks, 'check', 'checks')}`
}
