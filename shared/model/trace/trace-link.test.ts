import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ruleCount } from '../own-code-rules.ts'
import { mostLinkChars, parseTraceLink, writeTraceLink } from './trace-link.ts'
import { mostSelectedThreads, traceSampleClasses } from './trace-selection.ts'

const nothing = {
  view: null,
  tab: null,
  range: null,
  threads: null,
  classes: null,
  ownCode: null,
  search: null,
  filter: null,
}

test('says where to go in a recording', () => {
  expect(parseTraceLink('tab=flame&from=1.5&to=3&thread=12&thread=7&filter=event+%3D+GC%2FStop')).toEqual({
    ok: true,
    value: {
      view: null,
      tab: 'flame',
      range: { fromMs: 1500, toMs: 3000 },
      threads: [12, 7],
      classes: null,
      ownCode: null,
      search: null,
      filter: 'event = GC/Stop',
    },
  })
})

test.each([
  ['tba=flame', 'unknown part of a selection: "tba"'],
  ['from=1', '"from" and "to" come together'],
  ['from=soon&to=2', '"from" and "to" need seconds'],
  ['from=3&to=2', '"to" lies after "from"'],
  ['tab=%zz', 'a "%" needs two hexadecimal digits behind it'],
  ['thread=main', '"thread" needs IDs of threads, such as 12,20-31'],
  ['thread=9-2', '"thread" needs IDs of threads, such as 12,20-31'],
  ['thread=', '"thread" needs IDs of threads, such as 12,20-31'],
  ['thread=1-9007199254740991', '"thread" names more than 10000 threads'],
  ['mine=a/b', '"mine" needs names of modules without path and extension, such as Contoso.*; not "a/b"'],
  ['mine=', '"mine" needs names of modules without path and extension, such as Contoso.*; not ""'],
  [
    'mine=A&not-mine=B,Shop.dll',
    '"not-mine" needs names of modules without path and extension, such as Contoso.*; not "Shop.dll"',
  ],
  [`not-mine=${'A,'.repeat(100)}B`, '"not-mine" has more than 100 patterns'],
  ['class=busy', '"class" is all, running, spinning, waiting, idle, unknown; not "busy"'],
])('says what is wrong with %s', (text, message) => {
  expect(parseTraceLink(text)).toEqual({ ok: false, error: message })
})

test('is read as it was written', () => {
  const text = fc.option(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }))
  const modules = fc.uniqueArray(fc.constantFrom('Contoso.*', 'A B', '*', 'Ünï=&+%.Core'), { maxLength: 3 })
  const time = fc.integer({ min: 0, max: 1e9 })
  fc.assert(
    fc.property(
      text,
      text,
      fc.option(fc.tuple(time, fc.integer({ min: 1, max: 1e6 }))),
      fc.option(fc.uniqueArray(fc.nat(50), { minLength: 1, maxLength: 30 })),
      fc.option(fc.oneof(fc.constant('all' as const), fc.subarray([...traceSampleClasses], { minLength: 1 }))),
      fc.option(fc.record({ mine: modules, notMine: modules }).filter((rules) => ruleCount(rules) > 0)),
      text,
      text,
      (view, tab, span, threads, classes, ownCode, search, filter) => {
        const range = span === null ? null : { fromMs: span[0], toMs: span[0] + span[1] }
        const link = { view, tab, range, threads, classes, ownCode, search, filter }
        const value = { ...link, threads: threads?.toSorted((a, b) => a - b) ?? null }
        expect(parseTraceLink(writeTraceLink(link))).toEqual({ ok: true, value })
      },
    ),
  )
})

test.each([
  [{ fromMs: 0.0001, toMs: 0.0002 }, 'from=0&to=0.000001'],
  [{ fromMs: -2.5, toMs: 1000 }, 'from=-0.0025&to=1'],
  [{ fromMs: 100_000, toMs: 123_456.789 }, 'from=100&to=123.456789'],
])('a time is written to the microsecond, so that it can be read: %j', (range, text) => {
  expect(writeTraceLink({ ...nothing, range })).toBe(text)
  expect(parseTraceLink(text).ok).toBe(true)
})

test('as many threads as can be selected fit where their ids follow each other', () => {
  const threads = Array.from({ length: mostSelectedThreads }, (_, at) => 4000 + at + 5 * Math.floor(at / 100))
  const text = writeTraceLink({ ...nothing, threads })
  expect(text.length).toBeLessThan(mostLinkChars)
  expect(parseTraceLink(text)).toEqual({ ok: true, value: { ...nothing, threads } })
  expect(writeTraceLink({ ...nothing, threads: [31, 12, 20, 21, 12] })).toBe('thread=12,20-21,31')
})
