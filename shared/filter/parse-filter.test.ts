import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completeFilter } from './complete-filter.ts'
import { type FilterNode, payloadFields } from './filter-node.ts'
import { fieldTimeUnit } from './filter-number.ts'
import { parseFilter } from './parse-filter.ts'

/** As brackets, so that one sees what binds closer. */
function shown(node: FilterNode | null): string {
  if (node === null) return 'everything'
  switch (node.kind) {
    case 'and':
    case 'or':
      return `(${node.parts.map(shown).join(` ${node.kind} `)})`
    case 'not':
      return `not ${shown(node.part)}`
    case 'word':
      return `"${node.text}"`
    case 'compare':
      return `${node.field.name} ${node.operator} ${valueShown(node.value)}`
    case 'in':
      return `${node.field.name} in [${node.values
        .map((value) => (value.kind === 'range' ? `${value.from.value}..${value.to.value}` : valueShown(value)))
        .join(', ')}]`
  }
}

function valueShown(value: Extract<FilterNode, { kind: 'compare' }>['value']): string {
  if (value.kind === 'number') return String(value.value)
  return value.kind === 'regex' ? `/${value.source}/` : `"${value.text}"`
}

const read = (text: string): string => {
  const parsed = parseFilter(text)
  return parsed.ok ? shown(parsed.node) : `${parsed.error.at}+${parsed.error.length} ${parsed.error.message}`
}

test.each([
  ['', 'everything'],
  ['  ', 'everything'],
  ['GC/Start', '"gc/start"'],
  ['thread sample', '("thread" and "sample")'],
  ['"a and b"', '"a and b"'],
  ['12', '"12"'],
  ['/orders/4711', '"/orders/4711"'],
  ['/time.*out/', 'text ~ /time.*out/'],
  ['event = GC/Start', 'event = "GC/Start"'],
  ['a or b and c', '("a" or ("b" and "c"))'],
  ['not a or b', '(not "a" or "b")'],
  ['not (a or b) c', '(not ("a" or "b") and "c")'],
  [
    'EVENT IN (Contention, WaitHandleWait) AND DurationNs >= 5 ms',
    '(EVENT in ["Contention", "WaitHandleWait"] and DurationNs >= 5000000)',
  ],
  ['time in 1..2.5 s', 'time in [1000000000..2500000000]'],
  ['time in 300ms..2s', 'time in [300000000..2000000000]'],
  ['AllocationAmount64 > 1.5 MiB', 'AllocationAmount64 > 1572864'],
  ['Flags = 0x1F', 'Flags = 31'],
  ['Delta < -3', 'Delta < -3'],
  ['text contains "say \\"no\\""', 'text contains "say "no""'],
  ['Message ~ /a\\/b|c/', 'Message ~ /a\\/b|c/'],
  ['Version = 10.0.1', 'Version = "10.0.1"'],
  ['thread != 4711 id=80', '(thread != 4711 and id = 80)'],
])('reads %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test.each([
  ['a and', '5+0 A condition is missing here.'],
  ['or a', '0+2 “or” needs a condition before it.'],
  ['(a', '0+1 This bracket is never closed.'],
  ['a)', '1+1 This bracket was never opened.'],
  ['"a', '0+2 This text has no closing quotation mark.'],
  ['event =', '7+0 A value is missing here.'],
  ['Name = 5 parsecs and', '20+0 A condition is missing here.'],
  ['Name = 5parsecs', '7+8 “5parsecs” has no unit that is known: ns, µs, ms, s, min, h, B, KB, MB, GB, KiB, MiB, GiB.'],
  ['Name < abc', '7+3 After “<” comes a number.'],
  ['Name ~ abc', '7+3 After “~” comes a regular expression in slashes, such as /time.*out/.'],
  ['Name = /abc/', '7+5 A regular expression comes after “~”.'],
  ['Name ~ /a(b/', '7+5 This regular expression can’t be read: missing closing ): `a(b`.'],
  ['time > 5', '7+1 A time has a unit, such as 12.5 s or 300 ms.'],
  ['thread = 5 ms', '9+4 “thread” has no unit.'],
  ['Count > 5 ms', '8+4 The name of “Count” doesn’t say in what it counts time. Write the number without a unit.'],
  ['id in (1..x)', '10+1 A range is of two numbers, such as 5 ms..20 ms.'],
  ['id in (1, 2', '6+1 This bracket is never closed; values are parted by commas.'],
  ['a ! b', '2+1 “!” stands before “=”; to turn a condition round, write “not”.'],
  [`${'('.repeat(60)}a${')'.repeat(60)}`, '50+1 Too many brackets inside of each other.'],
])('says what is wrong with %s, and where', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test('whatever is typed is read or refused at a place inside of it', () => {
  const part = fc.constantFrom(
    'a',
    'event',
    '=',
    '!=',
    '<',
    '~',
    'in',
    '(',
    ')',
    ',',
    '..',
    '5',
    'ms',
    '/x/',
    '"q"',
    'and',
    'or',
    'not',
    '"',
    ' ',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(part).map((parts) => parts.join(' ')),
        fc.string({ unit: 'binary' }),
      ),
      (text) => {
        const parsed = parseFilter(text)
        if (parsed.ok) return
        const { at, length } = parsed.error
        expect(at >= 0 && length >= 0 && at + length <= text.length).toBe(true)
      },
    ),
  )
})

