import { type ApplicationLive, applicationLiveOf } from '../../../../shared/model/settings.ts'
import { appStore } from '../../../store/create-store.ts'

/** Reads and writes the boards of an application in the person's settings. Changes that a person makes go through board-history.ts. */

export function liveSettingsOf(application: string): ApplicationLive | null {
  return applicationLiveOf(appStore.getState().settings, application)
}

/** null forgets them: the default board is made from the instruments again. */
export function saveLiveSettings(application: string, live: ApplicationLive | null): void {
  const { settings, changeSettings } = appStore.getState()
  const { [application]: _before, ...others } = settings.live
  changeSettings({ live: live === null ? others : { ...others, [application]: live } })
}
