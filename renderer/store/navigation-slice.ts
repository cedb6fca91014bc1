import type { StateCreator } from 'zustand'
import type { LiveId, Pid, ProcessKey } from '../../shared/model/ids.ts'
import type { AppState } from './create-store.ts'

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

export type DocumentTab =
  | { readonly kind: 'processes'; readonly id: DocumentId; readonly title: string }
  | { readonly kind: 'live'; readonly id: DocumentId; readonly title: string; readonly liveTarget: LiveTarget }
  | { readonly kind: 'settings'; readonly id: DocumentId; readonly title: string }
  | { readonly kind: 'diagnostics'; readonly id: DocumentId; readonly title: string }

export type DocumentKind = DocumentTab['kind']

export interface NavigationSlice {
  /** In tab order; the first is the process list and cannot be closed. */
  readonly documents: readonly DocumentTab[]
  readonly activeDocumentId: DocumentId
  /** Newest last, at most 20; what `Ctrl+Shift+T` brings back. */
  readonly closedDocuments: readonly DocumentTab[]
  /** Opens a live view, or goes to it when that process or file is open already. Returns the document's id. */
  readonly openLive: (target: LiveTarget) => DocumentId
  /** Settings and the diagnostics page exist once. */
  readonly openPage: (kind: 'settings' | 'diagnostics') => DocumentId
  readonly activateDocument: (id: DocumentId) => void
  /** Next or previous tab, round the end. */
  readonly cycleDocument: (step: 1 | -1) => void
  /** Moves a tab; the process list stays first. */
  readonly moveDocument: (id: DocumentId, toIndex: number) => void
  readonly closeDocument: (id: DocumentId) => void
  /** Brings the last closed one back. A file is handed to the caller: its data is gone and must be read again. */
  readonly reopenDocument: () => DocumentTab | null
  /** Below 1000 px the inspector is a drawer over the document; above, the setting decides. */
  readonly isInspectorDrawerOpen: boolean
  readonly toggleInspector: (isNarrow: boolean) => void
}

export const processesDocumentId: DocumentId = 'processes'
const closedLimit = 20
let nextNumber = 1

const pageTitles = { settings: 'Settings', diagnostics: 'Own diagnostics' } as const

function liveTitle(target: LiveTarget): string {
  return target.kind === 'process' ? `${target.name} · live` : target.name
}

function isSameTarget(a: LiveTarget, b: LiveTarget): boolean {
  if (a.kind === 'process') return b.kind === 'process' && a.processKey === b.processKey
  return b.kind === 'file' && a.liveId === b.liveId
}

export const createNavigationSlice: StateCreator<AppState, [], [], NavigationSlice> = (set, get) => ({
  documents: [{ kind: 'processes', id: processesDocumentId, title: 'Processes' }],
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

  openPage(kind) {
    set((state) => ({
      documents: state.documents.some((tab) => tab.id === kind)
        ? state.documents
        : [...state.documents, { kind, id: kind, title: pageTitles[kind] }],
      activeDocumentId: kind,
    }))
    return kind
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

  reopenDocument() {
    const tab = get().closedDocuments.at(-1)
    if (!tab) return null
    set((state) => ({ closedDocuments: state.closedDocuments.slice(0, -1) }))
    if (tab.kind === 'settings' || tab.kind === 'diagnostics') get().openPage(tab.kind)
    else if (tab.kind === 'live' && tab.liveTarget.kind === 'process') get().openLive(tab.liveTarget)
    return tab
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
