import { invoke, toAppError } from '../bridge/bridge.ts'
import { reportAs } from '../commands/page-actions.ts'
import { appLabels } from './app-labels.ts'
import type { CompareSlice } from '../store/compare-slice.ts'
import { type AppState, appStore } from '../store/create-store.ts'
import {
  casePackageTab,
  type DocumentTab,
  heapTab,
  type NavigationSlice,
  type TabOf,
  type TraceTarget,
  traceTab,
} from '../store/navigation-slice.ts'

/**
 * What is open in a window, and what is compared with what, outlives its page: after a crash the window is reloaded, and has the same documents.
 * The session storage is the window's own and gone with it. Files are opened again, because main closed them with the page.
 */
type Kept = Pick<NavigationSlice, 'documents' | 'activeDocumentId'> & Pick<CompareSlice, 'baselines' | 'heapBaselines'>

const key = 'documents'
/** In the address of the way back from a crash that opens nothing: one of the documents may be what the page crashed on. */
const emptyHash = '#empty'

/** Opens what the page before this one had open, then keeps up with what is open in this one. */
export async function keepDocuments(): Promise<void> {
  const kept = location.hash === emptyHash ? null : sessionStorage.getItem(key)
  if (kept !== null) await openAgain(JSON.parse(kept) as Kept)
  keep(appStore.getState())
  appStore.subscribe((state, before) => {
    const isSame =
      state.documents === before.documents &&
      state.activeDocumentId === before.activeDocumentId &&
      state.baselines === before.baselines &&
      state.heapBaselines === before.heapBaselines
    if (!isSame) keep(state)
  })
}

function keep({ documents, activeDocumentId, baselines, heapBaselines }: AppState): void {
  const kept: Kept = { documents, activeDocumentId, baselines, heapBaselines }
  sessionStorage.setItem(key, JSON.stringify(kept))
}

async function openAgain(kept: Kept): Promise<void> {
  /** Documents in main are others than before. */
  const newIds = new Map<string, string>()
  const tabs = await Promise.all(kept.documents.map((tab) => tabAgain(tab, newIds)))
  const { restoreDocuments, compare, compareHeap } = appStore.getState()
  const active = kept.documents.findIndex((tab) => tab.id === kept.activeDocumentId)
  restoreDocuments(
    tabs.filter((tab) => tab !== null),
    tabs[active]?.id ?? null,
  )
  for (const [of, baseline] of Object.entries(kept.baselines)) {
    const [documentId, against] = [newIds.get(of), newIds.get(baseline?.documentId ?? '')]
    if (documentId !== undefined && baseline !== null && against !== undefined)
      compare(documentId, { ...baseline, documentId: against })
  }
  for (const [of, baselines] of Object.entries(kept.heapBaselines)) {
    const documentId = newIds.get(of)
    if (documentId === undefined) continue
    compareHeap(
      documentId,
      baselines.flatMap((one) => {
        const against = newIds.get(one.documentId)
        return against === undefined ? [] : [{ ...one, documentId: against }]
      }),
    )
  }
}

/** Null: it can't be opened any more, which is said. */
async function tabAgain(tab: DocumentTab, newIds: Map<string, string>): Promise<DocumentTab | null> {
  try {
    if (tab.kind === 'trace') return await fileAgain(tab.traceTarget, newIds)
    if (tab.kind === 'case-package') return await fileAgain(tab.caseTarget, newIds)
    if (tab.kind === 'heap') return await heapAgain(tab, newIds)
    if (tab.kind === 'live' && tab.liveTarget.kind === 'file') return await countersAgain(tab)
    return tab
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.kind !== 'cancelled') reportAs(appLabels.documents.couldntOpenAgain(tab.title))(error)
    return null
  }
}

async function heapAgain({ heapTarget }: TabOf<'heap'>, newIds: Map<string, string>): Promise<DocumentTab | null> {
  const opened = await invoke('heaps.open', { path: heapTarget.path })
  if (opened === null) return null
  newIds.set(heapTarget.documentId, opened.documentId)
  return heapTab(opened)
}

async function countersAgain(tab: TabOf<'live'>): Promise<DocumentTab | null> {
  const { liveTarget } = tab
  if (liveTarget.kind === 'process' || liveTarget.path === null) return null
  const opened = await invoke('live.openFile', { path: liveTarget.path })
  return opened === null ? null : { ...tab, liveTarget: { ...liveTarget, liveId: opened.liveId } }
}

async function fileAgain(
  { path, documentId, asTrace = false }: Pick<TraceTarget, 'path' | 'documentId' | 'asTrace'>,
  newIds: Map<string, string>,
): Promise<DocumentTab | null> {
  const opened = await invoke('traces.open', { path, asTrace })
  if (opened === null) return null
  const { holds, ...target } = opened
  newIds.set(documentId, target.documentId)
  return holds === 'case'
    ? casePackageTab(target)
    : holds === 'heap'
      ? heapTab(target)
      : traceTab({ ...target, asTrace })
}
