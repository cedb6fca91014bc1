import { describe, expect, test } from 'vitest'
import { stepsOf } from '../../nettrace/work-steps.ts'
import { type FlameOptions, flameRows, SortedCalls } from './flame-rows.ts'
import { callsOf, picture } from './testing/picture.ts'

const calls = callsOf(picture(['Main;Work;Sort 3', 'Main;Work 2', 'Main;Wait 4', 'Timer 1', 'Main;Never 0']))

/** Name, depth, left edge and width. */
function boxes(options: FlameOptions = {}, of = calls, sorted?: SortedCalls) {
  const { count, node, depth, start, width } = flameRows(of, options, sorted)
  expect([node.length, depth.length, start.length, width.length]).toEqual([count, count, count, count])
  return Array.from({ length: count }, (_, index) => {
    const { name } = of.tree.functions.get(of.tree.functionOf(node[index]!))
    return [name, depth[index], start[index], width[index]]
  })
}

const names = (from: number, to: number) => boxes({ from, to }).map(([name]) => name)

describe('boxes of a flame graph', () => {
  test('lie row by row, the widest of a row first', () => {
    expect(boxes()).toEqual([
      ['', 0, 0, 10],
      ['Main', 1, 0, 9],
      ['Timer', 1, 9, 1],
      ['Work', 2, 0, 5],
      ['Wait', 2, 5, 4],
      ['Sort', 3, 0, 3],
    ])
    expect([...flameRows(calls).parent]).toEqual([0, 0, 0, 1, 1, 3])
  })

  test('of one width are in the order of their functions', () => {
    const drawn = callsOf(picture(['Main;C 5', 'Main;A 5', 'Main;B 5', 'Main;A 0', 'Main;C 0']))
    expect(boxes({}, drawn).map(([name]) => name)).toEqual(['', 'Main', 'C', 'A', 'B'])
  })

  test('are those that reach into a stretch', () => {
    expect(names(5, 9)).toEqual(['', 'Main', 'Wait'])
    expect(names(2, 5)).toEqual(['', 'Main', 'Work', 'Sort'])
    expect(names(3, 6)).toEqual(['', 'Main', 'Work', 'Wait'])
    expect(names(9, 10)).toEqual(['', 'Timer'])
  })

  test('that are too narrow are left out with what is under them, and those of just that width are there', () => {
    expect(boxes({ smallestWidth: 3 }).map(([name]) => name)).toEqual(['', 'Main', 'Work', 'Wait', 'Sort'])
    expect(boxes({ smallestWidth: 3.1 }).map(([name]) => name)).toEqual(['', 'Main', 'Work', 'Wait'])
  })

  test('beyond the most are counted', () => {
    expect(flameRows(calls, { mostBoxes: 3 })).toMatchObject({ count: 3, omittedCount: 2 })
    expect(flameRows(calls, { mostBoxes: 6 })).toMatchObject({ count: 6, omittedCount: 0 })
  })

  test('have room for thousands', () => {
    const many = callsOf(picture(Array.from({ length: 3000 }, (_, index) => `F${index} ${4000 - index}`)))
    const found = boxes({}, many)
    expect(found).toHaveLength(3001)
    expect(found.slice(1, 4)).toEqual([
      ['F0', 1, 0, 4000],
      ['F1', 1, 4000, 3999],
      ['F2', 1, 7999, 3998],
    ])
    expect(found[3000]).toEqual(['F2999', 1, (4000 * 4001 - 1001 * 1002) / 2, 1001])
  })
})

describe('the calls of a node with many', () => {
  const wide = callsOf(picture(Array.from({ length: 100 }, (_, index) => `F${index} ${100 - index}`)))

  test('are sorted once for one picture after another', () => {
    const sorted = new SortedCalls(wide)
    const first = sorted.of(0, 50)
    expect([first.nodes.length, sorted.of(0, 50)]).toEqual([first.nodes.length, first])
    const cost = stepsOf(() => boxes({ smallestWidth: 50 }, wide, sorted))
    expect(cost).toBeLessThan(stepsOf(() => boxes({ smallestWidth: 50 }, wide, new SortedCalls(wide))))
  })

  test('are sorted anew where narrower ones are asked for, with some narrower ones still', () => {
    const sorted = new SortedCalls(wide)
    expect(sorted.of(0, 64).nodes).toHaveLength(43)
    expect(sorted.of(0, 32).nodes).toHaveLength(99)
    expect(boxes({ smallestWidth: 2 }, wide, sorted)).toEqual(boxes({ smallestWidth: 2 }, wide))
    expect(sorted.of(0, 1).nodes).toHaveLength(100)
    expect(sorted.of(0, 90).nodes).toHaveLength(100)
  })

  test('a few are not kept', () => {
    const sorted = new SortedCalls(calls)
    expect(sorted.of(0, 1)).not.toBe(sorted.of(0, 1))
  })
})
