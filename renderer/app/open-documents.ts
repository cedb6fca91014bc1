import type { ProcessRow } from '../../shared/model/process.ts'
import type { FindingLink } from '../../shared/model/trace/trace-findings.ts'
import type { TraceLink } from '../../shared/model/trace/trace-link.ts'
import { wholeTrace } from '../../shared/model/trace/trace-selection.ts'
import { background, invoke } from '../bridge/bridge.ts'
import { reportAs } from '../commands/page-actions.ts'
import { appStore } from '../store/create-store.ts'
import { type HeapTarget, processesDocumentId, type TraceTarget } from '../store/navigation-slice.ts'
import { appLabels } from './app-labels.ts'

/** Opens a trace file with what is in it, or goes to it when it is open already; null asks which. */
export function openFile(path: string | null, link: TraceLink | null = null, rows: FindingLink | null = null): void {
  const { activateDocument, openTrace, showTraceRows } = appStore.getState()
  const open = appStore
    .getState()
    .documents.find(
      (tab) =>
        (tab.kind === 'trace' && tab.traceTarget.path === path) ||
        (tab.kind === 'heap' && tab.heapTarget.path === path) ||
        (tab.kind === 'case-package' && tab.caseTarget.path === path),
    )
  if (open?.kind === 'trace' && rows !== null) showTraceRows(open.id, rows)
  else if (open !== undefined) activateDocument(open.id)
  else
    readFile(path, (opened) => {
      const id = openTrace(link === null ? opened : { ...opened, link })
      if (rows !== null) showTraceRows(id, rows)
    })
}

/** Opens a file in a tab of its own, and compares the document of another one of its kind with it. Null asks which. */
export function openBaseline(path: string | null, documentId: string): void {
  const isHeap = appStore
    .getState()
    .documents.some((tab) => tab.kind === 'heap' && tab.heapTarget.documentId === documentId)
  if (isHeap) openHeapBaseline(path, documentId)
  else openTraceBaseline(path, documentId)
}

function openHeapBaseline(path: string | null, documentId: string): void {
  withHeap(path, ({ documentId: of, name, path: file }) => {
    const { compareHeap, heapBaselines } = appStore.getState()
    const chosen = heapBaselines[documentId] ?? []
    if (of !== documentId && !chosen.some((one) => one.documentId === of))
      compareHeap(documentId, [...chosen, { documentId: of, name, path: file }])
    showHeap(documentId)
  })
}

function openTraceBaseline(path: string | null, documentId: string): void {
  const { activateDocument, compare, openTrace } = appStore.getState()
  const take = ({ documentId: of, name }: TraceTarget): void => {
    if (of === documentId) return
    compare(documentId, { documentId: of, name, selection: wholeTrace })
    const tab = openTraces().find(({ traceTarget }) => traceTarget.documentId === documentId)
    if (tab !== undefined) activateDocument(tab.id)
  }
  const open = openTraces().find(({ traceTarget }) => traceTarget.path === path)
  if (open !== undefined) take(open.traceTarget)
  else
    readFile(
      path,
      (opened) => {
        openTrace(opened)
        take(opened)
      },
      true,
    )
}

/** Opens a recording that holds only a heap walk with its events, or goes to it when it is open so already. */
export function openFileAsTrace(path: string): void {
  const { activateDocument, openTrace } = appStore.getState()
  const open = openTraces().find(({ traceTarget }) => traceTarget.path === path)
  if (open !== undefined) activateDocument(open.id)
  else readFile(path, (opened) => openTrace(opened), true)
}

function openTraces() {
  return appStore.getState().documents.filter((tab) => tab.kind === 'trace')
}

/** `asTrace`: also where it holds only a heap walk. */
function readFile(path: string | null, onOpened: (opened: TraceTarget) => void, asTrace = false): void {
  const { openCasePackage, openHeap } = appStore.getState()
  background(
    invoke('traces.open', { path, asTrace }).then((opened) => {
      if (opened === null) return
      const { holds, ...target } = opened
      if (holds === 'case') openCasePackage(target)
      else if (holds === 'heap') openHeap(target)
      else onOpened({ ...target, asTrace })
    }),
    'traces.open',
    reportAs(couldntOpen(path, appLabels.documents.couldntOpenTheFile)),
  )
}

