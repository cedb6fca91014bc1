import type { StateCreator } from 'zustand'
import type { AppFacts } from '../../shared/model/app.ts'
import type { LiveStatus } from '../../shared/model/live.ts'
import type { AppState } from './create-store.ts'

/** What a live document's stream last said about itself, for the status bar. */
export type LiveSummary = Pick<LiveStatus, 'phase' | 'bytesPerSecond' | 'lostEventCount' | 'retention' | 'problems'>

/** Facts about the app itself and what the status bar shows. */
export interface AppSlice {
  readonly facts: AppFacts | null
  readonly diskFreeBytes: number | null
  /** Document id -> summary; written by the live screen at most once a second per document. */
  readonly liveSummaries: Readonly<Record<string, LiveSummary>>
  readonly receiveFacts: (facts: AppFacts) => void
  readonly receiveDisk: (freeBytes: number | null) => void
  readonly reportLive: (documentId: string, summary: LiveSummary | null) => void
}

export const createAppSlice: StateCreator<AppState, [], [], AppSlice> = (set) => ({
  facts: null,
  diskFreeBytes: null,
  liveSummaries: {},
  receiveFacts(facts) {
    set({ facts })
  },
  receiveDisk(freeBytes) {
    set({ diskFreeBytes: freeBytes })
  },
  reportLive(documentId, summary) {
    set((state) => {
      const { [documentId]: _previous, ...others } = state.liveSummaries
      return { liveSummaries: summary ? { ...others, [documentId]: summary } : others }
    })
  },
})
