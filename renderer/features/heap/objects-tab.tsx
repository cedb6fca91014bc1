import { useState } from 'react'
import type { HeapObjectsPage } from '../../../shared/model/heap-document.ts'
import { rowName } from '../../../shared/model/heap-row-names.ts'
import { invoke } from '../../bridge/bridge.ts'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { PaneHeader, Toolbar } from '../../ui/layout/pane.tsx'
import { useHeapView } from './heap-view.ts'
import { heapTableEntries } from './heap-exports.ts'
import { SaveTable } from './save-table.tsx'
import { ObjectFacts } from './object-facts.tsx'
import { ObjectGrid } from './object-grid.tsx'
import styles from './heap.module.css'

type Side = 'in' | 'out' | 'path'

const sides: readonly { readonly value: Side; readonly label: string; readonly empty: string }[] = [
  { value: 'in', label: 'Referenced by', empty: 'No object references it.' },
  { value: 'out', label: 'References', empty: 'It references no object.' },
  { value: 'path', label: 'Path to root', empty: 'No root reaches this object: it could be collected.' },
]

/** Objects one by one, the most retained first, and the way on from the selected one. */
export function ObjectsTab() {
  const { target, type, object, go } = useHeapView()
  const { documentId } = target
  const group = type?.group ?? null
  return (
    <div className={styles.split}>
      <section className={styles.pane} aria-label={type === null ? 'All objects' : `Objects of ${type.name}`}>
        <Toolbar label="Objects" className={styles.controls}>
          <h2 className={styles.title}>{type === null ? 'All objects' : type.name}</h2>
          <SaveTable entries={heapTableEntries(documentId, 'objects', { type: group })} />
          <span className={styles.note}>Most retained first</span>
        </Toolbar>
        <ObjectGrid
          label="Objects"
          questionKey={`of ${String(group)}`}
          ask={(fromRow, rowCount) =>
            invoke('heaps.objects', { documentId, question: { type: group, of: null }, fromRow, rowCount })
          }
          selectedNode={object?.node ?? null}
          onSelect={(picked) => go({ object: picked })}
          empty="There is no object of this type."
        />
      </section>
      {object !== null && <SelectedObject key={object.node} node={object.node} name={object.name} />}
    </div>
  )
}

function SelectedObject({ node, name }: { readonly node: number; readonly name: string }) {
  const { target, go } = useHeapView()
  const { documentId } = target
  const [side, setSide] = useState<Side>('in')
  const ask = async (fromRow: number, rowCount: number): Promise<HeapObjectsPage> => {
    if (side !== 'path')
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
    <section className={styles.pane} aria-label="Selected object">
      <PaneHeader title={rowName(name, null)}>
        <SegmentedControl
          label="Of the selected object"
          size="small"
          value={side}
          segments={sides.map((one) => ({ value: one.value, label: one.label }))}
          onChange={setSide}
        />
      </PaneHeader>
      <ObjectFacts documentId={documentId} node={node} />
      <ObjectGrid
        key={side}
        label={label}
        questionKey={`${side} ${String(node)}`}
        ask={ask}
        selectedNode={null}
        onActivate={(picked) => go({ object: picked })}
        empty={empty}
      />
    </section>
  )
}
