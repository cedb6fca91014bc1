import type { StateCreator } from 'zustand'
import type { NameRule, PortRule } from '../../shared/model/port.ts'
import type { AppState } from './create-store.ts'

export interface Variable {
  readonly name: string
  readonly value: string
}

/** What a person filled in to launch a program; it stays when the page is left, and ends with the window. */
export interface LaunchDraft {
  /** Its id; null is this one. */
  readonly machine: string | null
  readonly commandLine: string
  readonly folder: string
  readonly variables: readonly Variable[]
  readonly firstRule: PortRule
  readonly rule: PortRule
  readonly nameRules: readonly NameRule[]
  readonly presetId: string
  /** Null: everything; else a flight recorder. */
  readonly keepsLastMs: number | null
}

export interface StartupSlice {
  readonly launchDraft: LaunchDraft
  readonly changeLaunchDraft: (change: Partial<LaunchDraft>) => void
}

export const emptyLaunchDraft: LaunchDraft = {
  machine: null,
  commandLine: '',
  folder: '~',
  variables: [],
  firstRule: 'record',
  rule: 'resume',
  nameRules: [],
  presetId: 'start',
  keepsLastMs: null,
}

export const createStartupSlice: StateCreator<AppState, [], [], StartupSlice> = (set) => ({
  launchDraft: emptyLaunchDraft,
  changeLaunchDraft(change) {
    set((state) => ({ launchDraft: { ...state.launchDraft, ...change } }))
  },
})
