import { useEffect } from 'react'
import { background, invoke } from '../bridge/bridge.ts'
import { useCommands } from '../commands/use-commands.ts'
import { type Command, commands } from '../commands/registry.ts'
import { appStore } from '../store/create-store.ts'
import { processesDocumentId } from '../store/navigation-slice.ts'
import { narrowWindow } from '../ui/use-media-query.ts'
import { definitionOf, goToCommands } from './document-kinds.ts'
import { selectHasInspector } from './inspector-subject.ts'
import {
  openBaseline,
  openFile,
  openFileAsHeap,
  openFileAsTrace,
  openFileInLive,
  openHeapBeside,
} from './open-documents.ts'
import { useOverlays } from './overlays.ts'
import { appLabels } from './app-labels.ts'

const state = () => appStore.getState()

/** What can be done from anywhere. Kept outside the component: the list never changes. */
const shellCommands: readonly Command[] = [
  {
    id: 'app.palette',
    title: appLabels.shellCommands.search,
    group: appLabels.shellCommands.general,
    keys: ['Mod+K', 'Mod+Shift+P'],
    isKeyOnly: true,
    run: () => useOverlays.setState({ palette: 'all' }),
  },
  {
    id: 'app.goToProcess',
    title: appLabels.shellCommands.goToProcess,
    group: appLabels.shellCommands.general,
    keys: ['Mod+P'],
    run: () => useOverlays.setState({ palette: 'processes' }),
  },
  {
    id: 'files.open',
    title: appLabels.shellCommands.openATraceFile,
    group: appLabels.shellCommands.general,
    keys: ['Mod+O'],
    run: () => openFile(null),
  },
  {
    id: 'live.openFile',
    title: appLabels.shellCommands.openRecordingInLive,
    group: appLabels.shellCommands.general,
    run: () => openFileInLive(null),
  },
  {
    id: 'window.new',
    title: appLabels.shellCommands.newWindow,
    group: appLabels.shellCommands.general,
    keys: ['Mod+Shift+N'],
    run: () => background(invoke('window.new', {}), 'window.new'),
  },
  {
    id: 'app.shortcuts',
    title: appLabels.shellCommands.showKeyboardShortcuts,
    group: appLabels.shellCommands.general,
    keys: ['?', 'F1'],
    run: () => useOverlays.setState({ isShortcutSheetOpen: true }),
  },
  {
    id: 'jobs.show',
    title: appLabels.shellCommands.showJobs,
    group: appLabels.shellCommands.general,
    keys: ['Mod+J'],
    run: () => useOverlays.setState((overlays) => ({ isJobsOpen: !overlays.isJobsOpen })),
  },
  {
    id: 'notices.show',
    title: appLabels.shellCommands.showNotices,
    group: appLabels.shellCommands.general,
    run: () => useOverlays.setState({ isNoticesOpen: true }),
  },
  {
    id: 'inspector.toggle',
    title: appLabels.shellCommands.toggleInspector,
    group: appLabels.shellCommands.view,
    keys: ['Mod+I'],
    when: () => selectHasInspector(state()),
    run: () => state().toggleInspector(window.matchMedia(narrowWindow).matches),
  },
  ...goToCommands,
  {
    id: 'tabs.next',
    title: appLabels.shellCommands.nextDocument,
    group: appLabels.shellCommands.documents,
    keys: ['Mod+Tab', 'Mod+PageDown'],
    isKeyOnly: true,
    run: () => state().cycleDocument(1),
  },
  {
    id: 'tabs.previous',
    title: appLabels.shellCommands.previousDocument,
    group: appLabels.shellCommands.documents,
    keys: ['Mod+Shift+Tab', 'Mod+PageUp'],
    isKeyOnly: true,
    run: () => state().cycleDocument(-1),
  },
  {
    id: 'tabs.close',
    title: appLabels.shellCommands.closeDocument,
    group: appLabels.shellCommands.documents,
    keys: ['Mod+W'],
    when: () => state().activeDocumentId !== processesDocumentId,
    run: () => state().closeDocument(state().activeDocumentId),
  },
  {
    id: 'tabs.reopen',
    title: appLabels.shellCommands.reopenClosedDocument,
    group: appLabels.shellCommands.documents,
    keys: ['Mod+Shift+T'],
    when: () => state().closedDocuments.length > 0,
    run: reopenDocument,
  },
  {
    id: 'theme.system',
    title: appLabels.shellCommands.themeSystem,
    group: appLabels.shellCommands.view,
    run: () => state().changeSettings({ theme: 'system' }),
  },
  {
    id: 'theme.light',
    title: appLabels.shellCommands.themeLight,
    group: appLabels.shellCommands.view,
    run: () => state().changeSettings({ theme: 'light' }),
  },
  {
    id: 'theme.dark',
    title: appLabels.shellCommands.themeDark,
    group: appLabels.shellCommands.view,
    run: () => state().changeSettings({ theme: 'dark' }),
  },
  {
    id: 'theme.hc',
    title: appLabels.shellCommands.themeHighContrast,
    group: appLabels.shellCommands.view,
    run: () => state().changeSettings({ theme: 'hc' }),
  },
  {
    id: 'density.compact',
    title: appLabels.shellCommands.rowsCompact,
    group: appLabels.shellCommands.view,
    run: () => state().changeSettings({ density: 'compact' }),
  },
  {
    id: 'density.normal',
    title: appLabels.shellCommands.rowsNormal,
    group: appLabels.shellCommands.view,
    run: () => state().changeSettings({ density: 'normal' }),
  },
  {
    id: 'density.comfortable',
    title: appLabels.shellCommands.rowsComfortable,
    group: appLabels.shellCommands.view,
    run: () => state().changeSettings({ density: 'comfortable' }),
  },
  {
    id: 'time.toggle',
    title: appLabels.shellCommands.switchTime,
    group: appLabels.shellCommands.view,
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
    const opening = commands.registerWith('files.openPath', ({ path, as, rows }) => {
      if (as === 'live') openFileInLive(path)
      else if (as === 'heap') openFileAsHeap(path)
      else if (as === 'events') openFileAsTrace(path)
      else openFile(path, null, rows)
    })
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
