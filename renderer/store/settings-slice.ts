import type { StateCreator } from 'zustand'
import { defaultSettings, type Settings, type SettingsPatch } from '../../shared/model/settings.ts'
import { background, invoke } from '../bridge/bridge.ts'
import type { AppState } from './create-store.ts'
import { documentLabels } from './document-labels.ts'

export interface SettingsSlice {
  readonly settings: Settings
  /** False until main's copy has arrived; the defaults are shown meanwhile, nothing is written. */
  readonly areSettingsLoaded: boolean
  /** Takes what main says (its copy is the true one). */
  readonly receiveSettings: (settings: Settings) => void
  /** Shows the change at once and asks main to keep it; when main refuses, the old values come back with a notice. */
  readonly changeSettings: (patch: SettingsPatch) => void
}

/** exactOptionalPropertyTypes off the wire: a patch key that is present but undefined means "not changed". */
function applyPatch(settings: Settings, patch: SettingsPatch): Settings {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  return { ...settings, ...given }
}

export const createSettingsSlice: StateCreator<AppState, [], [], SettingsSlice> = (set, get) => ({
  settings: defaultSettings,
  areSettingsLoaded: false,

  receiveSettings(settings) {
    set({ settings, areSettingsLoaded: true })
  },

  changeSettings(patch) {
    const before = get().settings
    set({ settings: applyPatch(before, patch) })
    background(invoke('settings.update', patch), 'settings.update', (error) => {
      set({ settings: before })
      get().addNotice({ tone: 'bad', title: documentLabels.couldntSaveTheSetting, error })
    })
  },
})
