import { array, assert, constantFrom, nat, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { writeFolded } from '../../exports/folded.ts'
import { calleeSteps, callerSteps, type CallStep, leafSteps, rootStep, selfOf, stepOf } from '../call-steps.ts'
import { functionList } from './call-tree.ts'
import { flameRows } from '../flame-rows.ts'
import { callsOf, picture, treeText } from '../testing/picture.ts'

const example = ['Main;Work;Sort 3', 'Main;Work 1', 'Main;Read;[1];Sort 2', 'Main;Work;Sort;Sort 4', ' 5']

const anyPicture = array(
  tuple(array(constantFrom('A', 'B', 'C', 'D', '[x]'), { maxLength: 12 }), nat(9)).map(
    ([frames, weight]) => `${frames.join(';')} ${weight}`,
  ),
  { minLength: 1, maxLength: 60 },
)

test('a call tree sums along stacks, including unnamed code', () => {
  expect(treeText(callsOf(picture(example)))).toBe(
    [
      'Main 0/10',
      '  Work 1/8',
      '    Sort 3/7',
      '      Sort 4/4',
      '  Read 0/2',
      '    ?!? 0/2',
      '      Sort 2/2',
      '',
    ].join('\n'),
  )
})

test('a recursive function counts once per stack', () => {
  const calls = callsOf(picture(example))
  const rows = functionList(calls).map(({ functionIndex, self, total }) => [
    calls.tree.functions.get(functionIndex).name,
    self,
    total,
  ])
  expect(rows).toEqual([
    ['Sort', 9, 9],
    ['Work', 1, 8],
    ['Main', 0, 10],
    ['?!?', 0, 2],
    ['Read', 0, 2],
  ])
})

test('the inverted tree names callers with the weight that came through them', () => {
  const calls = callsOf(picture(example))
  const text = (row: CallStep, indent: string): string =>
    `${indent}${calls.tree.functions.get(row.functionIndex).name} ${row.weight}\n` +
    callerSteps(calls, row)
      .map((caller) => text(caller, `${indent}  `))
      .join('')
  expect(
    leafSteps(calls)
      .map((row) => text(row, ''))
      .join(''),
  ).toBe(
    [
      'Sort 9',
      '  Sort 4',
      '    Work 4',
      '      Main 4',
      '  Work 3',
      '    Main 3',
      '  ?!? 2',
      '    Read 2',
      '      Main 2',
      'Work 1',
      '  Main 1',
      '',
    ].join('\n'),
  )
})

test('expanding from the root or a function, rows add up to their parent', () => {
  assert(
    property(anyPicture, (lines) => {
      const calls = callsOf(picture(lines))
      const check = (step: CallStep): void => {
        const callees = calleeSteps(calls, step)
        const below = callees.reduce((sum, { weight }) => sum + weight, 0)
        expect(selfOf(calls, step) + below).toBe(step.weight)
        callees.forEach(check)
      }
      check(rootStep(calls))
      for (const { functionIndex, total } of functionList(calls)) {
        const step = stepOf(calls, functionIndex)
        expect(step.weight).toBe(total)
        check(step)
      }
    }),
    { numRuns: 40 },
  )
})

test('folded output has each stack once', () => {
  const lines: string[] = []
  writeFolded(callsOf(picture([...example, 'Main;Work 2'])), (line) => lines.push(line))
  expect(lines.toSorted()).toEqual(['Main;Read;?!?;Sort 2', 'Main;Work 3', 'Main;Work;Sort 3', 'Main;Work;Sort;Sort 4'])
})

test('for any stacks, self adds up to total and no weight is lost', () => {
  assert(
    property(anyPicture, (lines) => {
      const calls = callsOf(picture(lines))
      const { tree, self, total } = calls
      const all = self.reduce((sum, weight) => sum + weight, 0)
      expect(total[0]).toBe(all)
      const rows = functionList(calls)
      const rooted = all - self[0]!
      expect(rows.reduce((sum, row) => sum + row.self, 0)).toBe(rooted)
      for (const row of rows) expect(row.self <= row.total && row.total <= rooted).toBe(true)
      for (let node = 1; node < tree.count; node++) {
        expect(tree.parentOf(node)).toBeLessThan(node)
        expect(total[node]).toBeLessThanOrEqual(total[tree.parentOf(node)]!)
      }
      expect(leafSteps(calls).reduce((sum, row) => sum + row.weight, 0)).toBe(rooted)
    }),
  )
})

test('boxes of a flame graph lie side by side inside their parent', () => {
  assert(
    property(anyPicture, (lines) => {
      const calls = callsOf(picture(lines))
      const { count, node, depth, start, width } = flameRows(calls)
      const place = new Map(Array.from({ length: count }, (_, index) => [node[index]!, index]))
      const ends = new Map<number, number>()
      for (let index = 1; index < count; index++) {
        const parent = place.get(calls.tree.parentOf(node[index]!))!
        expect(depth[index]).toBe(depth[parent]! + 1)
        expect(start[index]).toBeGreaterThanOrEqual(ends.get(parent) ?? start[parent]!)
        ends.set(parent, start[index]! + width[index]!)
        expect(start[index]! + width[index]!).toBeLessThanOrEqual(start[parent]! + width[parent]!)
      }
    }),
  )
})
