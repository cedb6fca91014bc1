import { Download, FileChartLine } from 'lucide-react'
import { type ReactNode, useReducer, useState } from 'react'
import { formatBytes, quantityText } from '../../../shared/base/format.ts'
import type { HeapSummary } from '../../../shared/model/heap/heap-document.ts'
import { openAsTrace } from '../../commands/page-actions.ts'
import { useApp } from '../../store/create-store.ts'
import type { HeapTarget } from '../../store/navigation-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { HeaderButton } from '../../ui/controls/header-button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { BusyText } from '../../ui/layout/skeleton.tsx'
import { DominatorsTab, PathsTab } from './heap-tree-tabs.tsx'
import { HeapCompareTab } from './compare/heap-compare-tab.tsx'
import { HeapFindingsTab } from './findings/heap-findings-tab.tsx'
import { heapExportEntries } from './heap-exports.ts'
import { HeapHistory } from './heap-history.tsx'
import { HeapHeader } from './heap-header.tsx'
import { placesAt, stepped } from './heap-places.ts'
import { type HeapTab, heapTabs, type HeapView, HeapViewProvider } from './heap-view.ts'
import { tabWords } from './heap-words.ts'
import { InfoTab } from './info-tab.tsx'
import { ObjectsTab } from './objects-tab.tsx'
import { TreemapTab } from './treemap/treemap-tab.tsx'
import { TypesSoFar } from './types-so-far.tsx'
import { TypesTab } from './types-tab.tsx'
import { MissingLibrary } from './dump-threads/missing-library.tsx'
import { DumpThreadsOnly, ThreadsTab } from './dump-threads/threads-tab.tsx'
import { type HeapReading, useHeap } from './use-heap.ts'
import { heapLabels } from './heap-labels.ts'
import styles from './heap.module.css'

/** What is in one heap graph. It is closed with its tab. */
export function HeapScreen({ target }: { readonly target: HeapTarget }) {
  const reading = useHeap(target.documentId)
  const { error, summary } = reading
  if (error?.kind === 'not-found' && error.what === 'heap')
    return (
      <EmptyState
        isCentred
        title={heapLabels.screen.hasNoHeapGraph(target.name)}
        text={heapLabels.screen.noHeapGraphReason}
      />
    )
  if (error?.kind === 'dump-unreadable' && error.reason === 'no-heap') return <DumpThreadsOnly target={target} />
  if (error?.kind === 'dump-unreadable' && error.reason === 'missing-dac')
    return <MissingLibrary target={target} error={error} />
  if (error !== null) return <ErrorState isCentred error={error} title={heapLabels.screen.couldntRead(target.name)} />
  const typesSoFar = reading.progress?.typesSoFar ?? null
  if (summary === null && typesSoFar !== null) return <TypesSoFar name={target.name} types={typesSoFar} />
  if (summary === null) return <BusyText>{readingText(target, reading)}</BusyText>
  return <Read target={target} summary={summary} />
}

/** Only a dump tells of threads. */
function tabsOf({ source }: HeapSummary): readonly HeapTab[] {
  return heapTabs.filter((tab) => tab !== 'threads' || source === 'dump')
}

function readingText({ name, sizeBytes }: HeapTarget, { progress }: HeapReading): string {
  if (progress !== null && progress.totalBytes === 0 && progress.readBytes > 0)
    return heapLabels.screen.walking(name, quantityText(formatBytes(progress.readBytes)))
  const share = progress === null || progress.totalBytes === 0 ? 0 : progress.readBytes / progress.totalBytes
  return heapLabels.screen.reading(name, String(Math.round(share * 100)), quantityText(formatBytes(sizeBytes)))
}

const contents: Readonly<Record<HeapTab, ReactNode>> = {
  types: <TypesTab />,
  dominators: <DominatorsTab />,
  treemap: <TreemapTab />,
  paths: <PathsTab />,
  objects: <ObjectsTab />,
  findings: <HeapFindingsTab />,
  compare: <HeapCompareTab />,
  threads: <ThreadsTab />,
  info: <InfoTab />,
}

/** Tabs that need no retained sizes. */
const earlyTabs: ReadonlySet<HeapTab> = new Set(['types', 'threads', 'info'])

function contentOf(tab: HeapTab, { unreached }: HeapSummary): ReactNode {
  if (unreached !== null || earlyTabs.has(tab)) return contents[tab]
  return <BusyText>{heapLabels.screen.findingOwners}</BusyText>
}

function Read({ target, summary }: { readonly target: HeapTarget; readonly summary: HeapSummary }) {
  const [{ past, present, ahead }, step] = useReducer(stepped, null, placesAt)
  const baselineCount = useApp((state) => state.heapBaselines[target.documentId]?.length ?? 0)
  const [shownBaselines, setShownBaselines] = useState(0)
  // Whoever chooses what it is compared with, here or by a drop or a notice, wants to see that.
  if (baselineCount !== shownBaselines) {
    setShownBaselines(baselineCount)
    if (baselineCount > shownBaselines && present.tab !== 'compare') step({ kind: 'go', to: { tab: 'compare' } })
  }
  const view: HeapView = { target, summary, ...present, go: (to) => step({ kind: 'go', to }) }
  return (
    <HeapViewProvider value={view}>
      <div className={styles.screen} data-testid="heap-document">
        <h1 className="visually-hidden">{target.name}</h1>
        <HeapHeader
          actions={
            <>
              {summary.source === 'events' && (
                <HeaderButton
                  icon={FileChartLine}
                  label={heapLabels.screen.openAsTrace}
                  hint={heapLabels.screen.openAsTraceHint}
                  onClick={() => openAsTrace(target.path)}
                />
              )}
              <Menu
                trigger={<Button icon={Download}>{heapLabels.screen.export}</Button>}
                entries={heapExportEntries(target.documentId)}
              />
            </>
          }
        >
          <HeapHistory
            documentId={target.documentId}
            onBack={past.length === 0 ? null : () => step({ kind: 'back' })}
            onForward={ahead.length === 0 ? null : () => step({ kind: 'forward' })}
          />
        </HeapHeader>
        <Tabs
          label={heapLabels.screen.contents}
          className={styles.tabs}
          value={present.tab}
          onChange={(tab) => step({ kind: 'go', to: { tab: tab as HeapTab } })}
          tabs={tabsOf(summary).map((value) => ({ value, label: tabWords[value], content: contentOf(value, summary) }))}
        />
      </div>
    </HeapViewProvider>
  )
}
