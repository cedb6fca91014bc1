import { countOf } from '../../../shared/base/count-of.ts'
import { memo, useMemo, useState } from 'react'
import {
  heapGenerations,
  heapGroupings,
  type HeapGrouping,
  type HeapSummary,
  heapTypeColumns,
  type HeapTypeRowSoFar,
} from '../../../shared/model/heap/heap-document.ts'
import { invoke } from '../../bridge/bridge.ts'
import { RowPages, useRowPages } from '../../bridge/row-pages.ts'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import { nextSort } from '../../ui/data-grid/next-sort.ts'
import type { GridColumn, GridSort } from '../../ui/data-grid/types.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Toolbar } from '../../ui/layout/pane.tsx'
import { BusyText } from '../../ui/layout/skeleton.tsx'
import { useNewest } from '../../ui/use-newest.ts'
import { useSameValue } from '../../ui/use-same-value.ts'
import { generationRoom } from './generation-room.ts'
import { heapTableEntries } from './heap-exports.ts'
import { SaveTable } from './save-table.tsx'
import { bytesColumn, countColumn, moduleColumn, nameColumn, textColumn, typeColumn } from './figure-column.tsx'
import { type PickedType, useHeapView } from './heap-view.ts'
import { shareText } from './heap-words.ts'
import { BarLegend, RetainedBar } from './retained-bar.tsx'
import { SelectedType } from './selected-type.tsx'
import { useTypeEntries } from './type-entries.ts'
import { heapLabels } from './heap-labels.ts'
import styles from './heap.module.css'

const groupingWords: Readonly<Record<HeapGrouping, string>> = {
  type: heapLabels.types.type,
  namespace: heapLabels.types.namespace,
  module: heapLabels.types.module,
}
/** Those in which anything lies; none where the file doesn't tell. */
function generationColumns(
  { generationBytes }: HeapSummary,
  row: (index: number) => HeapTypeRowSoFar | null,
): readonly GridColumn[] {
  const room = generationRoom(generationBytes ?? [])
  return heapGenerations.flatMap((generation, at) => {
    const dropBelow = room[at] ?? null
    return dropBelow === null
      ? []
      : [
          bytesColumn(
            {
              id: generation,
              title: heapLabels.types.generations[generation],
              hint: heapLabels.types.generationHints[generation],
              width: 70,
              minWidth: 68,
              dropBelow,
              isSortable: true,
            },
            (index) => nothingAsNull(row(index)?.generationBytes?.[at]),
          ),
        ]
  })
}

/** Most types lie in one generation: cells without anything would hide that. */
function nothingAsNull(bytes: number | undefined): number | null {
  return bytes === undefined || bytes === 0 ? null : bytes
}

/** Always the same: a letter in the field draws it no more than the rest. */
const barLegend = <BarLegend />

const mostRetained: GridSort = { columnId: 'retained', direction: 'descending' }

/** Every type with what it takes, and what could be collected without its objects. */
export function TypesTab() {
  const { target, summary, type } = useHeapView()
  const [grouping, setGrouping] = useState<HeapGrouping>('type')
  const [search, setSearch] = useState('')
  const [chosenSort, setSort] = useState<GridSort>(mostRetained)
  const isWhole = summary.unreached !== null
  const { columnId, direction } = chosenSort
  const sort = useSameValue<GridSort>(
    isWhole || columnId !== 'retained' ? chosenSort : { direction, columnId: 'shallow' },
  )
  const question = {
    grouping,
    search,
    sortBy: heapTypeColumns.find((column) => column === sort.columnId) ?? 'retained',
    isDescending: sort.direction === 'descending',
  }
  const { documentId } = target
  const ask = (fromRow: number, rowCount: number) => invoke('heaps.types', { documentId, question, fromRow, rowCount })
  const pages = useRowPages(
    JSON.stringify([question, isWhole]),
    (onChange) => new RowPages<HeapTypeRowSoFar>('heaps.types', ask, onChange),
    { isPatient: true },
  )
  const newestQuestion = useNewest(question)
  const rowCount = pages?.rowCount ?? null
  // A letter in the field draws neither these nor the table anew.
  const groupings = useMemo(
    () => (
      <SegmentedControl
        label={heapLabels.types.rows}
        value={grouping}
        segments={heapGroupings.map((value) => ({ value, label: groupingWords[value] }))}
        onChange={setGrouping}
      />
    ),
    [grouping],
  )
  const saving = useMemo(
    () => <SaveTable entries={heapTableEntries(documentId, 'types', () => ({ types: newestQuestion() }))} />,
    [documentId, newestQuestion],
  )
  return (
    <div className={styles.pane}>
      <Toolbar label={heapLabels.types.types} className={styles.controls}>
        {groupings}
        <SearchField
          label={heapLabels.types.filterNames}
          value={search}
          onChange={setSearch}
          className={styles.search}
        />
        {saving}
        <span className={styles.note} role="status">
          {rowCount === null
            ? ''
            : countOf(rowCount, 'row', 'rows') + (isWhole ? '' : heapLabels.types.computingRetainedSizes)}
        </span>
        {barLegend}
      </Toolbar>
      {pages !== null && pages.error !== null ? (
        <ErrorState error={pages.error} title={heapLabels.types.couldntList} />
      ) : pages === null || rowCount === null ? (
        <BusyText>{heapLabels.types.calculating}</BusyText>
      ) : (
        <div className={styles.split}>
          <div className={styles.pane}>
            <TypesTable pages={pages} round={pages.round} grouping={grouping} sort={sort} onSort={setSort} />
          </div>
          {type !== null && grouping === 'type' && (
            <SelectedType key={`${String(type.group)} ${String(isWhole)}`} type={type} />
          )}
        </div>
      )}
    </div>
  )
}

