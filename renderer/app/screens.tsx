import type { ReactNode } from 'react'
import { ProcessesScreen } from '../features/processes/processes-screen.tsx'
import type { DocumentTab } from '../store/navigation-slice.ts'
import { later } from './later.tsx'

/**
 * Which component shows which document. Features never import each other: this is where they meet. The process list is
 * loaded with the page because it is what a start waits for; everything else comes when it is first opened.
 */
const ProcessInspector = later(
  async () => (await import('../features/processes/process-inspector.tsx')).ProcessInspector,
)
const LiveScreen = later(async () => (await import('../features/live/live-screen.tsx')).LiveScreen)
const RecordScreen = later(async () => (await import('../features/record/record-screen.tsx')).RecordScreen)
const StacksScreen = later(async () => (await import('../features/record/stacks-screen.tsx')).StacksScreen)
const DumpScreen = later(async () => (await import('../features/dumps/dump-screen.tsx')).DumpScreen)
const AdvancedScreen = later(async () => (await import('../features/advanced/advanced-screen.tsx')).AdvancedScreen)
const ConsoleScreen = later(async () => (await import('../features/console/console-screen.tsx')).ConsoleScreen)
const TraceScreen = later(async () => (await import('../features/trace-info/trace-screen.tsx')).TraceScreen)
const FilesScreen = later(async () => (await import('../features/files/files-screen.tsx')).FilesScreen)
const StartupScreen = later(async () => (await import('../features/startup/startup-screen.tsx')).StartupScreen)
const SettingsScreen = later(async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen)
const DiagnosticsScreen = later(
  async () => (await import('../features/app-diagnostics/diagnostics-screen.tsx')).DiagnosticsScreen,
)

export function screenOf(tab: DocumentTab): ReactNode {
  switch (tab.kind) {
    case 'processes':
      return <ProcessesScreen />
    case 'live':
      return <LiveScreen documentId={tab.id} liveTarget={tab.liveTarget} />
    case 'record':
      return <RecordScreen documentId={tab.id} target={tab.recordTarget} />
    case 'stacks':
      return <StacksScreen target={tab.recordTarget} />
    case 'dump':
      return <DumpScreen documentId={tab.id} target={tab.recordTarget} />
    case 'advanced':
      return <AdvancedScreen target={tab.recordTarget} />
    case 'console':
      return <ConsoleScreen target={tab.recordTarget} />
    case 'trace':
      return <TraceScreen target={tab.traceTarget} />
    case 'files':
      return <FilesScreen />
    case 'startup':
      return <StartupScreen />
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
