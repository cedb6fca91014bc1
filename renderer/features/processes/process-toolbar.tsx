import { CircleHelp, History, X } from 'lucide-react'
import type { RefObject } from 'react'
import { useApp } from '../../store/create-store.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Toolbar } from '../../ui/layout/pane.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { keepLast, showTools } from './actions.ts'
import { canOpenLive } from './model/row-look.ts'
import type { ProcessList } from './model/row-tree.ts'
import styles from './processes-screen.module.css'
import { processLabels } from './process-labels.ts'

interface ProcessToolbarProps {
  readonly list: ProcessList
  readonly searchRef: RefObject<HTMLInputElement | null>
  readonly isEmpty: boolean
  readonly onExplain: () => void
  /** Arrow down or Enter in the search: on to the list. */
  readonly onLeaveSearch: () => void
}

export function ProcessToolbar({ list, searchRef, isEmpty, onExplain, onLeaveSearch }: ProcessToolbarProps) {
  const query = useApp((state) => state.processQuery)
  const search = useApp((state) => state.searchProcesses)
  const areToolsShown = useApp((state) => state.settings.showToolProcesses)
  const isComplete = useApp((state) => state.isProcessScanComplete)
  return (
    <Toolbar label={processLabels.toolbar.processList}>
      <SearchField
        label={processLabels.toolbar.filter}
        value={query}
        onChange={search}
        className={styles.search}
        inputRef={searchRef}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
          event.preventDefault()
          onLeaveSearch()
        }}
      />
      {(list.hiddenToolCount > 0 || areToolsShown) && (
        <Switch isOn={areToolsShown} onChange={showTools} className={styles.toolSwitch}>
          {toolText(list.hiddenToolCount)}
        </Switch>
      )}
      <span className="grow" />
      <MarkedProcesses />
      <span className={styles.count} role="status">
        {isEmpty && query.trim() === '' ? watchText(isComplete) : countText(list.matchCount, query)}
      </span>
      <Button icon={CircleHelp} onClick={onExplain} className={styles.explain}>
        {processLabels.toolbar.notListed}
      </Button>
      <IconButton
        icon={CircleHelp}
        label={processLabels.toolbar.whyNotListed}
        onClick={onExplain}
        className={styles.explainIcon}
      />
    </Toolbar>
  )
}

/** What can be done with several at once. */
function MarkedProcesses() {
  const marked = useApp(({ markedProcessKeys }) => markedProcessKeys)
  const mark = useApp(({ markProcesses }) => markProcesses)
  const allRows = useApp(({ processRows }) => processRows)
  const rows = allRows.filter((row) => marked.has(row.key) && canOpenLive(row))
  if (rows.length < 2) return null
  return (
    <>
      <Button icon={History} onClick={() => keepLast(rows)}>
        {processLabels.toolbar.keepLastSeconds(String(rows.length))}
      </Button>
      <IconButton icon={X} label={processLabels.toolbar.unmarkAll} onClick={() => mark([])} />
    </>
  )
}

/** Counts what the switch is about; with none it stays, so that it can be switched off again. */
export function toolText(count: number): string {
  if (count === 0) return processLabels.toolbar.showToolProcesses
  return processLabels.toolbar.showTools(count)
}

function watchText(isComplete: boolean): string {
  return isComplete ? processLabels.toolbar.watchingThisMachine : processLabels.toolbar.scanningThisMachine
}

export function countText(count: number, query: string): string {
  return query.trim() === '' ? processLabels.toolbar.processes(count) : processLabels.toolbar.found(count)
}
