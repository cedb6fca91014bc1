import {
  type ApplicationLive,
  applicationLiveOf,
  type Settings,
  type SettingsPatch,
} from '../../../../shared/model/settings.ts'
import type { ProviderMemory } from '../target/target-directory.ts'

/** Until the person saves a board of their own there is only the one the Live screen makes up. */
const noBoards: ApplicationLive = { activeBoard: 'Default', boards: [], extraProviders: [] }

/** Keeps the providers added by name in the person's settings, next to the boards of the same application. */
export function settingsProviderMemory(
  settings: { readonly current: Settings; update(patch: SettingsPatch): Promise<unknown> },
  onFailed: (error: unknown) => void,
): ProviderMemory {
  return {
    extraProviders: (application) => applicationLiveOf(settings.current, application)?.extraProviders ?? [],
    setExtraProviders(application, providers) {
      const { live } = settings.current
      const own = applicationLiveOf(settings.current, application) ?? noBoards
      settings.update({ live: { ...live, [application]: { ...own, extraProviders: [...providers] } } }).catch(onFailed)
    },
  }
}
