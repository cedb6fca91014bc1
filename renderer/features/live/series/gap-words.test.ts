import { expect, test } from 'vitest'
import { gapWords, lengthWords } from './gap-words.ts'

test('a gap has a reason, and once it is over a length', () => {
  expect(gapWords({ fromMs: 0, toMs: null, reason: 'exited' })).toBe('not running')
  expect(gapWords({ fromMs: 1000, toMs: 12_000, reason: 'paused' })).toBe('paused 11 s')
})

test('lengths are never of sixty seconds or sixty minutes', () => {
  const minute = 60_000
  expect([250, 9960, 3 * minute - 300, 3 * 60 * minute - 20_000].map(lengthWords)).toEqual([
    '250 ms',
    '9.96 s',
    '3 min',
    '2 h 59 min',
  ])
})
