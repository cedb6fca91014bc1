import { toDisposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { HeapCompareSide } from '../../../shared/model/heap/heap-compare.ts'
import type { HeapExportKind } from '../../../shared/model/heap/heap-document.ts'
import { readForeignRange } from '../../foreign/foreign-files.ts'
import type { HeapCaptures } from '../../diagnostics/heaps/heap-captures.ts'
import type { HeapDocuments, OpenedHeap } from '../../diagnostics/heaps/heap-documents.ts'
import { background } from '../../logging/background.ts'
import type { AppLog } from '../../logging/log.ts'
import type { HeapDocumentHost } from '../../workers/heap/heap-document-host.ts'
import { isDumpHead } from '../../heap/from-dump/is-dump.ts'
import type { PathGrants } from '../consent/path-grants.ts'
import { askForLibrary, askTarget, askWhatToOpen } from '../dialogs.ts'
import type { Handlers, RequestContext } from '../request-context.ts'

type HeapChannels = Extract<keyof Handlers, `heaps.${string}`>

export interface HeapHandlerParts {
  readonly heaps: HeapDocuments
  readonly captures: HeapCaptures
  readonly grants: PathGrants
  readonly log: AppLog
}

/** What is opened is found by its content; these are usual names. */
const openableFiles = [
  { name: 'Heap graphs', extensions: ['gcdump', 'nettrace', 'dmp', 'core'] },
  { name: 'All files', extensions: ['*'] },
]

/** What is added to the name of the file, and its extension. */
const exportNames: Readonly<Record<HeapExportKind, readonly [suffix: string, extension: string]>> = {
  // A `.gcdump` is not offered its own name.
  gcdump: ['-heap', 'gcdump'],
  report: ['-heap', 'html'],
  folded: ['-dominators', 'folded.txt'],
  'types-csv': ['-types', 'csv'],
  'types-tsv': ['-types', 'tsv'],
  'types-json': ['-types', 'json'],
  'objects-csv': ['-objects', 'csv'],
  'objects-tsv': ['-objects', 'tsv'],
  'objects-json': ['-objects', 'json'],
  'dominators-csv': ['-dominators', 'csv'],
  'dominators-tsv': ['-dominators', 'tsv'],
  'dominators-json': ['-dominators', 'json'],
  'paths-csv': ['-paths', 'csv'],
  'paths-tsv': ['-paths', 'tsv'],
  'paths-json': ['-paths', 'json'],
}

export function heapHandlers({ heaps, captures, grants, log }: HeapHandlerParts): Pick<Handlers, HeapChannels> {
  return {
    'heaps.capture': (request) => captures.start(request, true),
    'heaps.plan': (request) => captures.plan(request),
    'heaps.open': async ({ path: given }, { page }) => {
      const file = given ?? (await askWhatToOpen(page.window, openableFiles))
      return file === null ? ok(null) : openHeap({ heaps, grants, log }, page, file)
    },
    'heaps.openWithLibrary': async ({ path }, { page }) => {
      const library = await askForLibrary(page.window)
      return library === null ? ok(null) : openHeap({ heaps, grants, log }, page, path, library)
    },
    'heaps.progress': ({ documentId }) =>
      withHeap(heaps, documentId, ({ progress, typesSoFar }) => ok({ ...progress, typesSoFar })),
    'heaps.summary': ({ documentId, isWhole }) =>
      withHeap(heaps, documentId, (heap) => heap.ask('summary', { isWhole })),
    'heaps.types': ({ documentId, question, fromRow, rowCount }) =>
      withHeap(heaps, documentId, (heap) => heap.ask('types', { question, fromRow, rowCount })),
    'heaps.type': ({ documentId, type, wantsWay }) =>
      withHeap(heaps, documentId, (heap) => heap.ask('type', { type, wantsWay })),
    'heaps.tree': ({ documentId, question }) => withHeap(heaps, documentId, (heap) => heap.ask('tree', question)),
    'heaps.findInTree': ({ documentId, question }) =>
      withHeap(heaps, documentId, (heap) => heap.ask('find-in-tree', question)),
    'heaps.objects': ({ documentId, question, fromRow, rowCount }) =>
      withHeap(heaps, documentId, (heap) => heap.ask('objects', { question, fromRow, rowCount })),
    'heaps.object': ({ documentId, node }) => withHeap(heaps, documentId, (heap) => heap.ask('object', { node })),
    'heaps.values': ({ documentId, node }) => withHeap(heaps, documentId, (heap) => heap.ask('values', { node })),
    'heaps.threads': ({ documentId }) => withHeap(heaps, documentId, (heap) => heap.ask('threads', null)),
    'heaps.findings': ({ documentId }) => withHeap(heaps, documentId, (heap) => heap.ask('findings', null)),
    'heaps.compare': ({ documentId, against, question }) =>
      withHeap(heaps, documentId, async (heap) => {
        const sides = await sidesOf(heaps, against)
        return sides.ok ? heap.ask('compare', { against: sides.value, question }) : sides
      }),
    'heaps.exportCompare': ({ documentId, against, question, format }, { page }) =>
      withHeap(heaps, documentId, async (heap) => {
        const sides = await sidesOf(heaps, against)
        if (!sides.ok) return sides
        const target = await askTarget(page.window, heap.path, '-compared', format)
        if (target === null) return ok(null)
        const written = await heap.ask('export-compare', { against: sides.value, question, format, path: target })
        if (written.ok) grants.add(target)
        return written
      }),
    'heaps.export': ({ documentId, question }, { page }) =>
      withHeap(heaps, documentId, async (heap) => {
        const [suffix, extension] = exportNames[question.kind]
        const target = await askTarget(page.window, heap.path, suffix, extension)
        if (target === null) return ok(null)
        const written = await heap.ask('export', { question, path: target })
        if (written.ok) grants.add(target)
        return written
      }),
    'heaps.close': async ({ documentId }) => {
      await heaps.close(documentId)
      return ok(null)
    },
  }
}

/** In a document of the page. */
export async function openHeap(
  { heaps, grants, log }: Omit<HeapHandlerParts, 'captures'>,
  page: RequestContext['page'],
  file: string,
  library: string | null = null,
): Promise<Result<OpenedHeap, AppError>> {
  const opened = await heaps.open(file, library)
  if (!opened.ok) return opened
  const { documentId } = opened.value
  // What a person opened may be shown in its folder.
  grants.add(opened.value.path)
  // A page that reloads or closes leaves no worker behind.
  page.own(toDisposable(() => background(heaps.close(documentId), 'close-heap', log)))
  return opened
}

const headBytes = 128

/** A dump of a process, or by the name of the first object in it a `.gcdump`. Recordings with heap events are recordings as well. */
export async function isHeapFile(file: string): Promise<boolean> {
  const read = await readForeignRange(file, 0, headBytes)
  if (read.ok && isDumpHead(read.value.bytes)) return true
  const head = read.ok ? Buffer.from(read.value.bytes).toString('latin1') : ''
  return head.includes('!FastSerialization.1') && head.includes('GCHeapDump')
}

/** What of other heaps a comparison needs. */
async function sidesOf(
  heaps: HeapDocuments,
  documentIds: readonly string[],
): Promise<Result<readonly HeapCompareSide[], AppError>> {
  const sides = await Promise.all(
    documentIds.map((other) => withHeap(heaps, other, (of) => of.ask('compare-side', null))),
  )
  const failed = sides.find((side) => !side.ok)
  return failed !== undefined && !failed.ok ? failed : ok(sides.flatMap((side) => (side.ok ? [side.value] : [])))
}

async function withHeap<Value>(
  heaps: HeapDocuments,
  documentId: string,
  use: (heap: HeapDocumentHost) => Promise<Result<Value, AppError>> | Result<Value, AppError>,
): Promise<Result<Value, AppError>> {
  const heap = heaps.document(documentId)
  return heap.ok ? use(heap.value) : heap
}
