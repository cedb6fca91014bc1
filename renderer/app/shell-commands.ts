import { useEffect } from 'react'
import { background, invoke } from '../bridge/bridge.ts'
import { useCommands } from '../commands/use-commands.ts'
import { type Command, commands } from '../commands/registry.ts'
import { appStore } from '../store/create-store.ts'
import { processesDocumentId } from '../store/navigation-slice.ts'
import { narrowWindow } from '../ui/use-media-query.ts'
import { definitionOf, goToCommands } from './document-kinds.ts'
import { selectHasInspector } from './inspector-subject.ts'
import { openBaseline, openFile, openFileAsHeap, openFileInLive, openHeapBeside } from './open-documents.ts'
import { useOverlays } from './overlays.ts'

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
  ...goToCommands,
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

function reopenDocument(): void {
  const tab = state().takeClosedDocument()
  if (tab !== null) definitionOf(tab).reopen(tab)
}

export function useShellCommands(): void {
  useCommands(shellCommands)
  useEffect(() => {
    const opening = commands.registerWith('files.openPath', ({ path, as, rows }) =>
      as === 'live' ? openFileInLive(path) : as === 'heap' ? openFileAsHeap(path) : openFile(path, null, rows),
    )
    const comparing = commands.registerWith('files.compare', ({ path, documentId }) => openBaseline(path, documentId))
    const comparingHeaps = commands.registerWith('heaps.compare', ({ path, against }) => openHeapBeside(path, against))
    const asking = commands.registerWith('record.question', (given) =>
      background(
        import('../features/record/record-question.ts').then(({ recordQuestion }) => recordQuestion(given)),
        'record.question',
      ),
    )
    return () => {
      opening.dispose()
      comparing.dispose()
      comparingHeaps.dispose()
      asking.dispose()
    }
  }, [])
}
