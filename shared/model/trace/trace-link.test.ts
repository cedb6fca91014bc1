import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTraceLink, writeTraceLink } from './trace-link.ts'

test('says where to go in a recording', () => {
  expect(parseTraceLink('tab=flame&from=1.5&to=3&thread=12&thread=7&filter=event+%3D+GC%2FStop')).toEqual({
    ok: true,
    value: {
      view: null,
      tab: 'flame',
      range: { fromMs: 1500, toMs: 3000 },
      threads: [12, 7],
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
  ['thread=main', '"thread" needs the ID of a thread'],
])('says what is wrong with %s', (text, message) => {
  expect(parseTraceLink(text)).toEqual({ ok: false, error: message })
})

test('is read as it was written', () => {
  const text = fc.option(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }))
  const time = fc.integer({ min: 0, max: 1e9 })
  fc.assert(
    fc.property(
      text,
      text,
      fc.option(fc.tuple(time, fc.integer({ min: 1, max: 1e6 }))),
      fc.option(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 5 })),
      text,
      text,
      (view, tab, span, threads, search, filter) => {
        const range = span === null ? null : { fromMs: span[0], toMs: span[0] + span[1] }
        const link = { view, tab, range, threads, search, filter }
        expect(parseTraceLink(writeTraceLink(link))).toEqual({ ok: true, value: link })
      },
    ),
  )
})

test.each([
  [{ fromMs: 0.0001, toMs: 0.0002 }, 'from=0&to=0.000001'],
  [{ fromMs: -2.5, toMs: 1000 }, 'from=-0.0025&to=1'],
  [{ fromMs: 100_000, toMs: 123_456.789 }, 'from=100&to=123.456789'],
])('a time is written to the microsecond, so that it can be read: %j', (range, text) => {
  const none = { view: null, tab: null, threads: null, search: null, filter: null }
  expect(writeTraceLink({ ...none, range })).toBe(text)
  expect(parseTraceLink(text).ok).toBe(true)
})
