import { countOf } from '../../../../shared/base/count-of.ts'
import type { HeapFindingEvidence } from '../../../../shared/model/heap/heap-findings.ts'
import { bytesText } from '../heap-words.ts'

/** What is known beside the sentence, where the sentence does not say it. */
export function heapFactsOf({ text, retainedBytes, root }: HeapFindingEvidence): readonly string[] {
  return [
    ...(root === undefined || text.toLowerCase().includes(root.toLowerCase()) ? [] : [`Held by ${root}`]),
    ...(retainedBytes === undefined || text.includes('retains') ? [] : [`Retains ${bytesText(retainedBytes)}`]),
  ]
}

/** Where to get what a check lacks. */
export function sourceWords(question: string): string {
  return question === 'dump' ? 'In a dump' : 'In a heap graph'
}

export function noHeapFindingText(notJudgedCount: number): string {
  if (notJudgedCount === 0) return 'Every check had what it needs.'
  return `${countOf(notJudgedCount, 'check needs', 'checks need')} what this file doesn’t have.`
}
