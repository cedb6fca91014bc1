import { expect, test } from 'vitest'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { redactionRules } from '../../../../shared/model/trace/trace-trim.ts'
import { firstChoice, orderOf, problemOf } from './part-choice.ts'
import { maskedWords, previewWords, ruleTitle, timeWords } from './part-words.ts'

const providers = [
  { name: 'A', eventCount: 3 },
  { name: 'B', eventCount: 4 },
]
const selection = { ...wholeTrace, range: { fromMs: 5, toMs: 9 }, threads: [7] }

test('an order restricts what was chosen and nothing else', () => {
  expect(orderOf(wholeTrace, { providers }, firstChoice)).toEqual({
    selection: { range: null, threads: null, providers: null },
    redaction: null,
  })
  expect(orderOf(selection, { providers }, firstChoice).selection).toEqual({
    range: selection.range,
    threads: [7],
    providers: null,
  })
  const choice = { ...firstChoice, isTimeKept: false, areThreadsKept: false, leftOutProviders: new Set(['B']) }
  expect(orderOf(selection, { providers }, { ...choice, expressions: ['x'] })).toEqual({
    selection: { range: null, threads: null, providers: ['A'] },
    redaction: { rules: [], expressions: ['x'] },
  })
})

test('an expression that RE2 does not know, or that is there already, has a problem', () => {
  expect(problemOf('order-\\d+', [])).toBeNull()
  expect(problemOf('(', [])).not.toBeNull()
  expect(problemOf('(?=x)', [])).not.toBeNull()
  expect(problemOf('x', ['x'])).toContain('already')
  expect(problemOf('x'.repeat(1001), [])).toContain('At most')
})

test('counts are written in words', () => {
  const counts = { eventCount: 10, selectedCount: 4, nameCount: 2, lostCount: 0, redaction: null }
  expect(previewWords(counts)).toBe('4 of 10 events, and 2 with symbols')
  expect(previewWords({ ...counts, nameCount: 0, lostCount: 1 })).toBe(
    '4 of 10 events. The runtime lost 1 event in this part',
  )
  expect(maskedWords({ rules: [], fields: [], zeroed: [] })).toBe('Nothing masked')
  const rules = [{ rule: 'emails', count: 2, distinctCount: 1 }]
  expect(maskedWords({ rules, fields: [], zeroed: [{ provider: 'P', event: 'E', count: 1 }] })).toBe(
    '2 texts masked, 1 payload of unknown content overwritten with zeros',
  )
  expect(timeWords({ fromMs: -1, toMs: 1500 })).toMatch(/^Only the selected time, 0.* to 1\.5/)
})

test('every rule has a title', () => {
  expect(redactionRules.map(ruleTitle)).not.toContain('')
  expect(ruleTitle('own-2')).toBe('Expression 2')
})
