import { csvCell, tsvRow } from '../../../shared/base/table-cells.ts'
import type { TableFormat } from '../../../shared/model/table-formats.ts'
import type { TraceCell, TraceColumn } from '../../../shared/model/trace/trace-tables.ts'
import { cellText } from '../tables/table-view.ts'

/** A table as text of a file, with the ids of its columns as headings. */
export function writeTable(
  columns: readonly TraceColumn[],
  rows: Iterable<readonly TraceCell[]>,
  format: TableFormat,
  write: (text: string) => void,
): void {
  if (format === 'json') return writeJson(columns, rows, write)
  const line = format === 'csv' ? csvLine : tsvLine
  write(line(columns.map(({ id }) => id)))
  for (const row of rows) write(line(row.map((cell, at) => cellText(cell, columns[at]!))))
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function tsvLine(cells: readonly string[]): string {
  return `${tsvRow(cells)}\n`
}

/** A row a line, so that a file of millions of rows can be read line by line. */
function writeJson(
  columns: readonly TraceColumn[],
  rows: Iterable<readonly TraceCell[]>,
  write: (text: string) => void,
): void {
  let isFirst = true
  for (const row of rows) {
    const named = Object.fromEntries(row.map((cell, at) => [columns[at]!.id, jsonCell(cell, columns[at]!)]))
    write(`${isFirst ? '[' : ','}\n${JSON.stringify(named)}`)
    isFirst = false
  }
  write(isFirst ? '[]\n' : '\n]\n')
}

/** An address is beyond what readers of JSON keep of a number. */
function jsonCell(cell: TraceCell, column: TraceColumn): TraceCell {
  return column.kind === 'hexadecimal' ? (cell === null ? null : cellText(cell, column)) : cell
}
