import { useState } from 'react'
import type { HeapTreeView } from '../../../shared/model/heap-document.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { HeapTree } from './heap-tree.tsx'
import { heapTableEntries } from './heap-exports.ts'
import { useHeapView } from './heap-view.ts'
import { SaveTable } from './save-table.tsx'
import styles from './heap.module.css'

/** Who alone keeps whom alive, by type. */
export function DominatorsTab() {
  const { row, target } = useHeapView()
  const [view, setView] = useState<HeapTreeView>('dominators')
  return (
    <div className={styles.pane}>
      <HeapTree
        key={`${view} ${row?.join() ?? ''}`}
        label="Dominators"
        view={view}
        type={null}
        start={view === 'dominators' ? row : null}
        controls={
          <>
            <SegmentedControl
              label="Rows"
              value={view}
              segments={[
                { value: 'dominators', label: 'By type', hint: 'Objects of one type below a row are one row.' },
                { value: 'dominator-objects', label: 'Objects', hint: 'Each object is a row.' },
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
        title="No type selected"
        text="Select a type to see what keeps its objects alive."
        action={<Button onClick={() => go({ tab: 'types' })}>Show types</Button>}
      />
    )
  return (
    <div className={styles.pane}>
      <HeapTree
        key={type.group}
        label="Paths to roots"
        view="paths"
        type={type.group}
        controls={
          <>
            <h2 className={styles.title} title="Shortest paths, grouped by type">
              What keeps {type.name} alive
            </h2>
            <SaveTable entries={heapTableEntries(target.documentId, 'paths', { type: type.group })} />
          </>
        }
      />
    </div>
  )
}
