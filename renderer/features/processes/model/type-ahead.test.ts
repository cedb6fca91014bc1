import { describe, expect, it } from 'vitest'
import { TypeAhead } from './type-ahead.ts'

const names = [null, 'orders-api', 'orders-worker', 'Reports', 'identity']

describe('type-ahead', () => {
  it('goes to the next row that starts with the letter and wraps around', () => {
    const typing = new TypeAhead()
    expect(typing.type('o', names, 0, 0)).toBe(1)
    expect(typing.type('o', names, 1, 100)).toBe(2)
    expect(typing.type('o', names, 2, 200)).toBe(1)
  })
  it('narrows down while a word is typed, without regard to case', () => {
    const typing = new TypeAhead()
    typing.type('r', names, 0, 0)
    expect(typing.type('E', names, 3, 100)).toBe(3)
    expect(typing.type('x', names, 3, 200)).toBeNull()
  })
  it('starts a new word after a pause', () => {
    const typing = new TypeAhead()
    typing.type('o', names, 0, 0)
    expect(typing.type('i', names, 1, 2000)).toBe(4)
  })
  it('answers nothing for an empty list', () => {
    expect(new TypeAhead().type('a', [], -1, 0)).toBeNull()
  })
})
