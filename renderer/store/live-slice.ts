import type { StateCreator } from 'zustand'
import type { AppState } from './create-store.ts'

/** View state of the live documents; series and samples live outside the store. */
export interface LiveSlice {
  readonly live: Readonly<Record<string, never>>
}

export const createLiveSlice: StateCreator<AppState, [], [], LiveSlice> = () => ({ live: {} })
