import { describe, expect, it } from 'vitest'
import { countOf } from './count-of.ts'

describe('a count of things', () => {
  it.each([
    [0, '0 processes'],
    [1, '1 process'],
    [2, '2 processes'],
  ])('of %i has the word for that many', (count, text) => {
    expect(countOf(count, 'process', 'processes')).toBe(text)
  })
})
