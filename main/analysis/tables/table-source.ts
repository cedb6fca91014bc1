import type { TraceCell, TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'

/** Cells by place; nothing is kept per row, so a table of a million rows costs what its columns cost. */
export interface TableSource {
  readonly rowCount: number
  cell(row: number, column: number): TraceCell
  /** Ids of columns that the file has no events for: their cells are null in all rows. */
  readonly absentColumns?: readonly string[]
  /** Of the payload, for tables whose rows have one; null: it has no such field. */
  readonly field?: (row: number, name: string) => TraceCell
  /** For tables that are too long to have every cell made for a sort or a search. */
  readonly order?: (question: TraceTableQuestion) => RowOrder
}

/** Rows in the order of a question, without those that its selection and its search leave out. */
export interface RowOrder {
  readonly rowCount: number
  /** Rows before the search. */
  readonly selectedCount: number
  readonly rowAt: (place: number) => number
  /** For who looks at each, in the order of the places or against it. Not to be changed. */
  readonly rows: RowList
}

/** Row by row, or as stretches of consecutive rows `[from, to)` where a list would be as long as the table. */
export type RowList = Uint32Array | ((take: (from: number, to: number) => void) => void)

/** Null: the row isn’t in it. Looks through the rows. */
export function placeOf({ rows, rowCount, rowAt }: RowOrder, row: number): number | null {
  const at = rows instanceof Uint32Array ? rows.indexOf(row) : placeInStretches(rows, row)
  if (at < 0) return null
  return rowAt(at) === row ? at : rowCount - 1 - at
}

function placeInStretches(rows: Exclude<RowList, Uint32Array>, row: number): number {
  let passed = 0
  let place = -1
  rows((from, to) => {
    if (row >= from && row < to) place = passed + row - from
    passed += to - from
  })
  return place
}

export function listed(rows: Uint32Array, selectedCount: number): RowOrder {
  return {
    rowCount: rows.length,
    selectedCount,
    rowAt: (place) => rows[place]!,
    rows,
  }
}

/** `cells`: one function per column, in the order of `traceTables`. */
export function tableOf<Row>(rows: readonly Row[], cells: readonly ((row: Row) => TraceCell)[]): TableSource {
  return { rowCount: rows.length, cell: (row, column) => cells[column]!(rows[row]!) }
}

/** The same where each column is a field of the row, in the order of `traceTables`. */
export function fieldTable<Field extends string>(
  rows: readonly Readonly<Record<Field, TraceCell>>[],
  fields: readonly Field[],
): TableSource {
  return { rowCount: rows.length, cell: (row, column) => rows[row]![fields[column]!] }
}

/** The same over columns: each function gets the number of a row. */
export function columnTable(rowCount: number, cells: readonly ((row: number) => TraceCell)[]): TableSource {
  return { rowCount, cell: (row, column) => cells[column]!(row) }
}
