import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzyMatch } from './fuzzy.ts'

const best = (search: string, texts: readonly string[]) =>
  texts
    .flatMap((text) => {
      const match = fuzzyMatch(search, text)
      return match ? [{ text, score: match.score }] : []
    })
    .sort((a, b) => b.score - a.score)[0]?.text

describe('fuzzyMatch', () => {
  it('wants the letters in order', () => {
    expect(fuzzyMatch('abc', 'a b c')?.positions).toEqual([0, 2, 4])
    expect(fuzzyMatch('cba', 'a b c')).toBeNull()
    expect(fuzzyMatch('x', '')).toBeNull()
  })

  it('prefers word starts and runs', () => {
    expect(best('td', ['Outdated', 'Theme: dark', 'Method'])).toBe('Theme: dark')
    expect(best('live', ['a list of values', 'Go to Live'])).toBe('Go to Live')
    expect(best('oapi', ['orders-api', 'notaplib'])).toBe('orders-api')
  })

  it('takes capitals inside a name for word starts', () => {
    expect(fuzzyMatch('mo', 'MyShop.Orders')?.positions).toEqual([0, 7])
  })

  it('matches everything for an empty search', () => {
    expect(fuzzyMatch(' ', 'anything')).toEqual({ score: 0, positions: [] })
  })

  it('gives ascending positions that spell the search text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 6 }), fc.string({ maxLength: 40 }), (search, text) => {
        const match = fuzzyMatch(search, text)
        if (!match) return
        const spelled = match.positions.map((at) => text[at]).join('')
        expect(spelled.toLowerCase()).toBe(search.replaceAll(' ', '').toLowerCase())
        expect(match.positions.toSorted((a, b) => a - b)).toEqual(match.positions)
      }),
    )
  })
})
