import { Cable } from 'lucide-react'
import { type DocumentDefinition, ofPage, pageGoTo } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'

export const connectionsDocument: DocumentDefinition<'connections'> = {
  icon: () => Cable,
  Screen: later(async () => (await import('./connections-screen.tsx')).ConnectionsScreen),
  goTo: pageGoTo('connections', ['Mod+8']),
  ...ofPage('connections'),
}
