import { FileChartLine } from 'lucide-react'
import type { DocumentDefinition } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'
import type { TabOf } from '../../store/navigation-slice.ts'
import { commands } from '../../commands/registry.ts'

const TraceScreen = later(async () => (await import('./trace-screen.tsx')).TraceScreen)

function Screen({ tab }: { readonly tab: TabOf<'trace'> }) {
  return <TraceScreen target={tab.traceTarget} />
}

export const traceDocument: DocumentDefinition<'trace'> = {
  icon: () => FileChartLine,
  Screen,
  goTo: null,
  reopen({ traceTarget }) {
    commands.runWith('files.openPath', {
      path: traceTarget.path,
      as: traceTarget.asTrace === true ? 'events' : 'trace',
    })
  },
}
