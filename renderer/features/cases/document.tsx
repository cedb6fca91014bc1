import { BriefcaseBusiness } from 'lucide-react'
import { type DocumentDefinition, newestOrSelected, ofProcess } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'
import { selectCaseRow } from '../../documents/target-row.ts'
import type { TabOf } from '../../store/navigation-slice.ts'
import { documentLabels } from '../../store/document-labels.ts'

const CaseScreen = later(async () => (await import('./case-screen.tsx')).CaseScreen)

function Screen({ tab }: { readonly tab: TabOf<'case'> }) {
  return <CaseScreen target={tab.recordTarget} />
}

export const caseDocument: DocumentDefinition<'case'> = {
  icon: () => BriefcaseBusiness,
  Screen,
  goTo: {
    title: documentLabels.goTo.case,
    keys: [],
    ...newestOrSelected('case', selectCaseRow),
  },
  ...ofProcess('case'),
}
