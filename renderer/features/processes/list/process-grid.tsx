import { useEffect, useState } from 'react'
import type { ProcessKey } from '../../../../shared/model/ids.ts'
import { useApp } from '../../../store/create-store.ts'
import { nextMarks } from '../model/marks.ts'
import type { ProcessSort, ProcessSortColumn } from '../../../store/processes-slice.ts'
import { cx } from '../../../ui/class-names.ts'
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx'
import type { GridSpan, GridView } from '../../../ui/data-grid/types.ts'
import { openLive } from '../actions.ts'
import { hasValues, rowAction } from '../model/row-look.ts'
import { rowAsTsv } from '../model/row-text.ts'
import type { ListItem, ProcessList } from '../model/row-tree.ts'
import { rowMenu } from '../row-menu.ts'
import type { UsageFeed } from '../usage-feed.ts'
import { isDim, itemId, treeOf } from './grid-items.ts'
import { GroupTitle, groupTitle } from './group-title.tsx'
import { LineLayers } from './line-layers.tsx'
import { processColumns } from './process-columns.tsx'
import styles from './process-grid.module.css'
import { ReasonCell } from './reason-cell.tsx'
import { ValuePainter } from './value-painter.ts'
import { processLabels } from '../process-labels.ts'

export interface ProcessGridProps {
  readonly list: ProcessList
  readonly selectedKey: ProcessKey | null
  readonly arrivals: ReadonlyMap<ProcessKey, number>
  readonly sort: ProcessSort | null
  readonly feed: UsageFeed
  /** Behind another document nothing is drawn. */
  readonly isActive: boolean
  readonly onSelect: (key: ProcessKey | null) => void
  readonly onFold: (ids: readonly string[], isFolded: boolean) => void
  readonly onSort: (column: ProcessSortColumn) => void
}

/** As long as the animation in the style sheet. */
const highlightMs = 2000

/**
 * The tree of processes, its groups as headings that fold. React renders it when rows change; figures and lines, which change every
 * second, are written by ValuePainter and SparklineLayer.
 */
export function ProcessGrid(props: ProcessGridProps) {
  const { list, selectedKey, arrivals, sort, feed, isActive, onSelect, onFold, onSort } = props
  const { items } = list
  const [groupId, setGroupId] = useState<string | null>(null)
  const [howKey, setHowKey] = useState<ProcessKey | null>(null)
  const marked = useApp(({ markedProcessKeys }) => markedProcessKeys)
  const mark = useApp(({ markProcesses }) => markProcesses)
  const [painter] = useState(() => new ValuePainter(feed))
  useEffect(() => {
    if (!isActive) return undefined
    painter.paintAll()
    return feed.subscribe(() => painter.paintAll())
  }, [feed, isActive, painter])
  const spanOf = (index: number): GridSpan | null => {
    const item = items[index]
    if (item?.kind === 'group') return { fromColumnId: 'name', content: <GroupTitle item={item} /> }
    if (item === undefined || hasValues(item.row)) return null
    const { row } = item
    return {
      fromColumnId: 'cpu',
      content: <ReasonCell row={row} isHowOpen={howKey === row.key} onHow={setHowKey} />,
    }
  }
  const drawLines = (view: GridView) => isActive && <LineLayers items={items} feed={feed} view={view} />
  return (
    <DataGrid
      label={processLabels.grid.processes}
      className={styles.grid}
      columns={processColumns(items, painter)}
      rowCount={items.length}
      rowKey={(index) => itemIdAt(items, index)}
      selectedKey={groupId ?? selectedKey}
      onSelect={(id, index) => {
        const item = items[index]
        setGroupId(item?.kind === 'group' ? id : null)
        if (item?.kind === 'process') onSelect(item.row.key)
      }}
      isMarked={(index) => {
        const item = items[index]
        return item?.kind === 'process' && marked.has(item.row.key)
      }}
      onMark={(index, how) => mark(nextMarks(items, { marked, selectedKey, index, how }))}
      onActivate={(index) => {
        const item = items[index]
        if (item?.kind === 'group') onFold([item.id], item.isExpanded)
        else if (item !== undefined && rowAction(item.row) === 'how') setHowKey(item.row.key)
        else if (item !== undefined) openLive(item.row)
      }}
      tree={treeOf(items, onFold)}
      sort={sort === null ? null : { columnId: sort.column, direction: sort.direction }}
      onSort={(columnId) => onSort(columnId as ProcessSortColumn)}
      span={spanOf}
      rowClassName={(index) => {
        const item = items[index]
        if (item?.kind !== 'process') return styles.group
        return cx(isDim(item) && styles.dim, isNew(item.row.key, arrivals) && styles.new)
      }}
      rowAttributes={(index) => rowAttributes(items[index])}
      contextMenu={(index) => {
        const item = items[index]
        return item?.kind === 'process' ? rowMenu(item.row, () => setHowKey(item.row.key)) : null
      }}
      rowText={(index) => {
        const item = items[index]
        if (item === undefined) return ''
        return item.kind === 'group' ? groupTitle(item.id) : rowAsTsv(item.row, feed.latest(item.row.key))
      }}
      // P pins (a command of the screen), except inside a word that is being typed.
      isTypeAhead={(key, isTyping) => isTyping || key.toLowerCase() !== 'p'}
      overlay={drawLines}
    />
  )
}

function rowAttributes(item: ListItem | undefined) {
  if (item?.kind !== 'process') return {}
  const { pid, state, isTool } = item.row
  return {
    'data-testid': 'process-row',
    'data-pid': pid,
    'data-state': state,
    'data-tool': isTool ? 'true' : undefined,
  }
}

function itemIdAt(items: readonly ListItem[], index: number): string {
  const item = items[index]
  return item === undefined ? `none-${index}` : itemId(item)
}

function isNew(key: ProcessKey, arrivals: ReadonlyMap<ProcessKey, number>): boolean {
  const arrivedMs = arrivals.get(key)
  return arrivedMs !== undefined && Date.now() - arrivedMs < highlightMs
}
