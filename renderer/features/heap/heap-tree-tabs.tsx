import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Toolbar } from '../../ui/layout/pane.tsx'
import { HeapTree } from './heap-tree.tsx'
import { useHeapView } from './heap-view.ts'
import styles from './heap.module.css'

/** Who alone keeps whom alive, by type. */
export function DominatorsTab() {
  const { row } = useHeapView()
  return (
    <div className={styles.pane}>
      <Toolbar label="Dominators" className={styles.controls}>
        <span className={styles.note}>
          Retained is what could be collected without the row. An object with several owners stands below the nearest
          one they share.
        </span>
      </Toolbar>
      <HeapTree key={row?.join() ?? ''} label="Dominators" view="dominators" type={null} start={row} />
    </div>
  )
}

/** What keeps the selected type alive. */
export function PathsTab() {
  const { type, go } = useHeapView()
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
      <Toolbar label="Paths to roots" className={styles.controls}>
        <h2 className={styles.title}>What keeps {type.name} alive</h2>
        <span className={styles.note}>Shortest paths, grouped by type</span>
      </Toolbar>
      <HeapTree key={type.group} label="Paths to roots" view="paths" type={type.group} />
    </div>
  )
}