interface TypesTableProps {
  readonly pages: RowPages<HeapTypeRowSoFar>
  /** Another one: more of them is there. */
  readonly round: number
  readonly grouping: HeapGrouping
  readonly sort: GridSort
  readonly onSort: (sort: GridSort) => void
}

const TypesTable = memo(function TypesTable({ pages, grouping, sort, onSort }: TypesTableProps) {
  const { summary, type, go } = useHeapView()
  const entriesOf = useTypeEntries()
  const isWhole = summary.unreached !== null
  const row = (index: number): HeapTypeRowSoFar | null => pages.row(index)
  const pick = (index: number): PickedType | null => {
    const picked = row(index)
    if (picked === null || grouping !== 'type') return null
    const { group, name, module } = picked
    return { group, name, module }
  }
  const nameOptions = {
    id: 'name',
    title: groupingWords[grouping],
    width: 'rest',
    minWidth: 200,
    isRowHeader: true,
    isSortable: true,
  } as const
  const columns: readonly GridColumn[] = [
    grouping === 'type' ? typeColumn(nameOptions, row) : nameColumn(nameOptions, (index) => row(index)?.name ?? ''),
    ...(grouping === 'type' && summary.hasModules
      ? // The module is in the pane of the type as well.
        [moduleColumn((index) => row(index)?.module ?? '', { isSortable: true })]
      : []),
    countColumn({ id: 'count', title: heapLabels.types.count, isSortable: true }, (index) => row(index)?.count ?? null),
    bytesColumn(
      { id: 'shallow', title: heapLabels.types.shallow, isSortable: true, hint: heapLabels.types.shallowHint },
      (index) => row(index)?.shallowBytes ?? null,
    ),
    ...generationColumns(summary, row),
    {
      id: 'bar',
      title: '',
      width: 72,
      minWidth: 48,
      dropBelow: 820,
      render: (index) => <RetainedBar row={row(index)} whole={summary.objectBytes} />,
      text: () => '',
    },
    bytesColumn(
      { id: 'retained', title: heapLabels.types.retained, isSortable: isWhole, hint: heapLabels.types.retainedHint },
      (index) => row(index)?.retainedBytes ?? null,
    ),
    textColumn({ id: 'share', title: heapLabels.types.share, dropBelow: 700 }, (index) =>
      row(index) === null ? '' : shareText(row(index)!.retainedBytes, summary),
    ),
  ]
  return (
    <DataGrid
      label={heapLabels.types.types}
      columns={columns}
      rowCount={pages.rowCount ?? 0}
      rowKey={(index) => String(row(index)?.group ?? `row-${String(index)}`)}
      reusesElements
      rowFacts={(index) => [row(index), summary]}
      selectedKey={type === null || grouping !== 'type' ? null : String(type.group)}
      onSelect={(_key, index) => {
        const picked = pick(index)
        if (picked !== null && picked.group !== type?.group) go({ type: picked, object: null })
      }}
      onActivate={(index) => {
        const picked = pick(index)
        if (picked !== null) go({ tab: 'paths', type: picked, object: null })
      }}
      sort={sort}
      onSort={(id) => {
        const column = columns.find((one) => one.id === id)
        onSort((column && nextSort(sort, column)) ?? mostRetained)
      }}
      contextMenu={(index) => entriesOf(pick(index))}
      paddingStart={16}
      empty={<EmptyState title={heapLabels.types.nothingToShow} text={heapLabels.types.noNameMatches} />}
    />
  )
})
