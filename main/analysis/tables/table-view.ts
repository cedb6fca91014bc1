import {
  columnsOf,
  type TraceCell,
  type TraceColumn,
  type TraceTableQuestion,
} from '../../../shared/model/trace-tables.ts'
import type { TableSource } from './table-source.ts'

/** Rows of the table in the order of the question, without those that the search leaves out. */
export function orderOf(source: TableSource, question: TraceTableQuestion): Uint32Array {
  const columns = columnsOf(question.table)
  const found = matching(source, columns, question.search.trim().toLowerCase())
  const sortColumn = columns.findIndex(({ id }) => id === question.sortBy)
  if (sortColumn < 0) return found
  // Cells are made once, not at every comparison.
  const keys: TraceCell[] = Array.from({ length: source.rowCount }, () => null)
  for (const row of found) keys[row] = source.cell(row, sortColumn)
  const sign = question.isDescending ? -1 : 1
  return found.sort((a, b) => compareCells(keys[a] ?? null, keys[b] ?? null, sign) || a - b)
}

/** What is not known comes last, whichever the direction. */
function compareCells(a: TraceCell, b: TraceCell, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (a === b) return 0
  return a < b ? -sign : sign
}

function matching(source: TableSource, columns: readonly TraceColumn[], wanted: string): Uint32Array {
  const all = Uint32Array.from({ length: source.rowCount }, (_, row) => row)
  if (wanted === '') return all
  const texts = columns.flatMap(({ kind }, index) => (kind === 'text' || kind === 'hexadecimal' ? [index] : []))
  return all.filter((row) =>
    texts.some((column) => cellText(source.cell(row, column), columns[column]!).toLowerCase().includes(wanted)),
  )
}

/** Exact, as in files and copies; empty where the trace does not tell. */
export function cellText(cell: TraceCell, { kind }: TraceColumn): string {
  if (cell === null) return ''
  if (kind === 'hexadecimal' && typeof cell === 'number') return `0x${cell.toString(16)}`
  return String(cell)
}
