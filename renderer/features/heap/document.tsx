import { Box } from 'lucide-react'
import type { DocumentDefinition } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'
import type { TabOf } from '../../store/navigation-slice.ts'
import { commands } from '../../commands/registry.ts'

const HeapScreen = later(async () => (await import('./heap-screen.tsx')).HeapScreen)

function Screen({ tab }: { readonly tab: TabOf<'heap'> }) {
  return <HeapScreen target={tab.heapTarget} />
}

export const heapDocument: DocumentDefinition<'heap'> = {
  icon: () => Box,
  Screen,
  goTo: null,
  reopen({ heapTarget }) {
    commands.runWith('files.openPath', { path: heapTarget.path, as: 'heap' })
  },
}
