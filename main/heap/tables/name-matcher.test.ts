import { expect, test } from 'vitest'
import { nameMatcher } from './name-matcher.ts'

const names = ['Shop.Order', 'Shop.Order[]', 'System.String']

function found(search: string): readonly string[] {
  const matches = nameMatcher(search)
  if (!matches.ok) throw new Error(matches.error.kind)
  return names.filter(matches.value)
}

test.each([
  ['', names],
  ['ORDER', ['Shop.Order', 'Shop.Order[]']],
  ['order[]', ['Shop.Order[]']],
  ['/^shop/', ['Shop.Order', 'Shop.Order[]']],
  [String.raw`/\[\]$/`, ['Shop.Order[]']],
  // Without its end it is a text still.
  ['/^shop', []],
])('%j finds %j', (search, expected) => {
  expect(found(search)).toEqual(expected)
})

test.each([
  ['/Part[1-/', 'missing closing ]', 6],
  ['  /a*|*b/', 'missing argument to repetition operator', 7],
  [String.raw`/ab\/`, 'trailing backslash at end of expression', 5],
  ['/x(?=y)/', 'invalid or unsupported Perl syntax', 3],
])('%j is refused, with what is wrong and the column where', (search, reason, column) => {
  expect(nameMatcher(search)).toEqual({ ok: false, error: { kind: 'bad-expression', reason, column } })
})
