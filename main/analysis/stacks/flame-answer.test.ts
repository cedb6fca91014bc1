import { array, assert, constantFrom, nat, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import type { TraceFlame, TraceFlameQuestion } from '../../../shared/model/trace/trace-flame.ts'
import { stepsOf } from '../../nettrace/work-steps.ts'
import type { CallTree } from './trees/call-tree.ts'
import { FlameGraph } from './flame-answer.ts'
import { flameRows } from './flame-rows.ts'
import { frameOrigin } from './frames/frame-origin.ts'
import { callsOf, picture } from './testing/picture.ts'

const example = ['Main;Work;Sort 6', 'Main;Work 2', 'Main;Read;Sort 3', 'Idle 1']
const everything = { path: [], from: 0, to: 1 }

function ask(calls: CallTree, question: Partial<Omit<TraceFlameQuestion, 'selection'>> = {}): TraceFlame {
  return new FlameGraph(calls).answer({ stretch: everything, widthPx: 1200, search: '', ...question }, null)
}

/** Rows of boxes, a character for each sample: the first letter of the function, then dots. */
function pictured({ depth, start, width, function: of, functions, sampleCount }: TraceFlame): string {
  const rows: string[][] = []
  for (const [box, row] of depth.entries()) {
    rows[row] ??= Array.from({ length: sampleCount }, () => ' ')
    const name = functions[of[box]!]!.method
    for (let at = 0; at < width[box]!; at++) rows[row][start[box]! + at] = at === 0 ? name.slice(0, 1) || '*' : '.'
  }
  return rows.map((row) => row.join('').trimEnd()).join('\n')
}

test('the widest box comes first, and self time is to the right of the calls', () => {
  expect(pictured(ask(callsOf(picture(example))))).toBe(
    ['*...........', 'M..........I', 'W.......R..', 'S.....  S..'].join('\n'),
  )
})

test('boxes narrower than half a pixel are left out', () => {
  const flame = ask(callsOf(picture(example)), { widthPx: 2 })
  expect(pictured(flame)).toBe(['*...........', 'M..........', 'W.......R..', 'S.....  S..'].join('\n'))
  expect(flame.maxDepth).toBe(3)
})

test('a stretch of a box has the boxes of that stretch, half a screen around it, and those above', () => {
  const calls = callsOf(picture(example))
  const numberOf = (name: string): number => {
    const found = ask(calls).functions.find(({ method }) => method === name)
    return found?.functionNumber ?? -1
  }
  const path = [numberOf('Main'), numberOf('Read')]
  const flame = ask(calls, { stretch: { path, from: 0, to: 1 } })
  expect([flame.from, flame.to]).toEqual([8, 11])
  expect(pictured(flame)).toBe(['*...........', 'M..........I', 'W.......R..', '        S..'].join('\n'))
  // Where a path leads nowhere any more, the last box on the way is shown.
  expect(ask(calls, { stretch: { path: [numberOf('Main'), 4711], from: 0, to: 1 } })).toMatchObject({ from: 0, to: 11 })
})

test('a search counts each sample once and says where the boxes are', () => {
  const calls = callsOf(picture([...example, 'Main;Work;Sort;Sort 2']))
  const { matches } = ask(calls, { search: 'SORT' })
  expect(matches).toMatchObject({ placeCount: 2, samples: 11 })
  expect([...matches!.start]).toEqual([0, 10])
  expect([...matches!.width]).toEqual([8, 3])
  expect([...matches!.depth]).toEqual([3, 3])
})

test('boxes beyond the limit are left out from the deepest row up, and counted', () => {
  const calls = callsOf(picture(example))
  const rows = flameRows(calls, { mostBoxes: 4 })
  expect([...rows.depth]).toEqual([0, 1, 1, 2])
  expect(rows.omittedCount).toBe(2)
})

test('whatever the stacks are, siblings fill their parent up to its own samples, and a box is below the one it names', () => {
  const anyPicture = array(
    tuple(array(constantFrom('A', 'B', 'C', '[x]'), { maxLength: 10 }), nat(9)).map(
      ([frames, weight]) => `${frames.join(';')} ${weight}`,
    ),
    { minLength: 1, maxLength: 40 },
  )
  assert(
    property(anyPicture, (lines) => {
      const { parent, depth, width, self } = ask(callsOf(picture(lines)), { widthPx: 20_000 })
      const below = new Float64Array(width.length)
      for (let box = 1; box < width.length; box++) {
        expect(depth[box]).toBe(depth[parent[box]!]! + 1)
        below[parent[box]!]! += width[box]!
      }
      for (let box = 0; box < width.length; box++) expect(below[box]! + self[box]!).toBe(width[box])
    }),
  )
})

test('a thousand matches under one caller with many calls cost what the calls cost', () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `Main;F${index};Hit`)
  const graph = new FlameGraph(callsOf(picture(lines)))
  const steps = stepsOf(() => graph.answer({ stretch: everything, widthPx: 1200, search: 'hit' }, null))
  expect(steps).toBeLessThan(10 * 6000)
})

const originOf = (module: string, kind: 'managed' | 'native' | 'group' = 'managed') =>
  frameOrigin({ name: 'A.B', displayName: 'A.B', module, kind })

test('the origin of a frame follows from its module', () => {
  expect(originOf('Orders.Core')).toBe('own')
  expect(originOf('Microsoft.AspNetCore.Hosting')).toBe('framework')
  expect(originOf('System.Private.CoreLib')).toBe('base')
  expect(originOf('libcoreclr', 'native')).toBe('base')
  expect(originOf('Orders.Core', 'group')).toBe('own')
  expect(originOf('')).toBe('base')
})

test('the boxes of a stretch are the same whatever was asked before', () => {
  const lines = Array.from(
    { length: 300 },
    (_, index) => `Main;F${index % 100};G${index % 7} ${1 + ((index * 37) % 50)}`,
  )
  const calls = callsOf(picture(lines))
  const graph = new FlameGraph(calls)
  for (const width of [1, 0.5, 0.1, 0.01, 0.3, 1])
    for (const from of [0, 0.25, 0.5]) {
      const question = { stretch: { path: [], from, to: from + width }, widthPx: 200, search: '' }
      expect(graph.answer(question, null)).toEqual(new FlameGraph(calls).answer(question, null))
    }
})

test('zooming in among many calls of one function costs what is seen', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `Main;F${index}`)
  const graph = new FlameGraph(callsOf(picture(lines)))
  const ask = (from: number) =>
    graph.answer({ stretch: { path: [], from, to: from + 0.001 }, widthPx: 1200, search: '' }, null)
  ask(0.1)
  ask(0.1)
  expect(stepsOf(() => ask(0.5))).toBeLessThan(500)
})

test('boxes too narrow to be seen do not count as left out', () => {
  const calls = callsOf(picture(['Main;Work 100000', 'Main;Rare 1', 'Main;Seldom 1']))
  expect(
    [ask(calls, { widthPx: 100 }), ask(calls, { widthPx: 1e6 })].map((flame) => [
      flame.omittedBoxCount,
      flame.depth.length,
    ]),
  ).toEqual([
    [0, 3],
    [0, 5],
  ])
})
