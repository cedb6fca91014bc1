import { useState } from 'react'
import type { HeapObjectsPage } from '../../../shared/model/heap/heap-document.ts'
import { rowName } from '../../../shared/model/heap/heap-row-names.ts'
import { invoke } from '../../bridge/bridge.ts'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { PaneHeader, Toolbar } from '../../ui/layout/pane.tsx'
import { useHeapView } from './heap-view.ts'
import { heapTableEntries } from './heap-exports.ts'
import { SaveTable } from './save-table.tsx'
import { ObjectFacts } from './object-facts.tsx'
import { ObjectGrid } from './object-grid.tsx'
import { ObjectValuesView } from './object-values.tsx'
import { heapLabels } from './heap-labels.ts'
import styles from './heap.module.css'

type Side = 'in' | 'out' | 'path' | 'values'

const sides: readonly { readonly value: Side; readonly label: string; readonly empty: string }[] = [
  { value: 'in', label: heapLabels.objects.referencedBy, empty: heapLabels.objects.noObjectReferencesIt },
  { value: 'out', label: heapLabels.objects.references, empty: heapLabels.objects.itReferencesNoObject },
  { value: 'path', label: heapLabels.objects.pathToRoot, empty: heapLabels.objects.noRoot },
  { value: 'values', label: heapLabels.objects.values, empty: '' },
]

/** Objects one by one, the most retained first, and the way on from the selected one. */
export function ObjectsTab() {
  const { target, type, object, go } = useHeapView()
  const { documentId } = target
  const group = type?.group ?? null
  return (
    <div className={styles.split}>
      <section
        className={styles.pane}
        aria-label={type === null ? heapLabels.objects.allObjects : heapLabels.objects.objectsOf(type.name)}
      >
        <Toolbar label={heapLabels.objects.objects} className={styles.controls}>
          <h2 className={styles.title}>{type === null ? heapLabels.objects.allObjects : type.name}</h2>
          <SaveTable entries={heapTableEntries(documentId, 'objects', () => ({ type: group }))} />
          <span className={styles.note}>{heapLabels.objects.mostRetainedFirst}</span>
        </Toolbar>
        <ObjectGrid
          label={heapLabels.objects.objects}
          questionKey={String(group)}
          ask={(fromRow, rowCount) =>
            invoke('heaps.objects', { documentId, question: { type: group, of: null }, fromRow, rowCount })
          }
          selectedNode={object?.node ?? null}
          onSelect={(picked) => go({ object: picked })}
          empty={heapLabels.objects.noneOfType}
        />
      </section>
      {object !== null && <SelectedObject node={object.node} name={object.name} />}
    </div>
  )
}

/** Stays as it is from one object to the next: whoever follows references by keys keeps the focus and the direction. */
function SelectedObject({ node, name }: { readonly node: number; readonly name: string }) {
  const { target, summary, go } = useHeapView()
  const { documentId } = target
  // Only a dump has what objects hold.
  const offered = sides.filter(({ value }) => value !== 'values' || summary.source === 'dump')
  const [side, setSide] = useState<Side>('in')
  const ask = async (fromRow: number, rowCount: number): Promise<HeapObjectsPage> => {
    if (side === 'in' || side === 'out')
      return invoke('heaps.objects', {
        documentId,
        question: { type: null, of: { node, direction: side } },
        fromRow,
        rowCount,
      })
    const { path } = await invoke('heaps.object', { documentId, node })
    return { rows: path.slice(fromRow, fromRow + rowCount), rowCount: path.length }
  }
  const { label, empty } = sides.find(({ value }) => value === side)!
  return (
    <section className={styles.pane} aria-label={heapLabels.objects.selectedObject}>
      <PaneHeader title={rowName(name, null)}>
        <SegmentedControl
          label={heapLabels.objects.ofTheSelectedObject}
          size="small"
          value={side}
          segments={offered.map((one) => ({ value: one.value, label: one.label }))}
          onChange={setSide}
        />
      </PaneHeader>
      <ObjectFacts key={node} documentId={documentId} node={node} />
      {side === 'values' ? (
        <ObjectValuesView key={node} documentId={documentId} node={node} />
      ) : (
        <ObjectGrid
          key={side}
          label={label}
          questionKey={`${side} ${String(node)}`}
          ask={ask}
          selectedNode={null}
          onActivate={(picked) => go({ object: picked })}
          empty={empty}
        />
      )}
    </section>
  )
}
