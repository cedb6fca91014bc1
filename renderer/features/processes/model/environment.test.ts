import { describe, expect, it } from 'vitest'
import { environmentEntries, maskedValue } from './environment.ts'

const variables = [
  { name: 'REDIS__PASSWORD', valueLength: 9, plainValue: null },
  { name: 'ASPNETCORE_ENVIRONMENT', valueLength: 11, plainValue: 'Development' },
]

describe('environment of a process', () => {
  it('shows harmless values and masks all others, in order of name', () => {
    expect(environmentEntries(variables, new Map(), '')).toEqual([
      { name: 'ASPNETCORE_ENVIRONMENT', value: 'Development', valueLength: 11, isRevealed: true },
      { name: 'REDIS__PASSWORD', value: null, valueLength: 9, isRevealed: false },
    ])
  })
  it('shows a value after it was revealed', () => {
    const entries = environmentEntries(variables, new Map([['REDIS__PASSWORD', 'hunter2!!']]), 'redis')
    expect(entries).toMatchObject([{ value: 'hunter2!!', isRevealed: true }])
  })
  it('does not find a masked value by its content', () => {
    expect(environmentEntries(variables, new Map(), 'hunter')).toEqual([])
    expect(environmentEntries(variables, new Map(), 'develop')).toHaveLength(1)
  })
  it('has nothing to hide in an empty value', () => {
    const empty = [{ name: 'NO_COLOR', valueLength: 0, plainValue: null }]
    expect(environmentEntries(empty, new Map(), '')).toMatchObject([{ value: '', isRevealed: true }])
  })
  it('masks without revealing the length', () => {
    expect(maskedValue(0)).toBe('')
    expect(maskedValue(1)).toBe(maskedValue(7))
    expect(maskedValue(8)).toBe(maskedValue(800))
  })
})
