import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { columnsOf, type TraceCell, type TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'
import { callTree } from '../stacks/trees/call-tree.ts'
import { methodsOf } from '../stacks/method-rows.ts'
import { picture } from '../stacks/testing/picture.ts'
import { methodTableOf } from './answer-tables.ts'
import type { RowOrder, TableSource } from './table-source.ts'
import { orderOf } from './table-view.ts'

const columns = columnsOf('methods')
const sortColumns = fc.constantFrom(...columns.map(({ id }) => id))
const sample = fc.record({
  frames: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 6 }),
  count: fc.integer({ min: 1, max: 50 }),
})

function methodsFrom(samples: readonly { readonly frames: readonly number[]; readonly count: number }[]) {
  const lines = samples.map(({ frames, count }) => `${frames.map((frame) => `M${frame}`).join(';')} ${count}`)
  const { tree, leaves, weights } = picture(lines)
  const self = new Float64Array(tree.count)
  for (const [index, leaf] of leaves.entries()) self[leaf]! += weights[index]!
  const sampleCount = weights.reduce((sum, weight) => sum + weight, 0)
  return { source: methodTableOf(methodsOf(callTree(tree, self))), sampleCount }
}

const question = (parts: Partial<TraceTableQuestion> = {}): TraceTableQuestion => ({
  table: 'methods',
  selection: wholeTrace,
  sortBy: null,
  isDescending: false,
  search: '',
  ...parts,
})

const rowsOf = ({ rowCount, rowAt }: RowOrder): readonly number[] =>
  Array.from({ length: rowCount }, (_, place) => rowAt(place))

function cells(source: TableSource, order: readonly number[], column: number): readonly TraceCell[] {
  return order.map((row) => source.cell(row, column))
}

test('self of all methods adds up to the samples, however many methods there are', () => {
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 300 }), (samples) => {
      const { source, sampleCount } = methodsFrom(samples)
      const found = orderOf(source, question())
      const order = rowsOf(found)
      expect(found.selectedCount).toBe(new Set(samples.flatMap(({ frames }) => frames)).size)
      expect(cells(source, order, 2).reduce<number>((sum, cell) => sum + Number(cell), 0)).toBe(sampleCount)
    }),
    { numRuns: 30 },
  )
})

test('any column sorts all rows, and a search keeps that order', () => {
  fc.assert(
    fc.property(
      fc.array(sample, { minLength: 1, maxLength: 200 }),
      sortColumns,
      fc.boolean(),
      fc.integer({ min: 0, max: 99 }),
      (samples, sortBy, isDescending, wanted) => {
        const { source } = methodsFrom(samples)
        const column = columns.findIndex(({ id }) => id === sortBy)
        const order = rowsOf(orderOf(source, question({ sortBy, isDescending })))
        const found = cells(source, order, column)
        const sign = isDescending ? -1 : 1
        expect(found).toEqual(found.toSorted((a, b) => (a === b ? 0 : a! < b! ? -sign : sign)))
        expect(new Set(order).size).toBe(source.rowCount)
        const search = `M${wanted}`
        const some = orderOf(source, question({ sortBy, isDescending, search }))
        expect(some.selectedCount).toBe(source.rowCount)
        expect(rowsOf(some)).toEqual(order.filter((row) => String(source.cell(row, 0)).includes(search)))
      },
    ),
    { numRuns: 30 },
  )
})
