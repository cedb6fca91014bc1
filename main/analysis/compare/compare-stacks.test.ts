import { describe, expect, test } from 'vitest'
import { type CallTree, callTree } from '../stacks/trees/call-tree.ts'
import { callsOf, picture } from '../stacks/testing/picture.ts'
import { compareSide, totalsOf } from './compare-side.ts'
import { compareStacks } from './compare-stacks.ts'

const totals = { intervalMs: 2, durationMs: 100, requestCount: 3 }

test('the stacks of a side are its nodes with a weight, callers before what they call', () => {
  const sent = compareStacks(callsOf(picture(['Main;Work;Sort 3', 'Main;Never 0', 'Main;Sort 2', 'Timer 1'])), totals)
  const names = [...sent.function].map((at) => sent.functions[at]!.method)
  expect(names).toEqual(['', 'Main', 'Work', 'Sort', 'Sort', 'Timer'])
  expect([[...sent.parent], [...sent.total]]).toEqual([
    [0, 0, 1, 2, 1, 0],
    [6, 5, 3, 3, 2, 1],
  ])
  expect(sent.functions).toHaveLength(5)
  expect(sent).toMatchObject({ ...totals, sampleCount: 6, cut: 0 })
})

test('a side without samples has the root alone', () => {
  const sent = compareStacks(callsOf(picture(['Main 0'])), totals)
  expect([[...sent.parent], [...sent.total], sent.sampleCount]).toEqual([[0], [0], 0])
})

/** Many nodes right below the root, the first of them with the weight 2 and the others with 1. */
function wide(nodeCount: number): CallTree {
  const { tree } = callsOf(picture(['A']))
  const self = new Float64Array(nodeCount + 1).fill(1)
  self[0] = 0
  self[1] = 2
  const all = { functions: tree.functions, count: self.length, parentOf: () => 0, functionOf: () => 1 }
  return callTree({ ...all, firstChildOf: () => 1, nextSiblingOf: () => 0 }, self)
}

describe('of more nodes than can be sent', () => {
  test('none are left out up to two hundred thousand', () => {
    const sent = compareStacks(wide(199_999), totals)
    expect([sent.total.length, sent.cut]).toEqual([200_000, 0])
  })

  test('the lightest are left out, those of one weight together', () => {
    const sent = compareStacks(wide(200_001), totals)
    expect([[...sent.total], sent.cut]).toEqual([[200_002, 2], 2])
  })
})

test('a side has its functions, the heaviest by total first', () => {
  const side = compareSide(callsOf(picture(['Main;Work;Sort 3', 'Main;Sort 2', 'Timer 4'])), totals)
  expect(side.methods.map(({ method }, at) => [method, side.self[at], side.total[at]])).toEqual([
    ['Sort', 5, 5],
    ['Main', 0, 5],
    ['Timer', 4, 4],
    ['Work', 0, 3],
  ])
  expect(totalsOf(side)).toEqual({ ...totals, sampleCount: 9 })
  expect(totalsOf({ ...side, unit: 'bytes' })).toEqual({ ...totals, sampleCount: 9, unit: 'bytes' })
})
