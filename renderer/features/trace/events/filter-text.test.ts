import { expect, test } from 'vitest'
import { parseFilter } from '../../../../shared/filter/parse-filter.ts'
import { filterFault, narrowed, writtenValue } from './filter-text.ts'

const words = { providers: [], events: [], threads: [], fields: ['DurationNs'] }

test('a field that no event has is a fault at its place; until the fields are known, none is', () => {
  expect(filterFault('thread = 1 and durationns > 5', words)).toBeNull()
  expect(filterFault('a and Name = 5', words)).toEqual({
    message: 'No event in this recording has a field “Name”.',
    at: 6,
    length: 4,
  })
  expect(filterFault('Name = 5', null)).toBeNull()
  expect(filterFault('Name =', words)).toMatchObject({ at: 6 })
})

test.each([
  ['', 'id = 1', 'id = 1'],
  ['event = A', 'id = 1', 'event = A and id = 1'],
  ['a or b', 'id = 1', '(a or b) and id = 1'],
])('%s narrowed by %s', (filter, condition, expected) => {
  expect(narrowed(filter, condition)).toBe(expected)
})

test.each(['12', '0x1f', 'say "no"', 'C:\\temp\\', '/a/', 'and'])(
  'a value is written so that it is read as itself: %s',
  (text) => {
    const parsed = parseFilter(`Name = ${writtenValue(text)}`)
    expect(parsed.ok && parsed.node).toMatchObject({ value: { text } })
  },
)
