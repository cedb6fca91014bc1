import { expect, test } from 'vitest'
import { allBlocks, type BlockedCall, mostFrequent } from './blocked-calls.ts'

const call = (changes: Partial<BlockedCall>): BlockedCall => ({
  caller: 1,
  kind: 'task',
  isUnderAsync: false,
  isOnPool: true,
  count: 1,
  ms: 10,
  longestMs: null,
  threadCount: 1,
  route: null,
  waiter: null,
  ...changes,
})

test('the most frequent is the first of those that come as often, and none of none', () => {
  expect(
    mostFrequent(
      new Map([
        ['a', 2],
        ['b', 5],
        ['c', 5],
        ['d', 1],
      ]),
    ),
  ).toBe('b')
  expect(mostFrequent(new Map())).toBeNull()
})

test('of calls that events and samples know, those that know of more time count, the longest first', () => {
  const byEvents = [call({ ms: 30, longestMs: 5 }), call({ caller: 2, ms: 8, longestMs: 2 })]
  const bySamples = [call({ ms: 30 }), call({ caller: 2, ms: 9 }), call({ caller: 3, ms: 20 })]
  expect(allBlocks(byEvents, bySamples).map(({ caller, ms, longestMs }) => [caller, ms, longestMs])).toEqual([
    [1, 30, 5],
    [3, 20, null],
    [2, 9, null],
  ])
})

test('calls of one method that wait in another way, on other threads or elsewhere are others', () => {
  const others = [{}, { kind: 'sleep' }, { isOnPool: false }, { isUnderAsync: true }, { caller: 9 }] as const
  expect(
    allBlocks(
      [],
      others.map((changes) => call(changes)),
    ),
  ).toHaveLength(5)
})
