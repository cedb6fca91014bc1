import { expect, it } from 'vitest'
import type { CellOutcome } from './run-matrix.ts'
import { isGood, reportOf } from './verify-here.ts'

const cell: CellOutcome = { row: 'ProcessInfo', variant: 'win8', expected: 'OK', found: 'OK', state: 'as-documented' }
const different: CellOutcome = { ...cell, row: 'CollectTracing', found: 'E_FAIL', state: 'different' }
const news: CellOutcome = { ...cell, row: 'meters', expected: 'not under Wine: x', found: 'OK, values', state: 'new' }

it('a report lists what is different and what was not known, and counts all answers', () => {
  const report = reportOf(['Windows'], [cell, different, news], ['| row |'])
  expect(report).toContain('- 1 as documented, 1 different, 1 new, 0 not run')
  expect(report).toContain('- win8, CollectTracing: expected "OK", found "E_FAIL"')
  expect(report).toContain('- win8, meters: OK, values')
  expect(report).not.toContain('## Not run')
})

it('a difference and a row that could not be run are failures, news is not', () => {
  expect(isGood([cell, news])).toBe(true)
  expect(isGood([cell, different])).toBe(false)
  expect(isGood([{ ...cell, state: 'not-run' }])).toBe(false)
})
