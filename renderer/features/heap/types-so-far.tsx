import { useState } from 'react'
import { countOf } from '../../../shared/base/count-of.ts'
import { formatCount } from '../../../shared/base/format.ts'
import type { HeapTypeOfPart, HeapTypesSoFar } from '../../../shared/model/heap/heap-document.ts'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../ui/data-grid/types.ts'
import { Toolbar } from '../../ui/layout/pane.tsx'
import { Busy } from '../../ui/layout/skeleton.tsx'
import { bytesColumn, countColumn, moduleColumn, typeColumn } from './figure-column.tsx'
import { bytesText } from './heap-words.ts'
import { heapLabels } from './heap-labels.ts'
import styles from './heap.module.css'

interface TypesSoFarProps {
  /** Of the file. */
  readonly name: string
  readonly types: HeapTypesSoFar
}

/** The types of a graph that takes long to read, before it is there: the largest ones, which change under the eyes. */
export function TypesSoFar({ name, types }: TypesSoFarProps) {
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  const { rows, typeCount } = types
  const columns: readonly GridColumn[] = [
    typeColumn({ id: 'name', title: heapLabels.types.type, width: 'rest', isRowHeader: true }, (index) => rows[index]),
    ...(rows.some(({ module }) => module !== '') ? [moduleColumn((index) => rows[index]?.module ?? '')] : []),
    countColumn({ id: 'count', title: heapLabels.types.count }, (index) => rows[index]?.count ?? null),
    bytesColumn(
      { id: 'shallow', title: heapLabels.types.shallow, hint: heapLabels.types.shallowHint },
      (index) => rows[index]?.shallowBytes ?? null,
    ),
  ]
  return (
    <div className={styles.screen} data-testid="heap-so-far">
      <h1 className="visually-hidden">{name}</h1>
      <Toolbar label={heapLabels.types.types} className={styles.controls} aria-busy="true">
        <Busy />
        <span className={styles.note}>{noteOf(name, types)}</span>
      </Toolbar>
      <div className={styles.pane}>
        <DataGrid
          label={heapLabels.types.types}
          columns={columns}
          rowCount={rows.length}
          rowKey={(index) => keyOf(rows[index])}
          rowFacts={(index) => [rows[index]]}
          selectedKey={selectedKey}
          onSelect={setSelectedKey}
          paddingStart={16}
        />
        {rows.length < typeCount && (
          <p className={styles.foot}>{heapLabels.screen.largestOf(formatCount(rows.length), formatCount(typeCount))}</p>
        )}
      </div>
    </div>
  )
}

function keyOf(row: HeapTypeOfPart | undefined): string {
  return row === undefined ? '' : `${row.module}/${row.name}`
}

function noteOf(name: string, { readShare, objectCount, objectBytes }: HeapTypesSoFar): string {
  const objects = countOf(objectCount, 'object', 'objects')
  const bytes = bytesText(objectBytes)
  if (readShare === 1) return heapLabels.screen.soFarResolving(objects, bytes)
  return heapLabels.screen.soFar(name, String(Math.floor(readShare * 100)), objects, bytes)
}
