import { expect, it } from 'vitest'
import type { TraceDamage, TraceSummary } from '../../../shared/model/trace/trace.ts'
import { shortcomings } from './trace-words.ts'

const malformed: TraceDamage = {
  kind: 'malformed',
  offset: 812,
  block: 'EventBlock',
  expected: 'tag 5',
  found: 'tag 0',
  canContinue: true,
}

function summaryOf(damage: readonly TraceDamage[]): TraceSummary {
  return { damage, isComplete: false, lostCount: 0, imported: null } as unknown as TraceSummary
}

it('says that a file needed too much work before anything else that is wrong with it', () => {
  const costly: TraceDamage = { ...malformed, kind: 'too-costly', offset: 900, canContinue: false }
  expect(shortcomings(summaryOf([malformed, costly]))).toEqual([
    'Reading this file takes more work than its size allows. Reading stopped at byte 900; everything before it is shown.',
  ])
  expect(shortcomings(summaryOf([malformed]))[0]).toContain('Damaged at byte 812 (EventBlock)')
})
