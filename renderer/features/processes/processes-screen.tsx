import { SearchX } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { processesDocumentId, selectIsActive } from '../../store/navigation-slice.ts'
import { useApp } from '../../store/create-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Banner } from '../../ui/layout/pane.tsx'
import { select } from './actions.ts'
import { EmptyView } from './empty-view.tsx'
import { ExplainDialog } from './explain-dialog.tsx'
import { FootBar } from './foot-bar.tsx'
import { ProcessGrid } from './list/process-grid.tsx'
import { LoadingRows } from './loading-rows.tsx'
import { ProcessToolbar } from './process-toolbar.tsx'
import styles from './processes-screen.module.css'
import { watchProcesses } from './process-stream.ts'
import { reportFirstRow } from './report-first-row.ts'
import { SeenPane } from './seen-pane.tsx'
import { usageFeed } from './usage-feed.ts'
import { useProcessCommands } from './use-process-commands.ts'
import { useProcessList } from './use-process-list.ts'
import { processLabels } from './process-labels.ts'

/** Home: every .NET process of this machine. Stays mounted behind other documents, so the rows are kept up to date for all of them. */
export function ProcessesScreen() {
  const list = useProcessList()
  const rowCount = useApp((state) => state.processRows.length)
  const isComplete = useApp((state) => state.isProcessScanComplete)
  const error = useApp((state) => state.processStreamError)
  const search = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [isExplaining, setIsExplaining] = useState(false)
  const focusList = useCallback(() => {
    body.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus()
  }, [])
  useProcessCommands({ search, showExplain: () => setIsExplaining(true) })
  useEffect(() => {
    const rows = watchProcesses()
    return () => rows.dispose()
  }, [])
  const hasRows = list.items.length > 0
  useEffect(() => {
    if (hasRows) reportFirstRow(rowCount)
  }, [hasRows, rowCount])

  return (
    <section className={styles.screen} aria-label={processLabels.screen.processes}>
      <h1 className="visually-hidden">{processLabels.screen.processes}</h1>
      <ProcessToolbar
        list={list}
        searchRef={search}
        isEmpty={!hasRows}
        onExplain={() => setIsExplaining(true)}
        onLeaveSearch={focusList}
      />
      {error !== null && hasRows && <Banner tone="bad">{processLabels.screen.outOfDate}</Banner>}
      {!isComplete && hasRows && error === null && <Banner tone="note">{processLabels.screen.stillScanning}</Banner>}
      <div ref={body} className={styles.list}>
        <ListBody hasRows={hasRows} list={list} onExplain={() => setIsExplaining(true)} />
      </div>
      {hasRows && <SeenPane />}
      {hasRows && <FootBar />}
      <ExplainDialog isOpen={isExplaining} onClose={() => setIsExplaining(false)} />
    </section>
  )
}

interface ListBodyProps {
  readonly hasRows: boolean
  readonly list: ReturnType<typeof useProcessList>
  readonly onExplain: () => void
}

/** One of: error, rows, nothing found, nothing yet, nothing at all. */
function ListBody({ hasRows, list, onExplain }: ListBodyProps) {
  const error = useApp((state) => state.processStreamError)
  const query = useApp((state) => state.processQuery)
  const search = useApp((state) => state.searchProcesses)
  const isComplete = useApp((state) => state.isProcessScanComplete)
  const selectedKey = useApp((state) => state.selectedProcessKey)
  const arrivals = useApp((state) => state.processArrivals)
  const sort = useApp((state) => state.processSort)
  const fold = useApp((state) => state.foldProcesses)
  const onSort = useApp((state) => state.sortProcesses)
  const isActive = useApp(selectIsActive(processesDocumentId))
  if (hasRows) {
    return (
      <ProcessGrid
        list={list}
        selectedKey={selectedKey}
        arrivals={arrivals}
        sort={sort}
        feed={usageFeed}
        isActive={isActive}
        onSelect={select}
        onFold={fold}
        onSort={onSort}
      />
    )
  }
  if (error !== null) return <ErrorState error={error} title={processLabels.screen.couldntListProcesses} isCentred />
  if (query.trim() !== '') {
    return (
      <EmptyState
        icon={SearchX}
        title={processLabels.screen.noMatchingProcesses}
        text={list.hiddenToolCount > 0 ? processLabels.screen.onlyHiddenMatch : processLabels.screen.noMatch}
        action={<Button onClick={() => search('')}>{processLabels.screen.showAllProcesses}</Button>}
        isCentred
      />
    )
  }
  return isComplete ? <EmptyView onExplain={onExplain} /> : <LoadingRows />
}
