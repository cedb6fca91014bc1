import { background, invoke } from '../bridge/bridge.ts'
import { useCommands } from '../commands/use-commands.ts'
import type { Command } from '../commands/registry.ts'
import { appStore } from '../store/create-store.ts'
import { processesDocumentId } from '../store/navigation-slice.ts'
import { narrowWindow } from '../ui/use-media-query.ts'
import { selectHasInspector } from './inspector-subject.ts'
import { openFile, openFileInLive } from './open-documents.ts'
import { useOverlays } from './overlays.ts'
import { selectDumpableRow, selectRecordableRow } from './frame/target-row.ts'

const state = () => appStore.getState()

/** What can be done from anywhere. Kept outside the component: the list never changes. */
const shellCommands: readonly Command[] = [
  {
    id: 'app.palette',
    title: 'Search commands and processes',
    group: 'General',
    keys: ['Mod+K', 'Mod+Shift+P'],
    isKeyOnly: true,
    run: () => useOverlays.setState({ palette: 'all' }),
  },
  {
    id: 'app.goToProcess',
    title: 'Go to process',
    group: 'General',
    keys: ['Mod+P'],
    run: () => useOverlays.setState({ palette: 'processes' }),
  },
  {
    id: 'files.open',
    title: 'Open a trace file',
    group: 'General',
    keys: ['Mod+O'],
    run: () => openFile(null),
  },
  {
    id: 'live.openFile',
    title: 'Open a recording in Live',
    group: 'General',
    run: () => openFileInLive(null),
  },
  {
    id: 'window.new',
    title: 'New window',
    group: 'General',
    keys: ['Mod+Shift+N'],
    run: () => background(invoke('window.new', {}), 'window.new'),
  },
  {
    id: 'app.shortcuts',
    title: 'Show keyboard shortcuts',
    group: 'General',
    keys: ['?', 'F1'],
    run: () => useOverlays.setState({ isShortcutSheetOpen: true }),
  },
  {
    id: 'jobs.show',
    title: 'Show jobs',
    group: 'General',
    keys: ['Mod+J'],
    run: () => useOverlays.setState((overlays) => ({ isJobsOpen: !overlays.isJobsOpen })),
  },
  {
    id: 'notices.show',
    title: 'Show notices',
    group: 'General',
    run: () => useOverlays.setState({ isNoticesOpen: true }),
  },
  {
    id: 'inspector.toggle',
    title: 'Toggle inspector',
    group: 'View',
    keys: ['Mod+I'],
    when: () => selectHasInspector(state()),
    run: () => state().toggleInspector(window.matchMedia(narrowWindow).matches),
  },
  {
    id: 'app.processes',
    title: 'Go to Processes',
    group: 'Go to',
    keys: ['Mod+1'],
    run: () => state().activateDocument(processesDocumentId),
  },
  {
    id: 'app.live',
    title: 'Go to Live',
    group: 'Go to',
    keys: ['Mod+2'],
    when: () => state().documents.some((tab) => tab.kind === 'live'),
    run: goToLive,
  },
  {
    id: 'app.record',
    title: 'Record the selected process',
    group: 'Go to',
    keys: ['Mod+3', 'Mod+Shift+R'],
    when: () => recordableRow() !== null || lastRecord() !== undefined,
    run: goToRecord,
  },
  {
    id: 'app.dump',
    title: 'Dump the selected process',
    group: 'Go to',
    keys: ['Mod+4'],
    when: () => dumpableRow() !== null || lastOf('dump') !== undefined,
    run: () => {
      const row = dumpableRow()
      const open = lastOf('dump')
      if (row !== null) state().openForProcess('dump', { processKey: row.key, pid: row.pid, name: row.name })
      else if (open !== undefined) state().activateDocument(open.id)
    },
  },
  pageCommand('advanced', 'Modify the selected process: profiler, environment variables, perf map'),
  pageCommand('console', 'Raw IPC console for the selected process'),
  pageCommand('stacks', 'Take a stack snapshot of the selected process'),
  {
    id: 'app.files',
    title: 'Files',
    group: 'Go to',
    keys: ['Mod+5'],
    run: () => {
      state().openPage('files')
    },
  },
  {
    id: 'app.startup',
    title: 'Startup and ports: launch a program, listen for runtimes',
    group: 'Go to',
    keys: ['Mod+6'],
    run: () => {
      state().openPage('startup')
    },
  },
  {
    id: 'files.openAsked',
    title: 'Open the requested file',
    group: 'General',
    isKeyOnly: true,
    when: () => state().askedFile !== null,
    run: () => openFile(state().askedFile),
  },
  {
    id: 'files.openAskedInLive',
    title: 'Open the requested file in Live',
    group: 'General',
    isKeyOnly: true,
    when: () => state().askedFile !== null,
    run: () => openFileInLive(state().askedFile),
  },
  {
    id: 'app.settings',
    title: 'Settings',
    group: 'Go to',
    keys: ['Mod+Comma'],
    run: () => {
      state().openPage('settings')
    },
  },
  {
    id: 'app.diagnostics',
    title: 'Pipescope diagnostics',
    group: 'Go to',
    run: () => {
      state().openPage('diagnostics')
    },
  },
  {
    id: 'tabs.next',
    title: 'Next document',
    group: 'Documents',
    keys: ['Mod+Tab', 'Mod+PageDown'],
    isKeyOnly: true,
    run: () => state().cycleDocument(1),
  },
  {
    id: 'tabs.previous',
    title: 'Previous document',
    group: 'Documents',
    keys: ['Mod+Shift+Tab', 'Mod+PageUp'],
    isKeyOnly: true,
    run: () => state().cycleDocument(-1),
  },
  {
    id: 'tabs.close',
    title: 'Close document',
    group: 'Documents',
    keys: ['Mod+W'],
    when: () => state().activeDocumentId !== processesDocumentId,
    run: () => state().closeDocument(state().activeDocumentId),
  },
  {
    id: 'tabs.reopen',
    title: 'Reopen closed document',
    group: 'Documents',
    keys: ['Mod+Shift+T'],
    when: () => state().closedDocuments.length > 0,
    run: reopenDocument,
  },
  {
    id: 'theme.system',
    title: 'Theme: system',
    group: 'View',
    run: () => state().changeSettings({ theme: 'system' }),
  },
  { id: 'theme.light', title: 'Theme: light', group: 'View', run: () => state().changeSettings({ theme: 'light' }) },
  { id: 'theme.dark', title: 'Theme: dark', group: 'View', run: () => state().changeSettings({ theme: 'dark' }) },
  { id: 'theme.hc', title: 'Theme: high contrast', group: 'View', run: () => state().changeSettings({ theme: 'hc' }) },
  {
    id: 'density.compact',
    title: 'Rows: compact',
    group: 'View',
    run: () => state().changeSettings({ density: 'compact' }),
  },
  {
    id: 'density.normal',
    title: 'Rows: normal',
    group: 'View',
    run: () => state().changeSettings({ density: 'normal' }),
  },
  {
    id: 'density.comfortable',
    title: 'Rows: comfortable',
    group: 'View',
    run: () => state().changeSettings({ density: 'comfortable' }),
  },
  {
    id: 'time.toggle',
    title: 'Switch between local time and UTC',
    group: 'View',
    run: () => state().changeSettings({ timeDisplay: state().settings.timeDisplay === 'local' ? 'utc' : 'local' }),
  },
]

