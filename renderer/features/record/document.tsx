import { CircleDot, ListTree } from 'lucide-react'
import { type DocumentDefinition, newestOrSelected, ofProcess, processPageGoTo } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'
import { selectRecordableRow } from '../../documents/target-row.ts'
import type { TabOf } from '../../store/navigation-slice.ts'
import { documentLabels } from '../../store/document-labels.ts'

const RecordScreen = later(async () => (await import('./record-screen.tsx')).RecordScreen)
const StacksScreen = later(async () => (await import('./stacks-screen.tsx')).StacksScreen)

function Record({ tab }: { readonly tab: TabOf<'record'> }) {
  return <RecordScreen documentId={tab.id} target={tab.recordTarget} />
}

function Stacks({ tab }: { readonly tab: TabOf<'stacks'> }) {
  return <StacksScreen target={tab.recordTarget} />
}

export const recordDocument: DocumentDefinition<'record'> = {
  icon: () => CircleDot,
  Screen: Record,
  goTo: {
    title: documentLabels.goTo.record,
    keys: ['Mod+3', 'Mod+Shift+R'],
    ...newestOrSelected('record', selectRecordableRow),
  },
  ...ofProcess('record'),
}

export const stacksDocument: DocumentDefinition<'stacks'> = {
  icon: () => ListTree,
  Screen: Stacks,
  goTo: processPageGoTo('stacks'),
  ...ofProcess('stacks'),
}
