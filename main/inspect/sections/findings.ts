import type { TraceFindings } from '../../../shared/model/trace-findings.ts'
import { FindingFacts } from '../../analysis/findings/finding-facts.ts'
import { judgeFindings } from '../../analysis/findings/judge-findings.ts'
import { TraceParts } from '../../analysis/trace/trace-parts.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { TraceFile } from '../../workers/trace/trace-file.ts'
import type { Section } from '../section.ts'

/** `--findings`: what the checks of the app find in the file. */
export function findingsSection(path: string): Section {
  const parts = new TraceParts()
  const judge = (trace: Trace): TraceFindings => {
    const file = new TraceFile(path)
    try {
      return judgeFindings(new FindingFacts(parts, trace, (offset, byteCount) => file.read(offset, byteCount)))
    } finally {
      file[Symbol.dispose]()
    }
  }
  return {
    listener: parts.listener,
    json(trace) {
      const { findings, notJudged } = judge(trace)
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
    },
    print(trace, output) {
      output.write(findingsText(judge(trace)))
    },
  }
}

function findingsText({ findings, notJudged, passed }: TraceFindings): string {
  const count = findings.length + notJudged.length + passed.length
  const lines = [`${findings.length} findings in ${count} checks`]
  for (const { id, title, confidence, evidence, nextStep } of findings) {
    lines.push('', `${title} (${id}, ${confidence} confidence)`)
    for (const { text, route } of evidence) lines.push(`  ${text}${route === undefined ? '' : `, below ${route}`}`)
    lines.push(`  Next: ${nextStep}`)
  }
  if (notJudged.length > 0) lines.push('', 'Not judged')
  for (const { name, missing, question } of notJudged)
    lines.push(`  ${name}: needs ${missing}; record the preset ${question}`)
  if (passed.length > 0) lines.push('', 'No problem found')
  for (const { name, measured } of passed) lines.push(`  ${name}: ${measured}`)
  return `\n${lines.join('\n')}\n`
}
