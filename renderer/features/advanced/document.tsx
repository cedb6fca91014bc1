import { Wrench } from 'lucide-react'
import { type DocumentDefinition, ofProcess, processPageGoTo } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'
import type { TabOf } from '../../store/navigation-slice.ts'

const AdvancedScreen = later(async () => (await import('./advanced-screen.tsx')).AdvancedScreen)

function Screen({ tab }: { readonly tab: TabOf<'advanced'> }) {
  return <AdvancedScreen target={tab.recordTarget} />
}

export const advancedDocument: DocumentDefinition<'advanced'> = {
  icon: () => Wrench,
  Screen,
  goTo: processPageGoTo('advanced'),
  ...ofProcess('advanced'),
}
