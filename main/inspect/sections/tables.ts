import { wholeTrace } from '../../../shared/model/trace-selection.ts'
import { columnsOf, type TraceTableName } from '../../../shared/model/trace-tables.ts'
import { TraceTables } from '../../analysis/tables/trace-tables.ts'
import { TraceParts } from '../../analysis/trace/trace-parts.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { TraceFile } from '../../workers/trace/trace-file.ts'
import { readSystemCpu } from '../../workers/trace/system-cpu-file.ts'
import type { Section } from '../section.ts'
import { textTable } from '../text-table.ts'

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
  const withTables = <Result>(trace: Trace, use: (tables: TraceTables) => Result): Result => {
    const file = new TraceFile(path)
    if (parts.imported === null) parts.systemCpu = readSystemCpu(path)
    try {
      return use(new TraceTables(parts, trace, (offset, byteCount) => file.read(offset, byteCount)))
    } finally {
      file[Symbol.dispose]()
    }
  }
  return {
    listener: parts.listener,
    json: (trace) =>
      withTables(trace, (tables) => {
        const { rowCount, rows } = tables.page(question, 0, max ?? Number.MAX_SAFE_INTEGER)
        const columns = columnsOf(table)
        const named = rows.map((row) => Object.fromEntries(row.map((cell, at) => [columns[at]!.id, cell])))
        return { table, rowCount, rows: named }
      }),
    print: (trace, output) =>
      withTables(trace, (tables) => {
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
