import { createStore as createVanillaStore, useStore, type StoreApi } from 'zustand'
import { createAppSlice, type AppSlice } from './app-slice.ts'
import { type CompareSlice, createCompareSlice } from './compare-slice.ts'
import { createDumpSlice, type DumpSlice } from './dump-slice.ts'
import { createFlightSlice, type FlightSlice } from './flight-slice.ts'
import { createJobsSlice, type JobsSlice } from './jobs-slice.ts'
import { createLiveSlice, type LiveSlice } from './live-slice.ts'
import { createNavigationSlice, type NavigationSlice } from './navigation-slice.ts'
import { createNoticesSlice, type NoticesSlice } from './notices-slice.ts'
import { createProcessesSlice, type ProcessesSlice } from './processes-slice.ts'
import { createRecordSlice, type RecordSlice } from './record-slice.ts'
import { createRulesSlice, type RulesSlice } from './rules-slice.ts'
import { createSelectionSlice, type SelectionSlice } from './selection-slice.ts'
import { createStartupSlice, type StartupSlice } from './startup-slice.ts'
import { createSettingsSlice, type SettingsSlice } from './settings-slice.ts'

/**
 * What the person sees and chose, ids, small summaries and revision numbers. Never rows of samples: those are in plain
 * buffers whose readers subscribe to a revision.
 */
export type AppState = AppSlice &
  CompareSlice &
  DumpSlice &
  FlightSlice &
  JobsSlice &
  LiveSlice &
  NavigationSlice &
  NoticesSlice &
  ProcessesSlice &
  RecordSlice &
  RulesSlice &
  SelectionSlice &
  SettingsSlice &
  StartupSlice

export function createAppStore(): StoreApi<AppState> {
  return createVanillaStore<AppState>()((...creator) => ({
    ...createAppSlice(...creator),
    ...createCompareSlice(...creator),
    ...createDumpSlice(...creator),
    ...createFlightSlice(...creator),
    ...createJobsSlice(...creator),
    ...createLiveSlice(...creator),
    ...createNavigationSlice(...creator),
    ...createNoticesSlice(...creator),
    ...createProcessesSlice(...creator),
    ...createRecordSlice(...creator),
    ...createRulesSlice(...creator),
    ...createSelectionSlice(...creator),
    ...createSettingsSlice(...creator),
    ...createStartupSlice(...creator),
  }))
}

/** The page's one store. Tests reset it with `appStore.setState(appStore.getInitialState(), true)`. */
export const appStore = createAppStore()

/** Selectors return primitives or stable references; a tuple needs `useShallow`. */
export function useApp<T>(selector: (state: AppState) => T): T {
  return useStore(appStore, selector)
}
