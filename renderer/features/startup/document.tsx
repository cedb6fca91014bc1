import { Rocket } from 'lucide-react'
import { type DocumentDefinition, ofPage, pageGoTo } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'

export const startupDocument: DocumentDefinition<'startup'> = {
  icon: () => Rocket,
  Screen: later(async () => (await import('./startup-screen.tsx')).StartupScreen),
  goTo: pageGoTo('startup', ['Mod+6']),
  ...ofPage('startup'),
}
