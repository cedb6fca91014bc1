import { Activity, FileChartLine } from 'lucide-react'
import type { DocumentDefinition } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'
import { appStore } from '../../store/create-store.ts'
import type { TabOf } from '../../store/navigation-slice.ts'
import { commands } from '../../commands/registry.ts'
import { documentLabels } from '../../store/document-labels.ts'

const LiveScreen = later(async () => (await import('./live-screen.tsx')).LiveScreen)

const liveTabs = () => appStore.getState().documents.filter((tab) => tab.kind === 'live')

/** The live document used last; when one is in front already, the next one. */
function goToLive(): void {
  const { activeDocumentId, activateDocument } = appStore.getState()
  const live = liveTabs()
  const index = live.findIndex((tab) => tab.id === activeDocumentId)
  const next = live[(index + 1) % live.length]
  if (next) activateDocument(next.id)
}

function Screen({ tab }: { readonly tab: TabOf<'live'> }) {
  return <LiveScreen documentId={tab.id} liveTarget={tab.liveTarget} />
}

export const liveDocument: DocumentDefinition<'live'> = {
  icon: ({ liveTarget }) => (liveTarget.kind === 'file' ? FileChartLine : Activity),
  Screen,
  goTo: { title: documentLabels.goTo.live, keys: ['Mod+2'], when: () => liveTabs().length > 0, run: goToLive },
  reopen({ liveTarget }) {
    if (liveTarget.kind === 'process') appStore.getState().openLive(liveTarget)
    else if (liveTarget.path !== null) commands.runWith('files.openPath', { path: liveTarget.path, as: 'live' })
  },
  pidOf: ({ liveTarget }) => (liveTarget.kind === 'process' ? liveTarget.pid : null),
}
