import { Boxes } from 'lucide-react'
import { type DocumentDefinition, newestOrSelected, ofProcess } from '../../../documents/document-kind.ts'
import { later } from '../../../documents/later.tsx'
import { selectRecordableRow } from '../../../documents/target-row.ts'
import type { TabOf } from '../../../store/navigation-slice.ts'
import { documentLabels } from '../../../store/document-labels.ts'

const CaptureScreen = later(async () => (await import('./capture-screen.tsx')).CaptureScreen)

function Screen({ tab }: { readonly tab: TabOf<'heap-capture'> }) {
  return <CaptureScreen documentId={tab.id} target={tab.recordTarget} />
}

export const heapCaptureDocument: DocumentDefinition<'heap-capture'> = {
  icon: () => Boxes,
  Screen,
  goTo: {
    title: documentLabels.goTo['heap-capture'],
    keys: [],
    ...newestOrSelected('heap-capture', selectRecordableRow),
  },
  ...ofProcess('heap-capture'),
}
