import { describe, expect, it } from 'vitest'
import { isTypeAhead } from './type-ahead.ts'

describe('typing in a table of a trace', () => {
  it.each(['5', '0', 'j', 'y', 'r'])('leaves %s to the trace, which has a shortcut for it', (key) => {
    expect(isTypeAhead(key, false)).toBe(false)
  })

  it.each(['5', 'j', 'r'])('goes on with %s within a word', (key) => {
    expect(isTypeAhead(key, true)).toBe(true)
  })

  it.each(['o', 'J', 'R', '_'])('begins a word with %s', (key) => {
    expect(isTypeAhead(key, false)).toBe(true)
  })
})
