import { expect, test } from 'vitest'
import { PlantedTrace } from '../testing/planted-trace.ts'
import { loggedErrors } from './logged-errors.ts'

const error = 4

/** A second in which each category logs errors, among ten messages of information. */
function logging(counts: Readonly<Record<string, number>>): PlantedTrace {
  const trace = new PlantedTrace()
  for (let at = 0; at < 10; at++) trace.log(at, 2, 'Shop.Quotes')
  for (const [category, count] of Object.entries(counts))
    for (let at = 0; at < count; at++) trace.log(at * 10, error, category)
  return trace.endAt(1000)
}

test('ten errors are a finding, nine are not', () => {
  expect(logging({ 'Shop.Orders': 9 }).judge(loggedErrors)).toEqual({
    kind: 'passed',
    measured: '9 errors in 19 log messages',
  })
  expect(logging({ 'Shop.Orders': 10 }).judge(loggedErrors)).toMatchObject({
    kind: 'found',
    summary: '10 errors in 20 log messages, most of them from Shop.Orders.',
    evidence: [{ count: 10, type: 'Shop.Orders' }],
  })
})

test('the five categories with most errors are evidence', () => {
  const verdict = logging({ A: 1, B: 9, C: 3, D: 4, E: 5, F: 6 }).judge(loggedErrors)
  const types = verdict.kind === 'found' ? verdict.evidence.map(({ type }) => type) : []
  expect(types).toEqual(['B', 'F', 'E', 'D', 'C'])
})

test('without log messages nothing is judged', () => {
  expect(new PlantedTrace().endAt(1000).judge(loggedErrors)).toMatchObject({ kind: 'not-judged', question: 'logs' })
})
