import { describe, expect, it } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceCell, TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'
import { columnTable, fieldTable, listed, placeOf, type RowList, tableOf } from './table-source.ts'
import { cellText, compareCells, orderOf } from './table-view.ts'

/** Of loads: start, what, name, duration, depth, found, thread. */
const loads = tableOf<readonly TraceCell[]>(
  [
    [5, 'assembly', 'Shop.dll', 3, 1, null, 7],
    [10, 'type', 'shop.Order', null, 2, 'yes', 8],
    [20, 'type', 'Cart', 3, 12, null, 7],
    [null, 'type', 'Late', 1, 3, null, 9],
  ],
  Array.from({ length: 7 }, (_, column) => (row: readonly TraceCell[]) => row[column] ?? null),
)

function rowsOf(question: Partial<TraceTableQuestion>) {
  const asked = {
    table: 'loads',
    selection: wholeTrace,
    sortBy: null,
    isDescending: false,
    search: '',
    ...question,
  } as const
  const { rowCount, selectedCount, rowAt } = orderOf(loads, asked)
  return { rows: Array.from({ length: rowCount }, (_, place) => rowAt(place)), selectedCount }
}

const range = (fromMs: number, toMs: number) => rowsOf({ selection: { ...wholeTrace, range: { fromMs, toMs } } })

describe('rows of a table', () => {
  it('are all there in their own order when nothing else is asked for', () => {
    expect(rowsOf({})).toEqual({ rows: [0, 1, 2, 3], selectedCount: 4 })
    expect(rowsOf({ sortBy: 'no such column' }).rows).toEqual([0, 1, 2, 3])
  })

  it('are sorted by a column, those of one value in their own order, what is not known last either way', () => {
    expect(rowsOf({ sortBy: 'duration_ms' }).rows).toEqual([3, 0, 2, 1])
    expect(rowsOf({ sortBy: 'duration_ms', isDescending: true }).rows).toEqual([0, 2, 3, 1])
    expect(rowsOf({ sortBy: 'start_ms' }).rows).toEqual([0, 1, 2, 3])
    expect(rowsOf({ sortBy: 'start_ms', isDescending: true }).rows).toEqual([2, 1, 0, 3])
    expect(rowsOf({ sortBy: 'name' }).rows).toEqual([2, 3, 0, 1])
  })

  it('are found by a part of a text, whatever its case, and not by a number', () => {
    expect(rowsOf({ search: ' SHOP ' })).toEqual({ rows: [0, 1], selectedCount: 4 })
    expect(rowsOf({ search: 'type' }).rows).toEqual([1, 2, 3])
    expect(rowsOf({ search: '12' }).rows).toEqual([])
    expect(rowsOf({ search: 'shop', sortBy: 'start_ms', isDescending: true }).rows).toEqual([1, 0])
  })

  it('are those of a range of time, its end left out; rows without a time are always there', () => {
    expect(range(5, 20)).toEqual({ rows: [0, 1, 3], selectedCount: 3 })
    expect(range(5.1, 20.1).rows).toEqual([1, 2, 3])
  })

  it('are those of the threads, of the range if there is one', () => {
    const selection = { ...wholeTrace, threads: [7] }
    expect(rowsOf({ selection }).rows).toEqual([0, 2])
    expect(rowsOf({ selection: { ...selection, range: { fromMs: 6, toMs: 99 } } }).rows).toEqual([2])
    expect(rowsOf({ selection: { ...selection, threads: [] } }).rows).toEqual([])
  })
})

const sorted = (sign: number) => ['b', 2, null, 'a', 10].toSorted((a, b) => compareCells(a, b, sign))

describe('cells', () => {
  it('compare by value, numbers before texts, and what is not known last whichever the direction', () => {
    expect(sorted(1)).toEqual([2, 10, 'a', 'b', null])
    expect(sorted(-1)).toEqual(['b', 'a', 10, 2, null])
    expect([compareCells(null, null, 1), compareCells('a', 'a', 1), compareCells(3, 3, -1)]).toEqual([0, 0, 0])
  })

  it('are exact as texts', () => {
    const hexadecimal = { id: 'x', kind: 'hexadecimal' } as const
    const plain = { id: 'x', kind: 'text' } as const
    expect([
      cellText(255, hexadecimal),
      cellText('ff', hexadecimal),
      cellText(255, plain),
      cellText(null, plain),
    ]).toEqual(['0xff', 'ff', '255', ''])
  })
})

const stretches: RowList = (take) => {
  take(10, 13)
  take(2, 4)
}

describe('where a row is', () => {
  const inOrder = [10, 11, 12, 2, 3]

  it('is found in a list and in stretches, forwards and backwards', () => {
    const list = listed(Uint32Array.from(inOrder), 9)
    expect([list.rowCount, list.selectedCount]).toEqual([5, 9])
    for (const rows of [list.rows, stretches]) {
      const forwards = { rowCount: 5, selectedCount: 5, rowAt: (place: number) => inOrder[place]!, rows }
      const backwards = { ...forwards, rowAt: (place: number) => inOrder[4 - place]! }
      expect([10, 12, 2, 3].map((row) => placeOf(forwards, row))).toEqual([0, 2, 3, 4])
      expect([10, 12, 2, 3].map((row) => placeOf(backwards, row))).toEqual([4, 2, 1, 0])
      expect([9, 13, 4, 1].map((row) => placeOf(forwards, row))).toEqual([null, null, null, null])
    }
  })
})

it('cells are made of rows, of their fields or of columns', () => {
  const fields = fieldTable([{ a: 1, b: 'x' }], ['b', 'a'])
  expect([fields.rowCount, fields.cell(0, 0), fields.cell(0, 1)]).toEqual([1, 'x', 1])
  const columns = columnTable(3, [(row) => row * 2, () => null])
  expect([columns.rowCount, columns.cell(2, 0), columns.cell(2, 1)]).toEqual([3, 4, null])
})
