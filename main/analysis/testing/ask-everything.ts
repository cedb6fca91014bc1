import { type TraceTransform, wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import {
  type TraceTableName,
  traceTableNames,
  type TraceTableQuestion,
} from '../../../shared/model/trace/trace-tables.ts'
import { traceTreeViews } from '../../../shared/model/trace/trace-tree.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { FindingFacts } from '../findings/finding-facts.ts'
import { judgeFindings } from '../findings/judge-findings.ts'
import { TraceTables } from '../tables/trace-tables.ts'
import type { TraceParts } from '../trace/trace-parts.ts'
import { traceSummary } from '../trace/trace-summary.ts'

const everyTransform: readonly TraceTransform[] = [
  { kind: 'join-async' },
  { kind: 'fold-recursion' },
  { kind: 'fold-module', module: '' },
  { kind: 'group', by: 'class' },
]

const mostRequests = 3

/** What a document can be asked about a trace: its summary and a page of every table, what the checks find, those of the events of kept segments. */
export function askEverything(parts: TraceParts, trace: Trace, bytes: Uint8Array): void {
  const read = (offset: number, byteCount: number): Uint8Array => bytes.subarray(offset, offset + byteCount)
  const tables = new TraceTables(parts, trace, read)
  traceSummary(parts, trace, tables)
  for (const table of traceTableNames) tables.page(questionOf(table), 0, 20)
  judgeFindings(new FindingFacts(parts, trace, read))
  tables.overview(wholeTrace)
  for (let row = 0; row < mostRequests; row++) tables.waterfall({ row })
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
