import { expect, test } from 'vitest'
import { NumberColumn } from '../grown-column.ts'
import { handoffs } from './handoffs.ts'
import { handoffKinds as kinds, waitLink, type WorkSigns } from './work-signs.ts'

type Row = readonly [kind: number, id: number, ticks: number, thread?: number]

/** As `from-to on thread`. */
function pairsOf(rows: readonly Row[]): readonly string[] {
  const columns = [new NumberColumn(), new NumberColumn(), new NumberColumn(), new NumberColumn()] as const
  for (const [kind, id, ticks, thread = 0] of rows)
    for (const [index, value] of [kind, id, ticks, thread].entries()) columns[index as 0].push(value)
  const [handoffKind, handoffId, handoffTicks, handoffThread] = columns
  const signs = { handoffKind, handoffId, handoffTicks, handoffThread } as unknown as WorkSigns
  return handoffs(signs).map(({ fromTicks, toTicks, threadIndex }) => `${fromTicks}-${toTicks} on ${threadIndex}`)
}

test.each([
  ['tasks', kinds.taskIn, kinds.taskOut],
  ['work items of the pool', kinds.poolIn, kinds.poolOut],
])('%s are paired by their number, in the order in which they are taken', (_name, put, taken) => {
  expect(
    pairsOf([
      [put, 1, 10],
      [put, 2, 20],
      [taken, 2, 25, 7],
      [taken, 1, 30, 8],
      [taken, 1, 40, 9],
      [taken, 3, 50],
    ]),
  ).toEqual(['20-25 on 7', '10-30 on 8'])
})

test('kinds of work have numbers of their own', () => {
  expect(
    pairsOf([
      [kinds.taskIn, 1, 10],
      [kinds.poolIn, 1, 20],
      [kinds.awaitIn, 1, 30],
      [kinds.poolOut, 1, 40, 1],
      [kinds.taskOut, 1, 50, 2],
    ]),
  ).toEqual(['20-40 on 1', '10-50 on 2'])
})

test('what is awaited continues by the number of its continuation', () => {
  expect(
    pairsOf([
      [waitLink, 5, 1],
      [0, 77, 1],
      [kinds.awaitIn, 77, 10],
      [kinds.awaitOut, 5, 15, 3],
      [kinds.awaitOut, 6, 20, 3],
    ]),
  ).toEqual(['10-15 on 3'])
})

test('rows of several threads are put in the order of time first', () => {
  expect(
    pairsOf([
      [kinds.taskOut, 1, 30, 4],
      [kinds.taskIn, 1, 10],
    ]),
  ).toEqual(['10-30 on 4'])
  // At one time they stay as they are written.
  expect(
    pairsOf([
      [kinds.taskIn, 1, 10],
      [kinds.taskOut, 1, 10, 4],
    ]),
  ).toEqual(['10-10 on 4'])
})
