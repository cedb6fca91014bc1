import { useState } from 'react'
import type { HeapTreeView } from '../../../shared/model/heap/heap-document.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { HeapTree } from './heap-tree.tsx'
import { heapTableEntries } from './heap-exports.ts'
import { useHeapView } from './heap-view.ts'
import { SaveTable } from './save-table.tsx'
import { heapLabels } from './heap-labels.ts'
import styles from './heap.module.css'

/** Who alone keeps whom alive, by type. */
export function DominatorsTab() {
  const { row, target } = useHeapView()
  const [view, setView] = useState<HeapTreeView>('dominators')
  return (
    <div className={styles.pane}>
      <HeapTree
        key={`${view} ${row?.join() ?? ''}`}
        label={heapLabels.treeTabs.dominators}
        view={view}
        type={null}
        start={view === 'dominators' ? row : null}
        controls={
          <>
            <SegmentedControl
              label={heapLabels.treeTabs.rows}
              value={view}
              segments={[
                { value: 'dominators', label: heapLabels.treeTabs.byType, hint: heapLabels.treeTabs.byTypeHint },
                {
                  value: 'dominator-objects',
                  label: heapLabels.treeTabs.objects,
                  hint: heapLabels.treeTabs.objectsHint,
                },
              ]}
              onChange={setView}
            />
            <SaveTable entries={heapTableEntries(target.documentId, 'dominators')} />
          </>
        }
      />
    </div>
  )
}

/** What keeps the selected type alive. */
export function PathsTab() {
  const { type, go, target } = useHeapView()
  if (type === null)
    return (
      <EmptyState
        isCentred
        title={heapLabels.treeTabs.noTypeSelected}
        text={heapLabels.treeTabs.selectType}
        action={<Button onClick={() => go({ tab: 'types' })}>{heapLabels.treeTabs.showTypes}</Button>}
      />
    )
  return (
    <div className={styles.pane}>
      <HeapTree
        key={type.group}
        label={heapLabels.treeTabs.pathsToRoots}
        view="paths"
        type={type.group}
        controls={
          <>
            <h2 className={styles.title} title={heapLabels.treeTabs.shortestPaths}>
              {heapLabels.treeTabs.whatKeepsAlive(type.name)}
            </h2>
            <SaveTable entries={heapTableEntries(target.documentId, 'paths', () => ({ type: type.group }))} />
          </>
        }
      />
    </div>
  )
}
