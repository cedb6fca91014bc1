import { expect, it } from 'vitest'
import { withMarks } from './case-marks.ts'

const mark = (timeMs: number, label: string) => ({ id: label, timeMs, label, origin: 'person' as const })
const textsOf = (marks: readonly { readonly text: string }[]) => marks.map(({ text }) => text)

it('a case has the marks of all processes in order of time, each with its last name', () => {
  const first = withMarks(withMarks([], 0, [mark(3000, 'deploy')]), 1, [mark(1000, 'load test')])
  expect(textsOf(first)).toEqual(['load test', 'deploy'])
  const then = withMarks(first, 0, [mark(3000, 'deploy 2'), mark(2000, 'slow')])
  expect(textsOf(then)).toEqual(['load test', 'slow', 'deploy 2'])
  expect(then[0]).toEqual({ process: 1, at: '1970-01-01T00:00:01.000Z', text: 'load test', origin: 'person' })
})

it('a case keeps what it had of a process whose view was closed meanwhile', () => {
  expect(textsOf(withMarks(withMarks([], 0, [mark(1, 'deploy')]), 0, []))).toEqual(['deploy'])
})

it('a mark whose time isn’t a date is skipped', () => {
  expect(withMarks([], 0, [mark(1e300, 'a'), mark(Number.NaN, 'b'), mark(-1, 'c'), mark(5, 'd')])).toHaveLength(1)
})
