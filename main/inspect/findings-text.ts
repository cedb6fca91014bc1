import type { Finding, Findings, Observation } from '../../shared/model/findings.ts'

interface Words<Evidence extends Observation> {
  /** Behind the text of an observation. */
  readonly detail: (observed: Evidence) => string
  /** How to get what a check lacks. */
  readonly source: (question: string) => string
}

/** For people; scripts take --json. */
export function findingsText<Evidence extends Observation>(
  { findings, notJudged, passed }: Findings<Finding<Evidence>>,
  { detail, source }: Words<Evidence>,
): string {
  const count = findings.length + notJudged.length + passed.length
  const lines = [`${findings.length} findings in ${count} checks`]
  for (const { id, title, confidence, evidence, nextStep } of findings) {
    lines.push('', `${title} (${id}, ${confidence} confidence)`)
    for (const observed of evidence) lines.push(`  ${observed.text}${detail(observed)}`)
    lines.push(`  Next: ${nextStep}`)
  }
  if (notJudged.length > 0) lines.push('', 'Not judged')
  for (const { name, missing, question } of notJudged) lines.push(`  ${name}: needs ${missing}; ${source(question)}`)
  if (passed.length > 0) lines.push('', 'No problem found')
  for (const { name, measured } of passed) lines.push(`  ${name}: ${measured}`)
  return `\n${lines.join('\n')}\n`
}

/** Of `--json`: without what only a page needs. */
export function findingsJson<Evidence extends Observation & { readonly link: unknown }>({
  findings,
  notJudged,
}: Findings<Finding<Evidence>>) {
  return {
    findings: findings.map(({ id, title, confidence, evidence, nextStep }) => ({
      id,
      title,
      confidence,
      evidence: evidence.map(({ link: _link, ...observed }) => observed),
      nextStep,
    })),
    notJudged: notJudged.map(({ id, missing, question }) => ({ id, missing, question })),
  }
}
