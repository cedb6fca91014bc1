import { rowName } from '../../../shared/model/heap/heap-row-names.ts'
import type { HeapTreeAnswer, HeapTreeRow } from '../../../shared/model/heap/heap-document.ts'
import type { TraceCell, TraceColumn } from '../../../shared/model/trace/trace-tables.ts'

/** Rows of a tree of a heap as files have them: each behind the row it is below. */
export const treeColumns: readonly TraceColumn[] = [
  { id: 'depth', kind: 'count' },
  { id: 'name', kind: 'text' },
  { id: 'module', kind: 'text' },
  { id: 'count', kind: 'count' },
  { id: 'shallow_bytes', kind: 'bytes' },
  { id: 'retained_bytes', kind: 'bytes' },
  // Rows directly below that are too small or too deep to be listed.
  { id: 'omitted_rows', kind: 'count' },
  { id: 'omitted_bytes', kind: 'bytes' },
]

/** Of the whole heap; a tree down to its last object would be as long as the heap. */
const leastShare = 0.001
const deepest = 100

interface List {
  readonly path: readonly number[]
  readonly rows: readonly HeapTreeRow[]
  next: number
}

/** @param rowsOf rows below a path of keys, from one of them on */
export function* treeTable(
  rowsOf: (path: readonly number[], fromRow: number) => HeapTreeAnswer,
  heapBytes: number,
): Generator<readonly TraceCell[]> {
  const lists: List[] = [{ path: [], rows: shownOf([]).rows, next: 0 }]
  for (let list = lists.at(-1); list !== undefined; list = lists.at(-1)) {
    const row = list.rows[list.next++]
    if (row === undefined) {
      lists.pop()
      continue
    }
    const path = [...list.path, row.key]
    const below = row.hasRows ? shownOf(path) : { rows: [], omittedRows: 0, omittedBytes: 0 }
    const { name, rootKind, module, count, shallowBytes, retainedBytes } = row
    yield [
      path.length,
      rowName(name, rootKind),
      module,
      count,
      shallowBytes,
      retainedBytes,
      below.omittedRows,
      below.omittedBytes,
    ]
    lists.push({ path, rows: below.rows, next: 0 })
  }

  function shownOf(path: readonly number[]): {
    rows: readonly HeapTreeRow[]
    omittedRows: number
    omittedBytes: number
  } {
    const rows: HeapTreeRow[] = []
    let [omittedRows, omittedBytes, fromRow] = [0, 0, 0]
    for (;;) {
      const answer = rowsOf(path, fromRow)
      let shownHere = 0
      for (const row of answer.rows) {
        if (path.length < deepest && row.retainedBytes >= heapBytes * leastShare) {
          rows.push(row)
          shownHere++
        } else {
          omittedRows++
          omittedBytes += row.retainedBytes
        }
      }
      fromRow += answer.rows.length
      if (answer.omitted === null || answer.rows.length === 0) break
      if (shownHere === 0) {
        omittedRows += answer.omitted.rowCount
        omittedBytes += answer.omitted.retainedBytes
        break
      }
    }
    return { rows, omittedRows, omittedBytes }
  }
}
