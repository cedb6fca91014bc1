import { Workflow } from 'lucide-react'
import { type DocumentDefinition, ofPage, pageGoTo } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'

export const rulesDocument: DocumentDefinition<'rules'> = {
  icon: () => Workflow,
  Screen: later(async () => (await import('./rules-screen.tsx')).RulesScreen),
  goTo: pageGoTo('rules', ['Mod+7']),
  ...ofPage('rules'),
}
