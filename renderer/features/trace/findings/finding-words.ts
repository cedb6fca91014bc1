import { countOf } from '../../../../shared/base/count-of.ts'
import { presetById } from '../../../../shared/recording/presets.ts'
import type { FindingEvidence, TraceFinding } from '../../../../shared/model/trace/trace-findings.ts'

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

export function noFindingText(notJudgedCount: number): string {
  if (notJudgedCount === 0) return 'Every check had the events it needs.'
  return `${countOf(notJudgedCount, 'check needs', 'checks need')} events that this recording doesn’t have.`
}

/** What a finding is about: the first method that its evidence names, else the first type; empty where it names neither. */
export function culpritOf({ evidence }: Pick<TraceFinding, 'evidence'>): string {
  const first = (name: 'method' | 'type') => evidence.find(({ [name]: text }) => (text ?? '') !== '')?.[name]
  return first('method') ?? first('type') ?? ''
}
