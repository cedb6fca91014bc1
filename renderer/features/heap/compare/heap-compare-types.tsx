import { useState } from 'react'
import {
  heapCompareColumns,
  type HeapCompareColumn,
  type HeapCompareMeasure,
  type HeapCompareRow,
  type HeapComparison,
} from '../../../../shared/model/heap/heap-compare.ts'
import { Chip } from '../../../ui/chip.tsx'
import { ChangeBar, changeTone } from '../../../ui/compare/change-bar.tsx'
import { cx } from '../../../ui/class-names.ts'
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx'
import { nextSort } from '../../../ui/data-grid/next-sort.ts'
import type { GridColumn, GridSort } from '../../../ui/data-grid/types.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { bytesColumn, countColumn, moduleColumn, ownClass } from '../figure-column.tsx'
import { type PickedType, useHeapView } from '../heap-view.ts'
import { bytesText } from '../heap-words.ts'
import { useTypeEntries } from '../type-entries.ts'
import { bytesChangeText, countChangeText, letters, measureWords } from './compare-words.ts'
import { compareLabels } from './compare-labels.ts'
import { heapLabels } from '../heap-labels.ts'
import styles from './heap-compare.module.css'

export const largestChange: GridSort = { columnId: 'change', direction: 'descending' }

export function sortColumnOf({ columnId }: GridSort): HeapCompareColumn {
  return heapCompareColumns.find((column) => column === columnId) ?? 'change'
}

interface HeapCompareTypesProps {
  readonly comparison: HeapComparison
  readonly measure: HeapCompareMeasure
  readonly sort: GridSort
  readonly onSort: (sort: GridSort) => void
}

/** Types by how much more or less of them there is. */
export function HeapCompareTypes({ comparison, measure, sort, onSort }: HeapCompareTypesProps) {
  const [selected, setSelected] = useState<string | null>(null)
  const { go } = useHeapView()
  const entriesOf = useTypeEntries()
  const { rows, heaps } = comparison
  const row = (index: number): HeapCompareRow => rows[index]!
  const most = rows.reduce((largest, { change }) => Math.max(largest, Math.abs(change)), 0)
  const last = letters[heaps.length - 1]!
  const title = measureWords[measure]
  const marksGrowth = rows.some(({ isGrowing }) => !isGrowing)
  const pick = (index: number): PickedType | null => {
    const { group, name, module } = row(index)
    return group === null ? null : { group, name, module }
  }
  const columns: readonly GridColumn[] = [
    {
      id: 'name',
      title: compareLabels.types.type,
      width: 'rest',
      isRowHeader: true,
      isSortable: true,
      hint: heapLabels.types.typeHint,
      render: (index) => <TypeName row={row(index)} marksGrowth={marksGrowth} />,
      text: (index) => row(index).name,
    },
    countColumn(
      {
        id: 'countA',
        title: compareLabels.types.countA,
        width: 96,
        isSortable: true,
        // The line of a type's growth needs the room of its first count.
        dropBelow: heaps.length > 2 ? 960 : 700,
      },
      (index) => row(index).counts[0]!,
    ),
    countColumn(
      { id: 'countB', title: compareLabels.types.countOf(last), width: 96, isSortable: true, dropBelow: 700 },
      (index) => row(index).counts.at(-1)!,
    ),
    {
      id: 'countChange',
      title: compareLabels.types.change,
      width: 96,
      align: 'end',
      isSortable: true,
      render: (index) => <Change text={countChangeText(row(index).countChange)} change={row(index).countChange} />,
      text: (index) => String(row(index).countChange),
    },
    ...(heaps.length > 2 ? [growthColumn(rows, measure)] : []),
    {
      id: 'bar',
      title: '',
      width: 140,
      minWidth: 70,
      dropBelow: 860,
      render: (index) => <ChangeBar change={row(index).change} most={most} />,
      text: () => '',
    },
    {
      id: 'change',
      title: compareLabels.types.changeOf(title),
      width: 136,
      align: 'end',
      isSortable: true,
      render: (index) => <Change text={bytesChangeText(row(index).change)} change={row(index).change} />,
      text: (index) => String(row(index).change),
    },
    bytesColumn({ id: 'b', title: `${title} ${last}`, width: 110, isSortable: true, dropBelow: 780 }, (index) =>
      row(index)[measure].at(-1)!,
    ),
    moduleColumn((index) => row(index).module, { width: 180, dropBelow: 1100, isSortable: true }),
  ]
  return (
    <DataGrid
      label={compareLabels.types.title}
      columns={columns}
      rowCount={rows.length}
      rowKey={(index) => `${row(index).module}!${row(index).name}`}
      selectedKey={selected}
      onSelect={setSelected}
      onActivate={(index) => {
        const type = pick(index)
        if (type !== null) go({ tab: 'paths', type, object: null })
      }}
      contextMenu={(index) => entriesOf(pick(index))}
      sort={sort}
      onSort={(id) => {
        const column = columns.find((one) => one.id === id)
        onSort((column && nextSort(sort, column)) ?? largestChange)
      }}
      gap={16}
      paddingStart={16}
      empty={<EmptyState title={compareLabels.types.nothingToShow} text={compareLabels.types.noTypeMatches} />}
    />
  )
}

/** One small line per type: its size in each heap, on a scale of its own. */
function growthColumn(rows: readonly HeapCompareRow[], measure: HeapCompareMeasure): GridColumn {
  return {
    id: 'growth',
    title: compareLabels.types.growth,
    width: 84,
    render: (index) => {
      const values = rows[index]![measure]
      return (
        <Sparkline
          values={values}
          revision={0}
          max={Math.max(...values)}
          token="--series-1"
          capacity={values.length}
          label={values.map(bytesText).join(', ')}
        />
      )
    },
    text: (index) => rows[index]![measure].join(' '),
  }
}

interface TypeNameProps {
  readonly row: HeapCompareRow
  /** Not where every row grows. */
  readonly marksGrowth: boolean
}

function TypeName({ row: { name, module, state, isGrowing }, marksGrowth }: TypeNameProps) {
  return (
    <span className={styles.named}>
      <MiddleEllipsis text={name} hint={module} className={ownClass(module)} />
      {state !== null && <Chip tone={state === 'new' ? 'warn' : 'absent'}>{state}</Chip>}
      {isGrowing && marksGrowth && <Chip tone="note">{compareLabels.types.growing}</Chip>}
    </span>
  )
}

function Change({ text, change }: { readonly text: string; readonly change: number }) {
  return <span className={cx('tabular', changeTone(change))}>{text}</span>
}
