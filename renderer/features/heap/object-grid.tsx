import { countOf } from '../../../shared/base/count-of.ts'
import { useState } from 'react'
import type { HeapObjectRow, HeapObjectsPage } from '../../../shared/model/heap/heap-document.ts'
import { rowName } from '../../../shared/model/heap/heap-row-names.ts'
import { RowPages, useRowPages } from '../../bridge/row-pages.ts'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../ui/data-grid/types.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { BusyText } from '../../ui/layout/skeleton.tsx'
import { bytesColumn, nameColumn } from './figure-column.tsx'
import { type PickedObject, useHeapView } from './heap-view.ts'
import { heapLabels } from './heap-labels.ts'
import styles from './heap.module.css'

interface ObjectGridProps {
  readonly label: string
  readonly questionKey: string
  readonly ask: (fromRow: number, rowCount: number) => Promise<HeapObjectsPage>
  /** Null: the rows have a selection of their own, and Enter or a double click goes to an object. */
  readonly selectedNode: number | null
  readonly onSelect?: (picked: PickedObject) => void
  readonly onActivate?: (picked: PickedObject) => void
  readonly empty: string
}

/** Objects of the heap, a row each. */
export function ObjectGrid({ label, questionKey, ask, selectedNode, onSelect, onActivate, empty }: ObjectGridProps) {
  const pages = useRowPages(questionKey, (onChange) => new RowPages<HeapObjectRow>('heaps.objects', ask, onChange), {
    isNewEachTime: true,
  })
  const { summary } = useHeapView()
  const [selected, setSelected] = useState({ key: null as string | null, of: questionKey })
  const ownKey = selected.of === questionKey ? selected.key : null
  const row = (index: number): HeapObjectRow | null => pages?.row(index) ?? null
  const give = (index: number, to: ((picked: PickedObject) => void) | undefined): void => {
    const picked = row(index)
    // Roots are no objects.
    if (picked !== null && !picked.name.startsWith('[')) to?.({ node: picked.node, name: picked.name })
  }
  const isList = onSelect !== undefined
  const columns: readonly GridColumn[] = [
    nameColumn({ id: 'name', title: heapLabels.objects.type, width: 'rest', isRowHeader: true }, (index) =>
      nameOf(row(index)),
    ),
    {
      id: 'address',
      title: heapLabels.objects.address,
      width: 140,
      dropBelow: 380,
      render: (index) => <span className={styles.address}>{row(index)?.address ?? ''}</span>,
      text: (index) => row(index)?.address ?? '',
    },
    ...(summary.generationBytes !== null
      ? [
          {
            id: 'generation',
            title: heapLabels.objects.gen,
            width: 64,
            dropBelow: 600,
            render: (index: number) => row(index)?.generation ?? '',
            text: (index: number) => row(index)?.generation ?? '',
          },
        ]
      : []),
    bytesColumn(
      { id: 'shallow', title: heapLabels.objects.shallow, dropBelow: 440 },
      (index) => row(index)?.shallowBytes ?? null,
    ),
    bytesColumn({ id: 'retained', title: heapLabels.objects.retained }, (index) => row(index)?.retainedBytes ?? null),
  ]
  if (pages !== null && pages.error !== null)
    return <ErrorState error={pages.error} title={heapLabels.objects.couldntList} />
  const rowCount = pages?.rowCount ?? 0
  return (
    <>
      <DataGrid
        label={label}
        columns={columns}
        rowCount={rowCount}
        rowKey={(index) =>
          isList ? String(row(index)?.node ?? -1 - index) : `${String(index)} ${String(row(index)?.node)}`
        }
        reusesElements
        rowFacts={(index) => [row(index)]}
        selectedKey={isList ? (selectedNode === null ? null : String(selectedNode)) : ownKey}
        picksFirst={selectedNode === null}
        onSelect={(key, index) => {
          setSelected({ key, of: questionKey })
          give(index, onSelect)
        }}
        onActivate={(index) => give(index, onActivate)}
        paddingStart={16}
        empty={
          pages === null ? (
            // To order fifty million objects takes seconds.
            <BusyText>{heapLabels.objects.calculating}</BusyText>
          ) : (
            <EmptyState title={heapLabels.objects.nothingToShow} text={empty} />
          )
        }
      />
      {rowCount > 0 && (
        <span className={styles.foot} role="status">
          {countOf(rowCount, 'row', 'rows')}
        </span>
      )}
    </>
  )
}

function nameOf(row: HeapObjectRow | null): string {
  if (row === null) return ''
  const name = rowName(row.name, null)
  return row.field === '' ? name : `${row.field}: ${name}`
}
