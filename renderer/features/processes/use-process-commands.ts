import type { RefObject } from 'react'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { processesDocumentId } from '../../store/navigation-slice.ts'
import { appStore } from '../../store/create-store.ts'
import { selectSelectedRow } from '../../store/processes-slice.ts'
import { copyRow, openLive, setPinned, showTools, startDemoInBackground, stopDemo } from './actions.ts'
import { canOpenLive } from './model/row-look.ts'

interface ScreenHandles {
  readonly search: RefObject<HTMLInputElement | null>
  readonly showExplain: () => void
}

const group = 'Processes'
const isHere = () => appStore.getState().activeDocumentId === processesDocumentId
const selected = () => selectSelectedRow(appStore.getState())
const hasDemo = () => appStore.getState().processRows.some((row) => row.isDemo && row.state !== 'exited')

const withSelected = (run: (row: ProcessRow) => void) => () => {
  const row = selected()
  if (row !== null) run(row)
}

/** What can be done on the home screen, for keys, palette and shortcut sheet. */
export function useProcessCommands({ search, showExplain }: ScreenHandles): void {
  useCommands([
    {
      id: 'processes.search',
      title: 'Search processes',
      group,
      keys: ['Mod+F', '/'],
      when: isHere,
      run: () => {
        search.current?.focus()
        search.current?.select()
      },
    },
    {
      id: 'processes.live',
      title: 'Live counters of the selected process',
      group,
      when: () => {
        const row = selected()
        return row !== null && canOpenLive(row)
      },
      run: withSelected(openLive),
    },
    {
      id: 'processes.pin',
      title: 'Pin or unpin the selected process',
      group,
      keys: ['P'],
      when: () => isHere() && selected() !== null,
      run: withSelected((row) => setPinned(row, !row.isPinned)),
    },
    {
      id: 'processes.copyRow',
      title: 'Copy the selected process as a row',
      group,
      when: () => selected() !== null,
      run: withSelected(copyRow),
    },
    {
      id: 'processes.toggleTools',
      title: 'Show or hide tool processes',
      group,
      run: () => showTools(!appStore.getState().settings.showToolProcesses),
    },
    {
      id: 'processes.explain',
      title: 'Why is my process not listed?',
      group,
      run: () => {
        appStore.getState().activateDocument(processesDocumentId)
        showExplain()
      },
    },
    {
      id: 'demo.start',
      title: 'Start a demo process',
      group,
      when: () => !hasDemo(),
      run: startDemoInBackground,
    },
    { id: 'demo.stop', title: 'Stop the demo process', group, when: hasDemo, run: stopDemo },
  ])
}
