import { HardDriveDownload } from 'lucide-react'
import { type DocumentDefinition, newestOrSelected, ofProcess } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'
import { selectDumpableRow } from '../../documents/target-row.ts'
import type { TabOf } from '../../store/navigation-slice.ts'
import { documentLabels } from '../../store/document-labels.ts'

const DumpScreen = later(async () => (await import('./dump-screen.tsx')).DumpScreen)

function Screen({ tab }: { readonly tab: TabOf<'dump'> }) {
  return <DumpScreen documentId={tab.id} target={tab.recordTarget} />
}

export const dumpDocument: DocumentDefinition<'dump'> = {
  icon: () => HardDriveDownload,
  Screen,
  goTo: { title: documentLabels.goTo.dump, keys: ['Mod+4'], ...newestOrSelected('dump', selectDumpableRow) },
  ...ofProcess('dump'),
}
