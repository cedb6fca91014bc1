import type { FindingLink } from '../../shared/model/trace/trace-findings.ts'
import type { TraceLink } from '../../shared/model/trace/trace-link.ts'
import type { StateCreator } from 'zustand'
import type { LiveId, Pid, ProcessKey } from '../../shared/model/ids.ts'
import { machineNameOfKey } from '../../shared/model/machine.ts'
import type { ProcessRow } from '../../shared/model/process.ts'
import type { AppState } from './create-store.ts'
import type { RecordTarget } from './record-slice.ts'
import { documentLabels } from './document-labels.ts'

export type DocumentId = string

/** What a live document shows: a target's counters, or a file that was opened (its LiveId exists already). */
export type LiveTarget =
  | {
      readonly kind: 'process'
      readonly processKey: ProcessKey
      readonly pid: Pid
      readonly name: string
      readonly isDemo: boolean
    }
  | { readonly kind: 'file'; readonly liveId: LiveId; readonly path: string | null; readonly name: string }

/** A trace file that was opened; its document in main lives as long as its tab. */
export interface TraceTarget {
  readonly documentId: string
  readonly path: string
  readonly name: string
  readonly sizeBytes: number
  /** What it was recorded for, whose tab is shown first; null where nobody knows. */
  readonly presetId?: string | null
  /** Wanted as a trace, whatever else is in the file; left out: as what it holds. */
  readonly asTrace?: boolean
  /** Where it is opened; left out: at its beginning. */
  readonly link?: TraceLink
  /** Rows that somebody elsewhere wants to see; another object each time. */
  readonly rows?: FindingLink
}

/** A heap graph that was opened; its document in main lives as long as its tab. */
export interface HeapTarget {
  readonly documentId: string
  readonly path: string
  readonly name: string
  readonly sizeBytes: number
}

/** A case package that was opened; its document in main lives as long as its tab. */
export interface CaseTarget {
  readonly documentId: string
  readonly path: string
  readonly name: string
  readonly sizeBytes: number
}

/** Nothing but itself. */
type Page = unknown
interface ProcessPage {
  readonly recordTarget: RecordTarget
}

/** What a document of each kind is about, beside its id and title. */
export interface DocumentSubjects {
  readonly processes: Page
  readonly live: { readonly liveTarget: LiveTarget }
  readonly record: ProcessPage
  readonly stacks: ProcessPage
  readonly dump: ProcessPage
  readonly 'heap-capture': ProcessPage
  readonly case: ProcessPage
  readonly advanced: ProcessPage
  readonly console: ProcessPage
  readonly trace: { readonly traceTarget: TraceTarget }
  readonly heap: { readonly heapTarget: HeapTarget }
  readonly 'case-package': { readonly caseTarget: CaseTarget }
  readonly files: Page
  readonly startup: Page
  readonly flight: Page
  readonly rules: Page
  readonly connections: Page
  readonly settings: Page
  readonly diagnostics: Page
}

export type DocumentKind = keyof DocumentSubjects
export type TabOf<Kind extends DocumentKind> = {
  readonly kind: Kind
  readonly id: DocumentId
  readonly title: string
} & DocumentSubjects[Kind]
export type DocumentTab = { readonly [Kind in DocumentKind]: TabOf<Kind> }[DocumentKind]

/** A question to the person: which process? The shell asks it with its list of processes. */
export interface ProcessQuestion {
  readonly title: string
  readonly isOffered: (row: ProcessRow) => boolean
  readonly choose: (row: ProcessRow) => void
}

