import { ok } from '../../../shared/base/result.ts'
import type { AppFacts } from '../../../shared/model/app.ts'
import type { AppLog } from '../../logging/log.ts'
import type { SettingsStore } from '../../storage/settings.ts'
import { PageLog } from '../page-log.ts'
import type { Handlers } from '../request-context.ts'

export interface AppHandlerParts {
  readonly facts: Omit<AppFacts, 'start'>
  readonly settings: SettingsStore
  readonly log: AppLog
  openWindow(): void
  setTitleBar(windowId: number, isDark: boolean): void
  /** The change is in force for this run, but could not be kept; `code` is errno's name. */
  onNotSaved(code: string): void
}

type AppChannels = 'app.facts' | 'settings.get' | 'settings.update' | 'window.new' | 'window.setTitleBar' | 'log.write'

export function appHandlers(parts: AppHandlerParts): Pick<Handlers, AppChannels> {
  const { settings, log } = parts
  const pageLog = new PageLog(log, () => performance.now())
  return {
    'app.facts': (_request, { page }) => ok({ ...parts.facts, start: page.takeStart() }),
    'settings.get': () => ok(settings.current),
    'settings.update': async (patch) => {
      const updated = await settings.update(patch)
      if (settings.lastError !== null) {
        log.warn('settings-not-saved', { code: settings.lastError })
        parts.onNotSaved(settings.lastError)
      }
      return ok(updated)
    },
    'window.new': () => {
      parts.openWindow()
      return ok(null)
    },
    'window.setTitleBar': ({ isDark }, { page }) => {
      parts.setTitleBar(page.window.id, isDark)
      return ok(null)
    },
    'log.write': ({ level, event, fields }, { page }) => {
      pageLog.write(page, level, event, fields)
      return ok(null)
    },
  }
}
