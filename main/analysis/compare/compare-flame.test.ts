import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CompareStacks, TraceCompareFlame } from '../../../shared/model/trace/trace-compare.ts'
import { callsOf, picture } from '../stacks/testing/picture.ts'
import { compareFlame } from './compare-flame.ts'
import { compareStacks } from './compare-stacks.ts'

const facts = { intervalMs: 1, durationMs: 10_000, requestCount: 100 }
const sideOf = (lines: readonly string[]): CompareStacks => compareStacks(callsOf(picture(lines)), facts)

/** Boxes as text, one below the other: name, samples in A, samples in B. */
function textOf({ functions, function: of, depth, inA, inB }: TraceCompareFlame): string[] {
  return Array.from(depth, (level, box) => {
    const name = box === 0 ? 'all' : functions[of[box]!]!.name
    return `${'  '.repeat(level)}${name} ${String(inA[box])} ${String(inB[box])}`
  })
}

test('stacks of both sides are merged, including those that only one side has', () => {
  const a = sideOf(['Main;Parse;Scan 60', 'Main;Read 30', 'Main;Old 10'])
  const b = sideOf(['Main;Parse;Scan 20', 'Main;Parse;New 50', 'Main;Read 30'])
  expect(textOf(compareFlame(a, b))).toEqual([
    'all 100 100',
    '  Main 100 100',
    '    Parse 60 70',
    '    Read 30 30',
    '    Old 10 0',
    '      Scan 60 20',
    '      New 0 50',
  ])
})

test('calls of one function are drawn from the largest share of both sides to the smallest', () => {
  const a = sideOf(['Main;Less 10', 'Main;Most 50', 'Main;More 30'])
  const b = sideOf(['Main;Less 20', 'Main;Most 60', 'Main;More 40'])
  const names = textOf(compareFlame(a, b)).map((line) => line.trim().split(' ')[0])
  expect(names).toEqual(['all', 'Main', 'Most', 'More', 'Less'])
})

test('a side without samples doesn’t change the other', () => {
  expect(textOf(compareFlame(sideOf([]), sideOf(['Main;Work 5'])))).toEqual(['all 0 5', '  Main 0 5', '    Work 0 5'])
})

test('boxes too small to see are left out and counted', () => {
  const { omittedBoxCount, depth } = compareFlame(sideOf(['Main;Work 100000', 'Main;Rare 5']), sideOf(['Main 10']))
  expect([omittedBoxCount, depth.length]).toEqual([1, 3])
})

const name = fc.constantFrom('A', 'B', 'C', 'D')
const lines = fc.array(
  fc
    .tuple(fc.array(name, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 500 }))
    .map(([path, weight]) => `${path.join(';')} ${String(weight)}`),
  { maxLength: 12 },
)

test('comparing B with A gives A with B, sides swapped', () => {
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const [forth, back] = [compareFlame(sideOf(one), sideOf(other)), compareFlame(sideOf(other), sideOf(one))]
      expect([forth.inA, forth.inB, forth.depth, forth.parent]).toEqual([back.inB, back.inA, back.depth, back.parent])
      expect(textOf(forth).map((line) => line.split(' ').slice(0, -2))).toEqual(
        textOf(back).map((line) => line.split(' ').slice(0, -2)),
      )
    }),
  )
})

test('no box is larger than its caller, on either side', () => {
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const { parent, inA, inB } = compareFlame(sideOf(one), sideOf(other))
      for (const column of [inA, inB]) {
        const below = new Float64Array(column.length)
        for (let box = 1; box < column.length; box++) below[parent[box]!]! += column[box]!
        for (let box = 0; box < column.length; box++) expect(below[box]).toBeLessThanOrEqual(column[box]!)
      }
    }),
  )
})

test('a box of one side alone is seen when its share there is, also when the other side has no samples', () => {
  const omitted = compareFlame(sideOf([]), sideOf(['Main;Work 100000', 'Main;Rare 5']))
  expect([omitted.omittedBoxCount, textOf(omitted)]).toEqual([
    1,
    ['all 0 100005', '  Main 0 100005', '    Work 0 100000'],
  ])
})