/** Opens the heap graph of a recording, or goes to it when it is open already. */
export function openFileAsHeap(path: string): void {
  withHeap(path, ({ documentId }) => showHeap(documentId))
}

/** Opens a heap graph, and compares it with other files. The one in front is opened last. */
export function openHeapBeside(path: string, against: readonly string[]): void {
  const openFrom = (next: number): void => {
    const other = against[next]
    if (other !== undefined) return withHeap(other, () => openFrom(next + 1))
    withHeap(path, ({ documentId }) => {
      for (const one of against) openHeapBaseline(one, documentId)
    })
  }
  openFrom(0)
}

/** The document of a file, opened if it is not; null asks which. */
function withHeap(path: string | null, take: (target: HeapTarget) => void): void {
  const { documents, openHeap } = appStore.getState()
  const open = documents.find((tab) => tab.kind === 'heap' && tab.heapTarget.path === path)
  if (open?.kind === 'heap') return take(open.heapTarget)
  background(
    invoke('heaps.open', { path }).then((opened) => {
      if (opened === null) return
      openHeap(opened)
      take(opened)
    }),
    'heaps.open',
    reportAs(couldntOpen(path, appLabels.documents.couldntOpenTheHeapGraph)),
  )
}

function showHeap(documentId: string): void {
  const { activateDocument, documents } = appStore.getState()
  const tab = documents.find((one) => one.kind === 'heap' && one.heapTarget.documentId === documentId)
  if (tab !== undefined) activateDocument(tab.id)
}

/** Opens the counters of a .nettrace in Live; null asks which. */
export function openFileInLive(path: string | null): void {
  const { openLive, startJob, updateJob } = appStore.getState()
  const job = path === null ? null : startJob({ title: fileName(path), phase: appLabels.opening.opening })
  background(
    invoke('live.openFile', { path }).then((opened) => {
      if (job !== null) updateJob(job, { state: 'done', phase: appLabels.opening.openedInLive, progress: 1 })
      if (opened) openLive({ kind: 'file', liveId: opened.liveId, path, name: opened.name })
    }),
    'live.openFile',
    (error) => {
      if (job !== null) updateJob(job, { state: 'failed', phase: appLabels.opening.couldntOpen })
      reportAs(couldntOpen(path, appLabels.documents.couldntOpenTheFile))(error)
    },
    () => {
      if (job !== null) updateJob(job, { state: 'cancelled', phase: appLabels.opening.notOpened })
    },
  )
}

function couldntOpen(path: string | null, unnamed: string): string {
  return path === null ? unnamed : appLabels.documents.couldntOpen(fileName(path))
}

export function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}

export function openLiveOf(row: ProcessRow): void {
  appStore.getState().openLive({
    kind: 'process',
    processKey: row.key,
    pid: row.pid,
    name: row.name,
    isDemo: row.isDemo,
  })
}

export function showProcess(row: ProcessRow): void {
  const state = appStore.getState()
  if (row.isTool && !state.settings.showToolProcesses) state.changeSettings({ showToolProcesses: true })
  state.selectProcess(row.key)
  state.activateDocument(processesDocumentId)
}

/** How long the command line's process is waited for before the page says that it is not there. */
const waitForProcessMs = 5000

/** The list may not have the process yet: it is taken as soon as it appears. */
export function openLiveByPid(pid: number, isLive: boolean): void {
  const find = (): ProcessRow | null => {
    const row = appStore
      .getState()
      .processRows.find((candidate) => candidate.pid === pid && candidate.exitedAtMs === null)
    return row && row.state !== 'asking' ? row : null
  }
  const take = (row: ProcessRow) => {
    showProcess(row)
    if (isLive) openLiveOf(row)
  }
  const listed = find()
  if (listed) {
    take(listed)
    return
  }
  const stop = () => {
    unsubscribe()
    clearTimeout(timer)
  }
  const unsubscribe = appStore.subscribe(() => {
    const row = find()
    if (!row) return
    // First: taking it changes the store, which would call this listener again.
    stop()
    take(row)
  })
  const timer = setTimeout(() => {
    stop()
    appStore.getState().addNotice({
      tone: 'warn',
      title: appLabels.documents.noProcess(String(pid)),
      text: appLabels.documents.noProcessText,
    })
  }, waitForProcessMs)
}
