import type { ApplicationLive, Board } from '../../../shared/model/settings.ts'
import { appStore } from '../../store/create-store.ts'
import { putBoard } from './board.ts'

/** Reads and writes the boards of an application in the person's settings. */

export function liveSettingsOf(application: string): ApplicationLive | null {
  return appStore.getState().settings.live[application] ?? null
}

export function saveLiveSettings(application: string, live: ApplicationLive): void {
  const { settings, changeSettings } = appStore.getState()
  changeSettings({ live: { ...settings.live, [application]: live } })
}

export function saveBoard(application: string, board: Board): void {
  saveLiveSettings(application, putBoard(liveSettingsOf(application), board))
}
