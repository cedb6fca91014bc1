import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type {
  HeapExported,
  HeapExportQuestion,
  HeapObjectRow,
  HeapTypeRow,
} from '../../../shared/model/heap/heap-document.ts'
import type { TraceCell } from '../../../shared/model/trace/trace-tables.ts'
import type { TableFormat } from '../../../shared/model/table-formats.ts'
import { ExportTooLarge } from '../../analysis/exports/limited-text.ts'
import { writeTable } from '../../analysis/exports/table-text.ts'
import type { DominatorTree } from '../../heap/dominators/dominator-tree.ts'
import type { Heap } from '../../heap/events/read-heap-events.ts'
import { writeFoldedDominators } from '../../heap/exports/folded-dominators.ts'
import { type HeapReportParts, writeHeapReport } from '../../heap/exports/heap-report.ts'
import { objectCells, objectColumns, typeCells, typeColumns } from '../../heap/exports/heap-table-rows.ts'
import { treeColumns } from '../../heap/exports/tree-table.ts'
import { writeGcDump, type WrittenGraph } from '../../heap/gcdump/write-gcdump.ts'
import type { TypeGroups } from '../../heap/tables/type-groups.ts'
import { type WholePlace, writeWhole, type WrittenFile } from '../write-whole.ts'
import { toldOf, writingTool } from './write-gcdump-file.ts'

/** What can be asked of a document that is saved. */
export interface HeapExportParts {
  readonly heap: Heap
  readonly tree: DominatorTree
  readonly groups: TypeGroups
  /** As the table of types has them. */
  readonly types: () => Iterable<HeapTypeRow>
  readonly objects: () => Iterable<HeapObjectRow>
  /** Of dominators, or of the paths to a type. */
  readonly treeRows: (view: 'dominators' | 'paths') => Iterable<readonly TraceCell[]>
  readonly report: () => Omit<HeapReportParts, 'name'>
}

/** Whole or not at all. `onWritten`: still at work. */
export function exportHeap(
  { kind }: HeapExportQuestion,
  place: WholePlace,
  parts: HeapExportParts,
  onWritten: () => void,
): Result<WrittenFile, AppError> {
  return writeWhole(
    place,
    (write) => {
      const [table, format] = kind.split('-') as [string, TableFormat]
      if (kind === 'folded') writeFoldedDominators(parts.heap.graph, parts.tree, parts.groups, write)
      else if (kind === 'report') writeHeapReport({ name: path.basename(place.source), ...parts.report() }, write)
      else if (table === 'types') writeTable(typeColumns, mapped(parts.types(), typeCells), format, write)
      else if (table === 'dominators' || table === 'paths')
        writeTable(treeColumns, parts.treeRows(table), format, write)
      else writeTable(objectColumns, mapped(parts.objects(), objectCells), format, write)
    },
    onWritten,
  )
}

/** The format has limits, which are known before the first byte is written. */
export function exportGcDump(place: WholePlace, heap: Heap, onWritten: () => void): Result<HeapExported, AppError> {
  let told: Partial<WrittenGraph> = {}
  const saved = writeWhole(
    place,
    (_write, output) => {
      const written = writeGcDump(heap, writingTool, (bytes) => output.writeBytes(bytes))
      if (!written.ok) throw new ExportTooLarge(written.error.limitBytes)
      told = toldOf(written.value)
    },
    onWritten,
  )
  return saved.ok ? ok({ ...saved.value, ...told }) : saved
}

function* mapped<From, To>(rows: Iterable<From>, to: (row: From) => To): Generator<To> {
  for (const row of rows) yield to(row)
}