/** The live document used last; when one is in front already, the next one. */
function goToLive(): void {
  const { documents, activeDocumentId, activateDocument } = state()
  const live = documents.filter((tab) => tab.kind === 'live')
  const index = live.findIndex((tab) => tab.id === activeDocumentId)
  const next = live[(index + 1) % live.length]
  if (next) activateDocument(next.id)
}

const recordableRow = () => selectRecordableRow(state())
const dumpableRow = () => selectDumpableRow(state())
const lastOf = (kind: 'record' | 'dump') => state().documents.findLast((tab) => tab.kind === kind)
const lastRecord = () => lastOf('record')

/** Opens a page of the process that is selected. */
function pageCommand(kind: 'advanced' | 'console' | 'stacks', title: string): Command {
  return {
    id: `app.${kind}`,
    title,
    group: 'Go to',
    when: () => recordableRow() !== null,
    run: () => {
      const row = recordableRow()
      if (row !== null) state().openForProcess(kind, { processKey: row.key, pid: row.pid, name: row.name })
    },
  }
}

/** The sheet of the process in front; without one, the sheet that is open. */
function goToRecord(): void {
  const row = recordableRow()
  const open = lastRecord()
  if (row !== null) state().openForProcess('record', { processKey: row.key, pid: row.pid, name: row.name })
  else if (open !== undefined) state().activateDocument(open.id)
}

function reopenDocument(): void {
  const tab = state().reopenDocument()
  if (tab?.kind === 'live' && tab.liveTarget.kind === 'file') openFileInLive(tab.liveTarget.path)
  else if (tab?.kind === 'trace') openFile(tab.traceTarget.path)
}

export function useShellCommands(): void {
  useCommands(shellCommands)
}
