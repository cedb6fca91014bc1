import path from 'node:path'
import { toDisposable } from '../../../shared/base/disposable.ts'
import { ok } from '../../../shared/base/result.ts'
import type { TraceExportKind } from '../../../shared/model/trace/trace.ts'
import { presetByTitle } from '../../../shared/recording/presets.ts'
import type { SymbolFetcher } from '../../diagnostics/recordings/names/fetch-symbols.ts'
import { readMarks } from '../../diagnostics/recordings/beside/marks.ts'
import { deleteView, readViews, saveView } from '../../diagnostics/recordings/beside/saved-views.ts'
import { lookAtForeign } from '../../foreign/foreign-files.ts'
import type { SavedFiles } from '../../diagnostics/files/saved-files.ts'
import type { HeapDocuments } from '../../diagnostics/heaps/heap-documents.ts'
import { SourceLines } from '../../diagnostics/traces/source-lines.ts'
import type { TraceService } from '../../diagnostics/traces/trace-service.ts'
import { background } from '../../logging/background.ts'
import type { AppLog } from '../../logging/log.ts'
import type { CasePackages } from '../../diagnostics/cases/case-packages.ts'
import { isCasePackage, openCase } from './case-handlers.ts'
import { isHeapFile, openHeap } from './heap-handlers.ts'
import { trimHandlers } from './trim-handlers.ts'
import { askTarget } from '../dialogs.ts'
import { withDocument } from './trace-targets.ts'
import type { PathGrants } from '../consent/path-grants.ts'
import { askWhatToOpen } from '../dialogs.ts'
import type { Handlers } from '../request-context.ts'
import { copyText } from '../system-clipboard.ts'

type TraceHandlers = Pick<Handlers, Extract<keyof Handlers, `traces.${string}`>>

export interface TraceHandlerParts {
  readonly traces: TraceService
  readonly heaps: HeapDocuments
  readonly packages: CasePackages
  readonly symbols: Pick<SymbolFetcher, 'fetch'>
  readonly grants: PathGrants
  readonly savedFiles: Pick<SavedFiles, 'at'>
  readonly log: AppLog
}

/** What is opened is found by its content; these are usual names. */
const openableFiles = [
  {
    name: 'Recordings, heap graphs, dumps, profiles and cases',
    extensions: [
      'nettrace',
      'gcdump',
      'dmp',
      'core',
      'zip',
      'netperf',
      'speedscope',
      'json',
      'cpuprofile',
      'folded',
      'txt',
      'pprof',
      'pb',
      'gz',
    ],
  },
  { name: 'All files', extensions: ['*'] },
]

/** More belongs into a file. */
const maxCopiedRows = 10_000

const exportExtensions: Readonly<Record<TraceExportKind, readonly [suffix: string, extension: string]>> = {
  speedscope: ['', 'speedscope.json'],
  folded: ['', 'folded.txt'],
  pprof: ['', 'pb.gz'],
  'chromium-trace': ['', 'trace.json'],
  report: ['-report', 'html'],
  'methods-csv': ['-methods', 'csv'],
  'types-csv': ['-events', 'csv'],
  'gc-csv': ['-collections', 'csv'],
  'exceptions-csv': ['-exceptions', 'csv'],
}

