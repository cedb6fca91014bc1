import type { StateCreator } from 'zustand'
import type { AppError } from '../../shared/base/errors.ts'
import type { LiveId, Pid, ProcessKey } from '../../shared/model/ids.ts'
import type { LiveGap, LiveMark, LivePhase, LiveStatus } from '../../shared/model/live.ts'
import type { AppState } from './create-store.ts'

export interface LiveRange {
  readonly fromMs: number
  readonly toMs: number
}

/** Another process on the same time axis, as far as React needs to know it. */
export interface ComparedView {
  readonly slot: 1 | 2
  readonly letter: 'B' | 'C'
  readonly processKey: ProcessKey
  readonly pid: Pid
  readonly name: string
  /** null until its sessions are open, and after a failure. */
  readonly liveId: LiveId | null
  readonly phase: LivePhase
  readonly catalogRevision: number
  readonly error: AppError | null
}

/** What is seen and chosen in one live document. Series, lanes and the catalog live in its feed; here are only their revisions. */
export interface LiveView {
  /** null until the sessions are asked for, and after a failure. */
  readonly liveId: LiveId | null
  readonly openError: AppError | null
  readonly status: LiveStatus | null
  /** Grows when instruments or series are added; the catalog itself is in the feed. */
  readonly catalogRevision: number
  readonly marks: readonly LiveMark[]
  readonly gaps: readonly LiveGap[]
  readonly isFrozen: boolean
  /** A stretch that is looked at instead of the newest samples. */
  readonly zoom: LiveRange | null
  /** What was brushed: to be exported, zoomed to or cleared. */
  readonly selection: LiveRange | null
  readonly isTableShown: boolean
  readonly compared: readonly ComparedView[]
  /** Slot of the process whose key figures, events and instruments are shown: 0 is the document's own. */
  readonly shownSlot: number
}

export interface LiveSlice {
  /** By document id. */
  readonly live: Readonly<Record<string, LiveView>>
  readonly beginLive: (documentId: string) => void
  readonly endLive: (documentId: string) => void
  readonly receiveLiveOpened: (documentId: string, liveId: LiveId) => void
  readonly receiveLiveError: (documentId: string, error: AppError) => void
  readonly receiveLiveStatus: (documentId: string, status: LiveStatus) => void
  readonly receiveLiveCatalog: (documentId: string, revision: number) => void
  readonly receiveLiveMarks: (documentId: string, marks: readonly LiveMark[], gaps: readonly LiveGap[]) => void
  readonly freezeLive: (documentId: string, isFrozen: boolean) => void
  /** null goes back to the newest samples. */
  readonly zoomLive: (documentId: string, range: LiveRange | null) => void
  readonly selectLive: (documentId: string, range: LiveRange | null) => void
  readonly showLiveTable: (documentId: string, isShown: boolean) => void
  readonly addLiveCompared: (documentId: string, compared: ComparedView) => void
  readonly changeLiveCompared: (documentId: string, slot: number, patch: Partial<ComparedView>) => void
  readonly removeLiveCompared: (documentId: string, slot: number) => void
  readonly showLiveProcess: (documentId: string, slot: number) => void
}

/** A view before anything is known of it; also what selectors see of a document that is closed already. */
export const emptyLiveView: LiveView = {
  liveId: null,
  openError: null,
  status: null,
  catalogRevision: 0,
  marks: [],
  gaps: [],
  isFrozen: false,
  zoom: null,
  selection: null,
  isTableShown: false,
  compared: [],
  shownSlot: 0,
}

export const createLiveSlice: StateCreator<AppState, [], [], LiveSlice> = (set, get) => {
  /** A message that arrives after the document was closed changes nothing. */
  const change = (documentId: string, patch: Partial<LiveView>) => {
    set((state) => {
      const view = state.live[documentId]
      return view === undefined ? {} : { live: { ...state.live, [documentId]: { ...view, ...patch } } }
    })
  }
  return {
    live: {},
    beginLive(documentId) {
      set((state) => ({ live: { ...state.live, [documentId]: emptyLiveView } }))
    },
    endLive(documentId) {
      set((state) => {
        const { [documentId]: _ended, ...others } = state.live
        return { live: others }
      })
    },
    receiveLiveOpened(documentId, liveId) {
      change(documentId, { liveId, openError: null })
    },
    receiveLiveError(documentId, openError) {
      change(documentId, { openError })
    },
    receiveLiveStatus(documentId, status) {
      change(documentId, { status })
    },
    receiveLiveCatalog(documentId, catalogRevision) {
      change(documentId, { catalogRevision })
    },
    receiveLiveMarks(documentId, marks, gaps) {
      change(documentId, { marks, gaps })
    },
    freezeLive(documentId, isFrozen) {
      change(documentId, { isFrozen })
    },
    zoomLive(documentId, zoom) {
      change(documentId, { zoom, ...(zoom === null ? { isFrozen: false } : {}) })
    },
    selectLive(documentId, selection) {
      change(documentId, { selection })
    },
    showLiveTable(documentId, isTableShown) {
      change(documentId, { isTableShown })
    },
    addLiveCompared(documentId, compared) {
      const before = get().live[documentId]?.compared ?? []
      change(documentId, { compared: [...before, compared] })
    },
    changeLiveCompared(documentId, slot, patch) {
      const before = get().live[documentId]?.compared ?? []
      const isNew = (one: ComparedView) =>
        one.slot === slot && Object.entries(patch).some(([name, value]) => one[name as keyof ComparedView] !== value)
      // Asked every second with each status: the same list again must not render anything.
      if (!before.some(isNew)) return
      change(documentId, { compared: before.map((one) => (isNew(one) ? { ...one, ...patch } : one)) })
    },
    removeLiveCompared(documentId, slot) {
      const view = get().live[documentId] ?? emptyLiveView
      change(documentId, {
        compared: view.compared.filter((one) => one.slot !== slot),
        shownSlot: view.shownSlot === slot ? 0 : view.shownSlot,
      })
    },
    showLiveProcess(documentId, shownSlot) {
      change(documentId, { shownSlot })
    },
  }
}

export const selectLiveView =
  (documentId: string) =>
  (state: AppState): LiveView =>
    state.live[documentId] ?? emptyLiveView
