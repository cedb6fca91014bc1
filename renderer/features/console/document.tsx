import { SquareTerminal } from 'lucide-react'
import { type DocumentDefinition, ofProcess, processPageGoTo } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'
import type { TabOf } from '../../store/navigation-slice.ts'

const ConsoleScreen = later(async () => (await import('./console-screen.tsx')).ConsoleScreen)

function Screen({ tab }: { readonly tab: TabOf<'console'> }) {
  return <ConsoleScreen target={tab.recordTarget} />
}

export const consoleDocument: DocumentDefinition<'console'> = {
  icon: () => SquareTerminal,
  Screen,
  goTo: processPageGoTo('console'),
  ...ofProcess('console'),
}
