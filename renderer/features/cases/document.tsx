import { BriefcaseBusiness } from 'lucide-react'
import { type DocumentDefinition, newestOrSelected, ofProcess } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'
import { selectDumpableRow, selectRecordableRow } from '../../documents/target-row.ts'
import type { TabOf } from '../../store/navigation-slice.ts'

const CaseScreen = later(async () => (await import('./case-screen.tsx')).CaseScreen)

function Screen({ tab }: { readonly tab: TabOf<'case'> }) {
  return <CaseScreen target={tab.recordTarget} />
}

export const caseDocument: DocumentDefinition<'case'> = {
  icon: () => BriefcaseBusiness,
  Screen,
  goTo: {
    title: 'Case: everything about the selected process in one package',
    keys: [],
    // Also one that stands still, where this machine knows something about it.
    ...newestOrSelected('case', (state) => selectRecordableRow(state) ?? selectDumpableRow(state)),
  },
  ...ofProcess('case'),
}
