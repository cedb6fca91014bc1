import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { columnsOf, type TraceTableName } from '../../../shared/model/trace/trace-tables.ts'
import { TraceParts } from '../../analysis/trace/trace-parts.ts'
import type { Section } from '../section.ts'
import { textTable } from '../text-table.ts'
import { withTables } from './with-tables.ts'

/** Cells of a terminal; the JSON has them whole. */
const maxCellChars = 80

interface TableWish {
  readonly table: TraceTableName
  readonly filter: string
  readonly max: number | null
}

/** `--table NAME [--filter TEXT] [--max N]`: what the app shows as a table of the opened file. */
export function tableSection(
  path: string,
  { table, filter, max }: TableWish,
  parts: TraceParts = new TraceParts(),
): Section {
  const question = { table, selection: wholeTrace, sortBy: null, isDescending: false, search: filter }
  return {
    listener: parts.listener,
    needsColumns: true,
    json: (trace) =>
      withTables({ path, parts, trace }, (tables) => {
        const { rowCount, rows } = tables.page(question, 0, max ?? Number.MAX_SAFE_INTEGER)
        const columns = columnsOf(table)
        const named = rows.map((row) => Object.fromEntries(row.map((cell, at) => [columns[at]!.id, cell])))
        return { table, rowCount, rows: named }
      }),
    print: (trace, output) =>
      withTables({ path, parts, trace }, (tables) => {
        const { rowCount, rows } = tables.page(question, 0, max ?? Number.MAX_SAFE_INTEGER)
        const cells = rows.map((row) =>
          row.map((cell) =>
            typeof cell === 'number' ? cell : (cell ?? '').replaceAll(/\s+/g, ' ').slice(0, maxCellChars),
          ),
        )
        output.write(`\n${rowCount.toLocaleString('en-US')} rows of ${table}\n\n`)
        output.write(
          textTable(
            columnsOf(table).map(({ id }) => id),
            cells,
          ),
        )
      }),
  }
}
