import { Box } from 'lucide-react'
import type { DocumentDefinition } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'
import type { TabOf } from '../../store/navigation-slice.ts'
import { appStore } from '../../store/create-store.ts'
import { commands } from '../../commands/registry.ts'

const HeapScreen = later(async () => (await import('./heap-screen.tsx')).HeapScreen)

function Screen({ tab }: { readonly tab: TabOf<'heap'> }) {
  return <HeapScreen target={tab.heapTarget} />
}

export const heapDocument: DocumentDefinition<'heap'> = {
  icon: () => Box,
  Screen,
  goTo: null,
  /** With what it was compared with. */
  reopen({ heapTarget: { documentId, path } }) {
    const against = appStore.getState().heapBaselines[documentId] ?? []
    if (against.length === 0) commands.runWith('files.openPath', { path, as: 'heap' })
    else commands.runWith('heaps.compare', { path, against: against.map((one) => one.path) })
  },
}
