import { type TraceTransform, wholeTrace } from '../../../shared/model/trace-selection.ts'
import { type TraceTableName, traceTableNames, type TraceTableQuestion } from '../../../shared/model/trace-tables.ts'
import { traceTreeViews } from '../../../shared/model/trace-tree.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { TraceTables } from '../tables/trace-tables.ts'
import type { TraceParts } from '../trace/trace-parts.ts'
import { traceSummary } from '../trace/trace-summary.ts'

const everyTransform: readonly TraceTransform[] = [
  { kind: 'fold-recursion' },
  { kind: 'fold-module', module: '' },
  { kind: 'group', by: 'class' },
]

/** What a document can be asked about a trace: its summary and a page of every table, those of the events of kept segments. */
export function askEverything(parts: TraceParts, trace: Trace, bytes: Uint8Array): void {
  const tables = new TraceTables(parts, trace, (offset, byteCount) => bytes.subarray(offset, offset + byteCount))
  traceSummary(parts, trace, tables)
  for (const table of traceTableNames) tables.page(questionOf(table), 0, 20)
  for (const view of traceTreeViews) {
    const question = { selection: wholeTrace, view, frame: null, path: [] }
    const [first] = tables.treeRows(question).rows
    if (first === undefined) continue
    tables.treeRows({ ...question, path: [first.functionNumber] })
    const transforms = [...everyTransform, { kind: 'hide', frame: first } as const]
    tables.treeRows({ ...question, frame: first, selection: { ...wholeTrace, transforms } })
  }
}

function questionOf(table: TraceTableName): TraceTableQuestion {
  return { table, selection: wholeTrace, sortBy: null, isDescending: false, search: '' }
}