export interface NavigationSlice {
  /** In tab order; the first is the process list and cannot be closed. */
  readonly documents: readonly DocumentTab[]
  readonly activeDocumentId: DocumentId
  /** Newest last, at most 20; what `Ctrl+Shift+T` brings back. */
  readonly closedDocuments: readonly DocumentTab[]
  /** Opens a live view, or goes to it when that process or file is open already. Returns the document's id. */
  readonly openLive: (target: LiveTarget) => DocumentId
  /** The process of a live document was started again: it is about that one now. */
  readonly followLive: (id: DocumentId, successor: Pick<ProcessRow, 'key' | 'pid' | 'name'>) => void
  /** Pages that exist once. */
  readonly openPage: (kind: PageKind) => DocumentId
  /** The record sheet, the stacks or the dump page of a process; each exists once per process. */
  readonly openForProcess: (kind: ProcessPageKind, target: RecordTarget) => DocumentId
  readonly openTrace: (target: TraceTarget) => DocumentId
  /** Goes to an open trace, and in it to rows. */
  readonly showTraceRows: (id: DocumentId, rows: FindingLink) => void
  readonly openHeap: (target: HeapTarget) => DocumentId
  readonly openCasePackage: (target: CaseTarget) => DocumentId
  /** Those of the page before this one, ahead of what was opened meanwhile. Null: none of them is in front. */
  readonly restoreDocuments: (tabs: readonly DocumentTab[], activeId: DocumentId | null) => void
  readonly activateDocument: (id: DocumentId) => void
  /** Next or previous tab, round the end. */
  readonly cycleDocument: (step: 1 | -1) => void
  /** Moves a tab; the process list stays first. */
  readonly moveDocument: (id: DocumentId, toIndex: number) => void
  readonly closeDocument: (id: DocumentId) => void
  /** Takes out the one that was closed last; its kind knows how to bring it back. */
  readonly takeClosedDocument: () => DocumentTab | null
  /** Below 1000 px the inspector is a drawer over the document; above, the setting decides. */
  readonly isInspectorDrawerOpen: boolean
  readonly processQuestion: ProcessQuestion | null
  readonly askForProcess: (question: ProcessQuestion | null) => void
  readonly toggleInspector: (isNarrow: boolean) => void
}

export const processesDocumentId: DocumentId = 'processes'
const closedLimit = 20
let nextNumber = 1

export type PageKind = keyof typeof documentLabels.pages

/** Pages that exist once per process. */
export type ProcessPageKind = keyof typeof documentLabels.processPages

function liveTitle(target: LiveTarget): string {
  return target.kind === 'process' ? documentLabels.live(nameWithMachine(target)) : target.name
}

/** On another machine its name alone would pass for a process of this one. */
function nameWithMachine({ name, processKey }: { readonly name: string; readonly processKey: string }): string {
  const machine = machineNameOfKey(processKey)
  return machine === null ? name : documentLabels.onMachine(name, machine)
}

function isSameTarget(a: LiveTarget, b: LiveTarget): boolean {
  if (a.kind === 'process') return b.kind === 'process' && a.processKey === b.processKey
  return b.kind === 'file' && a.liveId === b.liveId
}

export function traceTab(target: TraceTarget): DocumentTab {
  return { kind: 'trace', id: `trace-${target.documentId}`, title: target.name, traceTarget: target }
}

export function heapTab(target: HeapTarget): DocumentTab {
  return { kind: 'heap', id: target.documentId, title: target.name, heapTarget: target }
}

export function casePackageTab(target: CaseTarget): DocumentTab {
  return { kind: 'case-package', id: target.documentId, title: target.name, caseTarget: target }
}

function withTab(tab: DocumentTab): (state: AppState) => Pick<NavigationSlice, 'documents' | 'activeDocumentId'> {
  return ({ documents }) => ({ documents: [...documents, tab], activeDocumentId: tab.id })
}

/** Of `live-7`: 7. */
function numberOf(id: DocumentId): number {
  return Number(/^live-(\d+)$/.exec(id)?.[1] ?? 0)
}

