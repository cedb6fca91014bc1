import type { StateCreator } from 'zustand'
import type { ProcessKey } from '../../shared/model/ids.ts'
import type { AppState } from './create-store.ts'

/** What is picked, shared by list, inspector, target bar and palette. */
export interface SelectionSlice {
  readonly selectedProcessKey: ProcessKey | null
  readonly selectProcess: (key: ProcessKey | null) => void
}

export const createSelectionSlice: StateCreator<AppState, [], [], SelectionSlice> = (set) => ({
  selectedProcessKey: null,
  selectProcess(key) {
    set({ selectedProcessKey: key })
  },
})
