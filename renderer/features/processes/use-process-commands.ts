import type { RefObject } from 'react'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { processesDocumentId } from '../../store/navigation-slice.ts'
import { appStore } from '../../store/create-store.ts'
import { selectSelectedRow } from '../../store/processes-slice.ts'
import { copyRow, openLive, openWithSudo, setPinned, showTools, startDemoInBackground, stopDemo } from './actions.ts'
import { canOpenLive, canOpenWithSudo } from './model/row-look.ts'
import { processLabels } from './process-labels.ts'

interface ScreenHandles {
  readonly search: RefObject<HTMLInputElement | null>
  readonly showExplain: () => void
}

const group = processLabels.commands.processes
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
      title: processLabels.commands.searchProcesses,
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
      title: processLabels.commands.liveCounters,
      group,
      when: () => {
        const row = selected()
        return row !== null && canOpenLive(row)
      },
      run: withSelected(openLive),
    },
    {
      id: 'processes.openWithSudo',
      title: processLabels.commands.openWithSudo,
      group,
      when: () => {
        const row = selected()
        return row !== null && canOpenWithSudo(row)
      },
      run: withSelected(openWithSudo),
    },
    {
      id: 'processes.pin',
      title: processLabels.commands.pinOrUnpin,
      group,
      keys: ['P'],
      when: () => isHere() && selected() !== null,
      run: withSelected((row) => setPinned(row, !row.isPinned)),
    },
    {
      id: 'processes.copyRow',
      title: processLabels.commands.copyAsRow,
      group,
      when: () => selected() !== null,
      run: withSelected(copyRow),
    },
    {
      id: 'processes.toggleTools',
      title: processLabels.commands.toggleToolProcesses,
      group,
      run: () => showTools(!appStore.getState().settings.showToolProcesses),
    },
    {
      id: 'processes.explain',
      title: processLabels.commands.whyNotListed,
      group,
      run: () => {
        appStore.getState().activateDocument(processesDocumentId)
        showExplain()
      },
    },
    {
      id: 'demo.start',
      title: processLabels.commands.startADemoProcess,
      group,
      when: () => !hasDemo(),
      run: startDemoInBackground,
    },
    {
      id: 'demo.stop',
      title: processLabels.commands.stopTheDemoProcess,
      group,
      when: hasDemo,
      run: stopDemo,
    },
  ])
}
