import { Settings } from 'lucide-react'
import { type DocumentDefinition, ofPage, pageGoTo } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'

export const settingsDocument: DocumentDefinition<'settings'> = {
  icon: () => Settings,
  Screen: later(async () => (await import('./settings-screen.tsx')).SettingsScreen),
  goTo: pageGoTo('settings', ['Mod+Comma']),
  ...ofPage('settings'),
}
