import { describe, expect, it } from 'vitest'
import { shareWords } from './trace-words.ts'

describe('a share of the samples', () => {
  it('never reads as nothing when there was something', () => {
    expect([0, 3, 4, 5953].map((count) => shareWords(count, 6207))).toEqual([
      '0.0\u2009%',
      '< 0.1\u2009%',
      '0.1\u2009%',
      '95.9\u2009%',
    ])
    expect(shareWords(0, 0)).toBe('–')
  })
})
