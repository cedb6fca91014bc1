import type { TraceSelection } from '../../../shared/model/trace/trace-selection.ts'
import {
  columnsOf,
  type TraceCell,
  type TraceColumn,
  type TraceTableQuestion,
  wordedCell,
} from '../../../shared/model/trace/trace-tables.ts'
import { listed, type RowOrder, type TableSource } from './table-source.ts'

/** Rows of the table in the order of the question, without those that the selection and the search leave out. */
export function orderOf(source: TableSource, question: TraceTableQuestion): RowOrder {
  const columns = columnsOf(question.table)
  const all = selected(source, columns, question.selection)
  const found = matching(source, columns, all, question.search.trim().toLowerCase())
  const order = sorted(source, columns, found, question)
  return listed(order, all.length)
}

function sorted(
  source: TableSource,
  columns: readonly TraceColumn[],
  found: Uint32Array,
  question: TraceTableQuestion,
): Uint32Array {
  const sortColumn = columns.findIndex(({ id }) => id === question.sortBy)
  if (sortColumn < 0) return found
  // Cells are made once, not at every comparison.
  const keys: TraceCell[] = Array.from({ length: source.rowCount }, () => null)
  for (const row of found) keys[row] = wordedCell(source.cell(row, sortColumn), columns[sortColumn]!)
  const sign = question.isDescending ? -1 : 1
  return found.slice().sort((a, b) => compareCells(keys[a] ?? null, keys[b] ?? null, sign) || a - b)
}

/** What is not known comes last, whichever the direction. Numbers stand before texts. */
export function compareCells(a: TraceCell, b: TraceCell, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (a === b) return 0
  if (typeof a !== typeof b) return typeof a === 'number' ? -sign : sign
  return a < b ? -sign : sign
}

/** Rows with a time of their own within the range, and those of the threads. */
function selected(
  source: TableSource,
  columns: readonly TraceColumn[],
  { range, threads }: TraceSelection,
): Uint32Array {
  const all = Uint32Array.from({ length: source.rowCount }, (_, row) => row)
  const time = range === null ? -1 : columns.findIndex(({ id }) => id === 'time_ms' || id === 'start_ms')
  const thread = threads === null ? -1 : columns.findIndex(({ id }) => id === 'thread')
  if (time < 0 && thread < 0) return all
  const wanted = new Set<TraceCell>(threads)
  return all.filter((row) => {
    const at = time < 0 ? null : source.cell(row, time)
    const isInRange = range === null || typeof at !== 'number' || (at >= range.fromMs && at < range.toMs)
    return isInRange && (thread < 0 || wanted.has(source.cell(row, thread)))
  })
}

function matching(source: TableSource, columns: readonly TraceColumn[], all: Uint32Array, wanted: string): Uint32Array {
  if (wanted === '') return all
  const texts = columns.flatMap(({ kind }, index) => (kind === 'text' || kind === 'hexadecimal' ? [index] : []))
  const has = (text: string): boolean => text.toLowerCase().includes(wanted)
  return all.filter((row) =>
    texts.some((at) => {
      const cell = source.cell(row, at)
      const column = columns[at]!
      return (
        has(cellText(cell, column)) || (column.words !== undefined && has(cellText(wordedCell(cell, column), column)))
      )
    }),
  )
}

/** Exact, as in files and copies; empty where the trace does not tell. */
export function cellText(cell: TraceCell, { kind }: TraceColumn): string {
  if (cell === null) return ''
  if (kind === 'hexadecimal' && typeof cell === 'number') return `0x${cell.toString(16)}`
  return String(cell)
}