test.each([
  ['DurationNs', 1],
  ['ElapsedMilliseconds', 1e6],
  ['DurationMSec', 1e6],
  ['IntervalSec', 1e9],
  ['duration_ms', 1e6],
  ['Count', null],
  ['Columns', null],
  ['status', null],
])('the name of a field says in what it counts time: %s', (field, expected) => {
  expect(fieldTimeUnit(field)).toBe(expected)
})

test('names the fields of payloads that it asks for', () => {
  const parsed = parseFilter('not (Name = a or Time > 1 s) and Size in 1..2 "word"')
  expect(parsed.ok && payloadFields(parsed.node).map(({ name, at }) => [name, at])).toEqual([
    ['Name', 5],
    ['Size', 33],
  ])
})

describe('completion', () => {
  const words = {
    providers: ['Microsoft-Windows-DotNETRuntime', 'My Provider'],
    events: ['GC/Start', 'Contention/Start'],
    threads: ['4711'],
    fields: ['DurationNs', 'Name'],
  }
  /** `|` is the caret. */
  const items = (text: string) => {
    const caret = text.indexOf('|')
    const { at, length, items: found } = completeFilter(text.replace('|', ''), caret, words)
    return { at, length, texts: found.map((item) => item.text) }
  }

  test('begins with fields, not and the names of events', () => {
    expect(items('|').texts).toEqual([
      'provider',
      'event',
      'id',
      'thread',
      'time',
      'text',
      'DurationNs',
      'Name',
      'not',
      'GC/Start',
      'Contention/Start',
    ])
    expect(items('ev|')).toEqual({ at: 0, length: 2, texts: ['event'] })
    expect(items('a and (start|')).toEqual({ at: 7, length: 5, texts: ['GC/Start', 'Contention/Start'] })
  })

  test('continues with operators, then with values of the field', () => {
    expect(items('event |').texts).toEqual(['=', '!=', '<=', '>=', '<', '>', '~', 'contains', 'in', 'and', 'or'])
    expect(items('event = |').texts).toEqual(['GC/Start', 'Contention/Start'])
    expect(items('provider in (x, |').texts).toEqual(['Microsoft-Windows-DotNETRuntime', '"My Provider"'])
    expect(items('thread = 47|')).toEqual({ at: 9, length: 2, texts: ['4711'] })
    expect(items('event = GC/Start |').texts).toEqual(['and', 'or'])
    expect(items('Name = |').texts).toEqual([])
  })

  test('has nothing to say inside of a quoted text', () => {
    expect(items('"ev|').texts).toEqual([])
  })
})