export function traceHandlers(parts: TraceHandlerParts): TraceHandlers {
  const { traces, heaps, packages, symbols, grants, savedFiles, log } = parts
  const paths = new Map<string, string>()
  const sources = new SourceLines()
  const close = async (documentId: string): Promise<void> => {
    paths.delete(documentId)
    await traces.close(documentId)
  }
  const open: TraceHandlers['traces.open'] = async ({ path: given, asTrace = false }, { page }) => {
    const file = given ?? (await askWhatToOpen(page.window, openableFiles))
    if (file === null) return ok(null)
    // Each question is a way to another thread and back.
    const looking = lookAtForeign(path.resolve(file))
    const [isCase, isHeap] = await Promise.all([isCasePackage(file), isHeapFile(file)])
    if (isCase) {
      const opened = await openCase({ packages, grants, log }, page, file, null)
      return opened.ok ? ok({ ...opened.value, holds: 'case', presetId: null }) : opened
    }
    if (isHeap || (!asTrace && (await traces.holdsOnlyHeapWalk(file, looking)))) {
      const heap = await openHeap({ heaps, grants, log }, page, file)
      return heap.ok ? ok({ ...heap.value, holds: 'heap', presetId: null }) : heap
    }
    const opened = await traces.open(file, looking)
    if (!opened.ok) return opened
    const { documentId } = opened.value
    paths.set(documentId, opened.value.path)
    // What a person opened may be shown in its folder.
    grants.add(opened.value.path)
    // A page that reloads or closes leaves no worker behind.
    page.own(toDisposable(() => background(close(documentId), 'close-trace', log)))
    const origin = savedFiles.at(opened.value.path)?.origin ?? null
    const presetId = origin === null ? null : (presetByTitle(origin)?.id ?? null)
    return ok({ ...opened.value, holds: 'trace', presetId })
  }
  return {
    'traces.open': async (request, context) => {
      // Its thread starts while a person chooses, or while it is found out what the file is; when it is no recording, nobody needs it.
      if (request.path === null || request.path.endsWith('.nettrace')) traces.prepare()
      try {
        return await open(request, context)
      } finally {
        traces.release()
      }
    },
    'traces.progress': ({ documentId }) =>
      withDocument(traces, documentId, ({ path: file, progress, isAnswering }) =>
        ok({ ...progress, isAnswering, jobId: progress.isGrowing ? traces.jobWriting(file) : null }),
      ),
    'traces.summary': ({ documentId, isWhole }) =>
      withDocument(traces, documentId, (document) => document.ask('summary', { isWhole })),
    'traces.fetchSymbols': ({ documentId }) =>
      withDocument(traces, documentId, async ({ path: file }) => {
        const outcome = await symbols.fetch(file)
        if (outcome === 'fetched') await traces.reload(documentId)
        return ok(outcome)
      }),
    'traces.marks': async ({ documentId }) => ok(await readMarks(paths.get(documentId) ?? '')),
    'traces.views': async ({ documentId }) => ok(await readViews(paths.get(documentId) ?? '')),
    'traces.saveView': ({ documentId, view }) =>
      withDocument(traces, documentId, ({ path: file }) => saveView(file, view)),
    'traces.deleteView': ({ documentId, name }) =>
      withDocument(traces, documentId, ({ path: file }) => deleteView(file, name)),
    'traces.table': ({ documentId, question, fromRow, rowCount }) =>
      withDocument(traces, documentId, (document) => document.ask('table', { question, fromRow, rowCount })),
    'traces.overview': ({ documentId, selection }) =>
      withDocument(traces, documentId, (document) => document.ask('overview', { selection })),
    'traces.compare': ({ documentId, against, question }) =>
      withDocument(traces, documentId, (document) =>
        withDocument(traces, against.documentId, async (other) => {
          const side = await other.ask('compare-side', { selection: against.selection })
          return side.ok ? document.ask('compare', { against: side.value, question }) : side
        }),
      ),
    'traces.compareFlame': ({ documentId, against, selection }) =>
      withDocument(traces, documentId, (document) =>
        withDocument(traces, against.documentId, async (other) => {
          const side = await other.ask('compare-stacks', { selection: against.selection })
          return side.ok ? document.ask('compare-flame', { against: side.value, selection }) : side
        }),
      ),
    'traces.compareEvents': ({ documentId, against, question }) =>
      withDocument(traces, documentId, (document) =>
        withDocument(traces, against.documentId, async (other) => {
          const { kind } = question
          const side = await other.ask('compare-events-side', { kind, selection: against.selection })
          return side.ok ? document.ask('compare-events', { against: side.value, question }) : side
        }),
      ),
    'traces.eventWords': ({ documentId }) =>
      withDocument(traces, documentId, (document) => document.ask('event-words', null)),
    'traces.eventMatches': ({ documentId, question }) =>
      withDocument(traces, documentId, (document) => document.ask('event-matches', question)),
    'traces.event': ({ documentId, question }) =>
      withDocument(traces, documentId, (document) => document.ask('event', question)),
    'traces.eventsBetween': ({ documentId, question }) =>
      withDocument(traces, documentId, (document) => document.ask('events-between', question)),
    'traces.frame': ({ documentId, question }) =>
      withDocument(traces, documentId, (document) => document.ask('frame', question)),
    'traces.source': ({ documentId, question }) =>
      withDocument(traces, documentId, async (document) => {
        const origin = await document.ask('code-origin', question)
        return origin.ok ? ok(await sources.sourceOf(origin.value)) : origin
      }),
    'traces.flame': ({ documentId, question }) =>
      withDocument(traces, documentId, (document) => document.ask('flame', question)),
    'traces.stackChart': ({ documentId, question }) =>
      withDocument(traces, documentId, (document) => document.ask('stack-chart', question)),
    'traces.timeline': ({ documentId, question }) =>
      withDocument(traces, documentId, (document) => document.ask('timeline', question)),
    'traces.waterfall': ({ documentId, question }) =>
      withDocument(traces, documentId, (document) => document.ask('waterfall', question)),
    'traces.tree': ({ documentId, question }) =>
      withDocument(traces, documentId, (document) => document.ask('tree', question)),
    'traces.findings': ({ documentId, selection }) =>
      withDocument(traces, documentId, (document) => document.ask('findings', { selection })),
    'traces.copyTable': ({ documentId, question }) =>
      withDocument(traces, documentId, async (document) => {
        const made = await document.ask('table-text', { question, maxRows: maxCopiedRows })
        if (!made.ok) return made
        await copyText(made.value.text)
        return ok(made.value.rowCount)
      }),
    'traces.exportTable': ({ documentId, question, format }, context) =>
      withDocument(traces, documentId, async (document) => {
        const target = await askTarget(context.page.window, paths.get(documentId) ?? '', `-${question.table}`, format)
        if (target === null) return ok(null)
        const written = await document.ask('table-export', { question, format, path: target })
        if (written.ok) grants.add(target)
        return written
      }),
    'traces.export': ({ documentId, kind, selection }, context) =>
      withDocument(traces, documentId, async (document) => {
        const [suffix, extension] = exportExtensions[kind]
        const target = await askTarget(context.page.window, paths.get(documentId) ?? '', suffix, extension)
        if (target === null) return ok(null)
        const written = await document.ask('export', { kind, selection, path: target })
        if (written.ok) grants.add(target)
        return written
      }),
    'traces.repair': ({ documentId }, context) =>
      withDocument(traces, documentId, async (document) => {
        const target = await askTarget(context.page.window, paths.get(documentId) ?? '', '-repaired', 'nettrace')
        if (target === null) return ok(null)
        const written = await document.ask('repair', { path: target })
        if (written.ok) grants.add(target)
        return written
      }),
    ...trimHandlers({ traces, paths, grants }),
    'traces.close': async ({ documentId }) => {
      await close(documentId)
      return ok(null)
    },
  }
}
