import { presetById } from '../../../../shared/recording/presets.ts'
import type { FindingConfidence } from '../../../../shared/model/findings.ts'
import type { FindingEvidence, TraceFindings } from '../../../../shared/model/trace-findings.ts'
import type { Tone } from '../../../ui/chip.tsx'
import { formatCount } from '../../../../shared/base/format.ts'

export const confidenceWords: Readonly<
  Record<FindingConfidence, { readonly label: string; readonly squares: number; readonly tone: Tone }>
> = {
  high: { label: 'High', squares: 3, tone: 'warn' },
  medium: { label: 'Medium', squares: 2, tone: 'note' },
  low: { label: 'Low', squares: 1, tone: 'absent' },
}

/** `4 findings in 22 checks`. */
export function countWords({ findings, notJudged, passed }: TraceFindings): string {
  const checks = findings.length + notJudged.length + passed.length
  return `${counted(findings.length, 'finding')} in ${counted(checks, 'check')}`
}

function counted(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
}

/** What the events say beside the sentence: who waits for what, below which request. */
export function factsOf({ text, method, awaited, route }: FindingEvidence): readonly string[] {
  return [
    // Most sentences name it themselves.
    ...(method === undefined || method === '' || text.includes(method) ? [] : [`By ${method}`]),
    ...(awaited === undefined ? [] : [`Waits for ${awaited}`]),
    ...(route === undefined ? [] : [`In ${route}`]),
  ]
}

/** Title of the preset that records what is missing. */
export function questionTitle(question: string): string {
  return presetById(question)?.title ?? question
}
