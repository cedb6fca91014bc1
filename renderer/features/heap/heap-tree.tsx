import { ChevronsDown } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { formatCount } from '../../../shared/base/format.ts'
import type { HeapTreeView } from '../../../shared/model/heap/heap-document.ts'
import { rawFieldName, rowName } from '../../../shared/model/heap/heap-row-names.ts'
import { useTree } from '../../bridge/use-tree.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../ui/data-grid/types.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Toolbar } from '../../ui/layout/pane.tsx'
import { BusyText } from '../../ui/layout/skeleton.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { useSteady } from '../../ui/use-steady.ts'
import { bytesColumn, countColumn, ownClass, textColumn } from './figure-column.tsx'
import { HeapTreeModel, type ShownHeapRow } from './heap-tree-model.ts'
import { type PickedType, useHeapView } from './heap-view.ts'
import { shareText } from './heap-words.ts'
import { BarLegend, RetainedBar } from './retained-bar.tsx'
import { TreeSearch } from './tree-search.tsx'
import { useTypeEntries } from './type-entries.ts'
import { heapLabels } from './heap-labels.ts'
import styles from './heap.module.css'

const barLegend = <BarLegend />

const titles: Readonly<Record<HeapTreeView, string>> = {
  dominators: heapLabels.tree.type,
  'dominator-objects': heapLabels.tree.object,
  paths: heapLabels.tree.pathFromRoot,
}

interface HeapTreeProps {
  readonly label: string
  /** Of the toolbar; what the tree can do comes behind it. */
  readonly controls: ReactNode
  readonly view: HeapTreeView
  /** Of paths: the type whose objects are kept alive. */
  readonly type: number | null
  /** Keys of the rows down to the one that is selected at first. */
  readonly start?: readonly number[] | null
}

/** A tree of the heap that is unfolded row by row. */
export function HeapTree({ label, controls, view, type, start = null }: HeapTreeProps) {
  const { target, summary, go } = useHeapView()
  const { documentId } = target
  const tree = useTree(JSON.stringify([documentId, view, type]), (events) => {
    const made = new HeapTreeModel(documentId, view, type, events)
    if (start !== null) made.unfoldTo(start)
    return made
  })
  const [selected, setSelected] = useState<string | null>(start?.join('/') ?? null)
  const entriesOf = useTypeEntries()
  const steady = useSteady({
    unfoldLargest: (): void =>
      tree?.unfoldLargest(tree.rows.find(({ key, row }) => key === selected && row !== null)?.path ?? [], setSelected),
    onFound: (path: readonly number[]): void => {
      tree?.unfoldTo(path)
      setSelected(path.join('/'))
    },
  })
  // Neither an answer nor another selection draws it anew.
  const bar = useMemo(
    () => (
      <Toolbar label={label} className={styles.controls}>
        {controls}
        <TreeSearch documentId={documentId} view={view} type={type} onFound={steady.onFound} />
        <Button size="small" icon={ChevronsDown} title={heapLabels.tree.largestPathHint} onClick={steady.unfoldLargest}>
          {heapLabels.tree.largestPath}
        </Button>
        {barLegend}
      </Toolbar>
    ),
    [label, controls, documentId, view, type, steady],
  )
  if (tree !== null && tree.error !== null) return <ErrorState error={tree.error} title={heapLabels.tree.couldntShow} />
  if (tree === null || !tree.isThere)
    return (
      <>
        {bar}
        <BusyText>{heapLabels.tree.calculating}</BusyText>
      </>
    )
  const isOfObjects = view === 'dominator-objects'
  const at = (index: number): ShownHeapRow => tree.rows[index]!
  const nameAt = (index: number): string => {
    const { row, omitted } = at(index)
    return row === null
      ? heapLabels.tree.more(formatCount(omitted?.rowCount ?? 0))
      : [rowName(row.name, row.rootKind), row.address].filter((text) => text !== '').join(' ')
  }
  const columns: readonly GridColumn[] = [
    {
      id: 'name',
      title: titles[view],
      width: 'rest',
      isRowHeader: true,
      hint: heapLabels.types.typeHint,
      render: (index) => (
        <MiddleEllipsis text={nameAt(index)} hint={hintOf(at(index))} className={ownClass(at(index).row?.module)} />
      ),
      text: nameAt,
    },
    ...(isOfObjects
      ? []
      : [
          countColumn(
            { id: 'count', title: view === 'paths' ? heapLabels.tree.objectsBelow : heapLabels.tree.count, width: 112 },
            (index) => at(index).row?.count ?? null,
          ),
        ]),
    bytesColumn(
      { id: 'shallow', title: heapLabels.tree.shallow, dropBelow: 620 },
      (index) => at(index).row?.shallowBytes ?? null,
    ),
    {
      id: 'bar',
      title: '',
      width: 120,
      minWidth: 60,
      dropBelow: 780,
      render: (index) => <RetainedBar row={at(index).row} whole={summary.objectBytes} />,
      text: () => '',
    },
    bytesColumn(
      {
        id: 'retained',
        title: heapLabels.tree.retained,
        hint: heapLabels.tree.retainedHint,
      },
      (index) => at(index).row?.retainedBytes ?? null,
    ),
    textColumn({ id: 'share', title: heapLabels.tree.share }, (index) =>
      at(index).row === null ? '' : shareText(at(index).row!.retainedBytes, summary),
    ),
  ]
  const pick = (index: number): PickedType | null => {
    const { row } = at(index)
    return row === null || row.name.startsWith('[') || isOfObjects
      ? null
      : { group: row.key, name: row.name, module: row.module }
  }
  return (
    <>
      {bar}
      <DataGrid
        label={label}
        columns={columns}
        rowCount={tree.rows.length}
        rowKey={(index) => at(index).key}
        reusesElements
        rowFacts={(index) => [at(index).row, at(index).omitted, summary]}
        selectedKey={selected}
        onSelect={setSelected}
        onActivate={(index) => {
          const { row } = at(index)
          if (row === null) tree.showMore(at(index))
          else if (isOfObjects && !row.name.startsWith('['))
            go({ tab: 'objects', type: null, object: { node: row.key, name: row.name } })
        }}
        tree={{
          level: (index) => at(index).path.length,
          isExpandable: (index) => at(index).row?.hasRows === true,
          isExpanded: (index) => tree.isUnfolded(at(index).key),
          setExpanded: (index, isExpanded) => tree.setUnfolded(at(index), isExpanded),
          expandAll: steady.unfoldLargest,
        }}
        contextMenu={(index) => entriesOf(pick(index))}
        paddingStart={16}
        empty={<EmptyState title={heapLabels.tree.nothingToShow} text={heapLabels.tree.noRoot} />}
      />
    </>
  )
}

/** Nothing: the whole name is enough. */
function hintOf({ row }: ShownHeapRow): string {
  return row === null ? '' : (rawFieldName(row.name) ?? row.module)
}
