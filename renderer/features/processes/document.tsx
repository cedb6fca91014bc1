import { Layers } from 'lucide-react'
import type { DocumentDefinition } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'
import { appStore } from '../../store/create-store.ts'
import { processesDocumentId } from '../../store/navigation-slice.ts'
import { ProcessesScreen } from './processes-screen.tsx'
import { documentLabels } from '../../store/document-labels.ts'

const goHome = () => appStore.getState().activateDocument(processesDocumentId)

/** Loaded with the page, because it is what a start waits for. Always open. */
export const processesDocument: DocumentDefinition<'processes'> = {
  icon: () => Layers,
  Screen: ProcessesScreen,
  Inspector: later(async () => (await import('./process-inspector.tsx')).ProcessInspector),
  goTo: { title: documentLabels.goTo.processes, keys: ['Mod+1'], run: goHome },
  reopen: goHome,
}
