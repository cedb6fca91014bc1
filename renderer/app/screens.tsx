import { lazy, type ReactNode } from 'react'
import { ProcessInspector } from '../features/processes/process-inspector.tsx'
import { ProcessesScreen } from '../features/processes/processes-screen.tsx'
import type { DocumentTab } from '../store/navigation-slice.ts'

/**
 * Which component shows which document. Features never import each other: this is where they meet. The process list is
 * loaded with the page because it is what a start waits for; everything else comes when it is first opened.
 */
const LiveScreen = lazy(async () => ({ default: (await import('../features/counters/live-screen.tsx')).LiveScreen }))
const SettingsScreen = lazy(async () => ({
  default: (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
}))
const DiagnosticsScreen = lazy(async () => ({
  default: (await import('../features/diagnostics/diagnostics-screen.tsx')).DiagnosticsScreen,
}))

export function screenOf(tab: DocumentTab): ReactNode {
  switch (tab.kind) {
    case 'processes':
      return <ProcessesScreen />
    case 'live':
      return <LiveScreen documentId={tab.id} liveTarget={tab.liveTarget} />
    case 'settings':
      return <SettingsScreen />
    case 'diagnostics':
      return <DiagnosticsScreen />
  }
}

/** null: this kind of document has no inspector. */
export function inspectorOf(tab: DocumentTab): ReactNode | null {
  return tab.kind === 'processes' ? <ProcessInspector /> : null
}
