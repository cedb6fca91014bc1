import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTraceLink } from '../../../../shared/model/trace/trace-link.ts'
import { mostSelectedThreads, wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { linkTo, linkToNamed, nameFor } from './view-link.ts'

const seen = { tab: 'flame', selection: wholeTrace, search: '', eventFilter: '', eventFields: [] }
const selecting = (part: Partial<typeof wholeTrace>) => ({ ...seen, selection: { ...wholeTrace, ...part } })

const sameIds = (some: readonly number[] | null, others: readonly number[]): boolean => String(some) === String(others)

describe('a link to a view', () => {
  test('says nothing of classes that count when the file is opened, and says when all count', () => {
    expect(linkTo(selecting({ classes: ['running'] }), ['running'])).toBe('tab=flame')
    expect(linkTo(selecting({ classes: ['waiting', 'idle'] }), ['running'])).toBe('tab=flame&class=waiting,idle')
    expect(linkTo(selecting({ classes: null }), ['running'])).toBe('tab=flame&class=all')
  })

  test('carries the rules of just my code', () => {
    const ownCode = { mine: ['Microsoft.Contoso.*'], notMine: ['Json.Net', 'Contoso.Log*'] }
    const link = linkTo(selecting({ ownCode }), null) ?? ''
    expect(link).toBe('tab=flame&mine=Microsoft.Contoso.*&not-mine=Json.Net,Contoso.Log*')
    expect(parseTraceLink(link)).toMatchObject({ ok: true, value: { ownCode } })
  })

  test('leaves to a saved view what it has no words for', () => {
    expect(linkTo(selecting({ transforms: [{ kind: 'own-code' }] }), null)).toBeNull()
    expect(linkTo({ ...seen, eventFields: ['Reason'] }, null)).toBeNull()
  })

  test('is read again, or left to a saved view, however many threads it is about', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: mostSelectedThreads }),
        fc.integer({ min: 1, max: 7 }),
        (count, everyOther) => {
          const threads = Array.from({ length: count }, (_, at) => 3_000_000 + at * everyOther)
          const link = linkTo(selecting({ threads }), null)
          const read = link === null ? null : parseTraceLink(link)
          const isRight = read === null ? everyOther > 1 : read.ok && sameIds(read.value.threads, threads)
          expect(isRight).toBe(true)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('names a saved view', () => {
    expect(parseTraceLink(linkToNamed('A & B'))).toMatchObject({ ok: true, value: { view: 'A & B', tab: null } })
  })
})

test('the same view keeps its name, another one of that name gets a number', () => {
  const saved = [{ ...seen, name: 'Flame' }]
  expect(nameFor(seen, 'Flame', [])).toBe('Flame')
  expect(nameFor(seen, 'Flame', saved)).toBe('Flame')
  const other = selecting({ transforms: [{ kind: 'own-code' }] })
  expect(nameFor(other, 'Flame', saved)).toBe('Flame (2)')
  expect(nameFor(selecting({ ownCode: { mine: ['A'], notMine: [] } }), 'Flame', saved)).toBe('Flame (2)')
  const long = 'x'.repeat(80)
  expect(nameFor(other, long, [{ ...seen, name: long }])).toBe(`${'x'.repeat(76)} (2)`)
})
