import type { StateCreator } from 'zustand'
import type { ProcessKey } from '../../shared/model/ids.ts'
import type { AppState } from './create-store.ts'

/** Processes that the person marked in the list, and those that the dialog for flight recorders is open with. */
export interface FlightSlice {
  readonly markedProcessKeys: ReadonlySet<ProcessKey>
  readonly markProcesses: (keys: Iterable<ProcessKey>) => void
  /** Null: the dialog is closed. */
  readonly flightKeys: readonly ProcessKey[] | null
  readonly askForFlight: (keys: readonly ProcessKey[] | null) => void
}

export const createFlightSlice: StateCreator<AppState, [], [], FlightSlice> = (set) => ({
  markedProcessKeys: new Set(),
  markProcesses(keys) {
    set({ markedProcessKeys: new Set(keys) })
  },
  flightKeys: null,
  askForFlight(flightKeys) {
    set({ flightKeys })
  },
})
