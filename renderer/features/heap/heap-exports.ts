import type { Request } from '../../../shared/contract/index.ts'
import type { HeapExportKind, HeapTypesQuestion } from '../../../shared/model/heap/heap-document.ts'
import { type TableFormat, tableFormats } from '../../../shared/model/table-formats.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { notifyExported, reportAs } from '../../commands/page-actions.ts'
import type { MenuEntry } from '../../ui/overlay/menu-entries.tsx'
import { heapLabels } from './heap-labels.ts'

const allTypes: HeapTypesQuestion = { grouping: 'type', search: '', sortBy: 'retained', isDescending: true }

interface ExportOptions {
  readonly types?: HeapTypesQuestion
  /** Of objects: those of one type. */
  readonly type?: number | null
}

/** Main asks where to; what is there already is replaced only after a question. */
export function exportHeap(
  documentId: string,
  kind: HeapExportKind,
  { types = allTypes, type = null }: ExportOptions = {},
): void {
  background(
    invoke('heaps.export', { documentId, question: { kind, types, type } }).then((saved) => {
      const capped = saved?.cappedCount ?? 0
      notifyExported(saved, capped === 0 ? null : heapLabels.exports.capped(capped))
    }),
    'heaps.export',
    reportAs(heapLabels.exports.couldntExport),
  )
}

/** The whole heap. */
export function heapExportEntries(documentId: string): readonly MenuEntry[] {
  const item = (label: string, kind: HeapExportKind): MenuEntry => ({
    kind: 'item',
    label,
    run: () => exportHeap(documentId, kind),
  })
  return [
    item(heapLabels.exports.heapGraphGcdump, 'gcdump'),
    item(heapLabels.exports.reportHtml, 'report'),
    item(heapLabels.exports.foldedStacks, 'folded'),
    { kind: 'separator' },
    item(heapLabels.exports.typesAsCsv, 'types-csv'),
    item(heapLabels.exports.objectsAsCsv, 'objects-csv'),
  ]
}

/** A table as it is shown. */
export function heapTableEntries(
  documentId: string,
  table: 'types' | 'objects' | 'dominators' | 'paths',
  optionsNow: () => ExportOptions = () => ({}),
): readonly MenuEntry[] {
  return tableFormats.map((format: TableFormat) => ({
    kind: 'item',
    label: heapLabels.exports.saveAs(format.toUpperCase()),
    run: () => exportHeap(documentId, `${table}-${format}`, optionsNow()),
  }))
}

/** A comparison as it is shown, with every row and every heap. */
export function compareTableEntries(asked: Omit<Request<'heaps.exportCompare'>, 'format'>): readonly MenuEntry[] {
  return tableFormats.map((format: TableFormat) => ({
    kind: 'item',
    label: heapLabels.exports.saveAs(format.toUpperCase()),
    run: () =>
      background(
        invoke('heaps.exportCompare', { ...asked, format }).then(notifyExported),
        'heaps.exportCompare',
        reportAs(heapLabels.exports.couldntExport),
      ),
  }))
}
