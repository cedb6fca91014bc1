import { describe, expect, it } from 'vitest'
import { type CallStep, calleeSteps, callerSteps, leafSteps, rootStep, selfOf, stepOf } from './call-steps.ts'
import { callsOf, picture } from './testing/picture.ts'

const calls = callsOf(
  picture(['Main;Work;Sort 3', 'Main;Work;Work;Sort 2', 'Main;Wait 4', 'Timer;Work 1', 'Main;Never 0']),
)

const nameOf = ({ functionIndex }: CallStep) => calls.tree.functions.get(functionIndex).name
const shown = (steps: readonly CallStep[]) => steps.map((one) => [nameOf(one), one.weight, one.nodes.length])
const functionOf = (name: string) => {
  for (let node = 1; node < calls.tree.count; node += 1) {
    const of = calls.tree.functionOf(node)
    if (calls.tree.functions.get(of).name === name) return of
  }
  throw new Error(`no ${name}`)
}
const stepNamed = (name: string) => stepOf(calls, functionOf(name))

describe('a walk down the calls', () => {
  it('begins with everything, and goes to the heaviest first', () => {
    const root = rootStep(calls)
    expect([root.weight, root.nodes]).toEqual([10, [0]])
    expect(shown(calleeSteps(calls, root))).toEqual([
      ['Main', 9, 1],
      ['Timer', 1, 1],
    ])
  })

  it('leaves out what no sample that counts was in', () => {
    expect(shown(calleeSteps(calls, stepNamed('Main')))).toEqual([
      ['Work', 5, 1],
      ['Wait', 4, 1],
    ])
    expect(shown([stepNamed('Never')])).toEqual([['Never', 0, 0]])
  })

  it('takes all places of a function together, the outermost where it recurs', () => {
    expect(shown([stepNamed('Work')])).toEqual([['Work', 6, 2]])
    expect(shown(calleeSteps(calls, stepNamed('Work')))).toEqual([
      ['Sort', 3, 1],
      ['Work', 2, 1],
    ])
  })

  it('tells what ended in a row itself', () => {
    expect([
      selfOf(calls, stepNamed('Work')),
      selfOf(calls, stepNamed('Sort')),
      selfOf(calls, rootStep(calls)),
    ]).toEqual([1, 5, 0])
  })
})

describe('a walk up the calls', () => {
  it('begins where samples ended', () => {
    expect(shown(leafSteps(calls))).toEqual([
      ['Sort', 5, 2],
      ['Wait', 4, 1],
      ['Work', 1, 1],
    ])
  })

  it('carries the weight of what was called, and ends where it began', () => {
    const sort = leafSteps(calls)[0]!
    const [work] = callerSteps(calls, sort)
    expect(shown(callerSteps(calls, sort))).toEqual([['Work', 5, 2]])
    expect(shown(callerSteps(calls, work!))).toEqual([
      ['Main', 3, 1],
      ['Work', 2, 1],
    ])
    const main = callerSteps(calls, work!)[0]!
    expect(callerSteps(calls, main)).toEqual([])
  })

  it('puts functions of one weight in the order of their numbers', () => {
    const even = callsOf(picture(['B 2', 'A 2', 'C 3']))
    expect(
      leafSteps(even).map(({ functionIndex, weight }) => [even.tree.functions.get(functionIndex).name, weight]),
    ).toEqual([
      ['C', 3],
      ['B', 2],
      ['A', 2],
    ])
  })
})

it('functions of equal weight stay in one order, whichever was seen first', () => {
  const equal = callsOf(picture(['Main;C 2', 'Main;A 2', 'Main;B 2', 'Main;C;A 1', 'Main;C;B 1', 'Main;C;C 1']))
  const root = calleeSteps(equal, calleeSteps(equal, rootStep(equal))[0]!)
  const below = calleeSteps(equal, root[0]!)
  const order = below.map(({ functionIndex }) => functionIndex)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).toHaveLength(3)
})