export const createNavigationSlice: StateCreator<AppState, [], [], NavigationSlice> = (set, get) => ({
  documents: [{ kind: 'processes', id: processesDocumentId, title: documentLabels.processes }],
  activeDocumentId: processesDocumentId,
  closedDocuments: [],

  openLive(target) {
    const open = get().documents.find((tab) => tab.kind === 'live' && isSameTarget(tab.liveTarget, target))
    const id = open?.id ?? `live-${String(nextNumber++)}`
    set((state) => ({
      documents: open
        ? state.documents
        : [...state.documents, { kind: 'live', id, title: liveTitle(target), liveTarget: target }],
      activeDocumentId: id,
    }))
    return id
  },

  followLive(id, { key, pid, name }) {
    set((state) => ({
      documents: state.documents.map((tab) => {
        if (tab.id !== id || tab.kind !== 'live' || tab.liveTarget.kind !== 'process') return tab
        const liveTarget = { ...tab.liveTarget, processKey: key, pid, name }
        return { ...tab, title: liveTitle(liveTarget), liveTarget }
      }),
    }))
  },

  openPage(kind) {
    set((state) => ({
      documents: state.documents.some((tab) => tab.id === kind)
        ? state.documents
        : [...state.documents, { kind, id: kind, title: documentLabels.pages[kind] }],
      activeDocumentId: kind,
    }))
    return kind
  },

  openForProcess(kind, target) {
    const id = `${kind}-${target.processKey}`
    const title = documentLabels.processPages[kind](nameWithMachine(target))
    set((state) => ({
      documents: state.documents.some((tab) => tab.id === id)
        ? state.documents
        : [...state.documents, { kind, id, title, recordTarget: target }],
      activeDocumentId: id,
    }))
    return id
  },

  openTrace(target) {
    const tab = traceTab(target)
    set(withTab(tab))
    return tab.id
  },

  showTraceRows(id, rows) {
    set((state) => ({
      documents: state.documents.map((tab) =>
        tab.id === id && tab.kind === 'trace'
          ? { ...tab, traceTarget: { ...tab.traceTarget, rows: { ...rows } } }
          : tab,
      ),
      activeDocumentId: id,
    }))
  },

  openHeap(target) {
    const tab = heapTab(target)
    set(withTab(tab))
    return tab.id
  },

  openCasePackage(target) {
    const tab = casePackageTab(target)
    set(withTab(tab))
    return tab.id
  },

  restoreDocuments(tabs, activeId) {
    for (const { id } of tabs) nextNumber = Math.max(nextNumber, numberOf(id) + 1)
    set(({ documents, activeDocumentId }) => {
      const isOpen = (tab: DocumentTab): boolean => documents.some(({ id }) => id === tab.id)
      return {
        documents: [...documents.slice(0, 1), ...tabs.filter((tab) => !isOpen(tab)), ...documents.slice(1)],
        activeDocumentId: activeDocumentId === processesDocumentId ? (activeId ?? activeDocumentId) : activeDocumentId,
      }
    })
  },

  activateDocument(id) {
    if (get().documents.some((tab) => tab.id === id)) set({ activeDocumentId: id })
  },

  cycleDocument(step) {
    const { documents, activeDocumentId } = get()
    const index = documents.findIndex((tab) => tab.id === activeDocumentId)
    const next = documents[(index + step + documents.length) % documents.length]
    if (next) set({ activeDocumentId: next.id })
  },

  moveDocument(id, toIndex) {
    const moved = get().documents.find((tab) => tab.id === id)
    if (!moved || moved.kind === 'processes') return
    const rest = get().documents.filter((tab) => tab !== moved)
    const index = Math.min(Math.max(1, toIndex), rest.length)
    set({ documents: rest.toSpliced(index, 0, moved) })
  },

  closeDocument(id) {
    const { documents, activeDocumentId, closedDocuments } = get()
    const index = documents.findIndex((tab) => tab.id === id)
    const closed = documents[index]
    if (!closed || closed.kind === 'processes') return
    const rest = documents.filter((tab) => tab !== closed)
    const neighbour = rest[Math.min(index, rest.length - 1)]
    set({
      documents: rest,
      activeDocumentId: activeDocumentId === id ? (neighbour?.id ?? processesDocumentId) : activeDocumentId,
      closedDocuments: [...closedDocuments, closed].slice(-closedLimit),
    })
  },

  takeClosedDocument() {
    const tab = get().closedDocuments.at(-1) ?? null
    set((state) => ({ closedDocuments: state.closedDocuments.slice(0, -1) }))
    return tab
  },

  processQuestion: null,
  askForProcess(processQuestion) {
    set({ processQuestion })
  },

  isInspectorDrawerOpen: false,
  toggleInspector(isNarrow) {
    if (isNarrow) set((state) => ({ isInspectorDrawerOpen: !state.isInspectorDrawerOpen }))
    else get().changeSettings({ isInspectorOpen: !get().settings.isInspectorOpen })
  },
})

/** Whether this document is the one in front: hidden ones stay mounted and should not draw. */
export const selectIsActive =
  (id: DocumentId) =>
  (state: AppState): boolean =>
    state.activeDocumentId === id

export const selectActiveDocument = (state: AppState): DocumentTab | undefined =>
  state.documents.find((tab) => tab.id === state.activeDocumentId)
