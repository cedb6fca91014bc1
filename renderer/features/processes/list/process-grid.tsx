import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessSort, ProcessSortColumn } from '../../../store/processes-slice.ts'
import { isCopyKey } from '../../../ui/text/copy.ts'
import { MenuAt, type MenuPoint } from '../../../ui/overlay/menu.tsx'
import { useMetrics } from '../../../ui/metrics.ts'
import { askAgain, copyRow, openLive, resume } from '../actions.ts'
import { rowAction } from '../model/row-look.ts'
import type { ListItem, ProcessItem, ProcessList } from '../model/row-tree.ts'
import { rowMenu } from '../row-menu.ts'
import type { UsageFeed } from '../usage-feed.ts'
import { GridHead } from './grid-head.tsx'
import { isFoldable, itemId, moveInList, TypeAhead } from './grid-navigation.ts'
import { GroupRowView } from './group-row-view.tsx'
import styles from './process-grid.module.css'
import { ProcessRowView, type RowHandlers } from './process-row-view.tsx'
import { SparklineLayer, type LineRow } from './sparkline-layer.tsx'
import { ValuePainter } from './value-painter.ts'

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
 * The tree of processes. The grid has the focus and names its row with aria-activedescendant, so rows may come and go under it.
 * React renders it when rows change; figures and lines, which change every second, are written by ValuePainter and
 * SparklineLayer.
 */
export function ProcessGrid(props: ProcessGridProps) {
  const { list, selectedKey, arrivals, sort, feed, isActive, onSelect, onFold, onSort } = props
  const { items } = list
  const { rowHeight } = useMetrics()
  const scroller = useRef<HTMLDivElement>(null)
  const gridId = useId()
  const [groupId, setGroupId] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ readonly key: string; readonly point: MenuPoint } | null>(null)
  const [howKey, setHowKey] = useState<ProcessKey | null>(null)
  const [typeAhead] = useState(() => new TypeAhead())
  const [painter] = useState(() => new ValuePainter(feed))
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => itemIdAt(items, index),
    overscan: 6,
    // The head stands above the rows in the same scrolling box.
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
  })
  useEffect(() => virtualizer.measure(), [rowHeight, virtualizer])
  useEffect(() => {
    if (!isActive) return undefined
    painter.paintAll()
    return feed.subscribe(() => painter.paintAll())
  }, [feed, isActive, painter])

  const indexes = useMemo(() => new Map(items.map((item, index) => [itemId(item), index])), [items])
  const selectedIndex = indexes.get(groupId ?? selectedKey ?? '') ?? -1
  const goTo = (index: number): void => {
    const item = items[index]
    if (item === undefined) return
    virtualizer.scrollToIndex(index)
    setGroupId(item.kind === 'group' ? item.id : null)
    if (item.kind === 'process') onSelect(item.row.key)
  }
  const toggle = (item: ListItem | undefined): void => {
    if (item !== undefined && isFoldable(item)) onFold([itemId(item)], item.isExpanded)
  }
  const newest = useRef({ items, indexes, goTo, toggle })
  useEffect(() => {
    newest.current = { items, indexes, goTo, toggle }
  })
  // The same object for the life of the grid, so that a row renders only when it changes itself.
  const [handlers] = useState<RowHandlers>(() => {
    const indexOf = (id: string) => newest.current.indexes.get(id) ?? -1
    return {
      select: (id) => newest.current.goTo(indexOf(id)),
      toggle: (id) => newest.current.toggle(newest.current.items[indexOf(id)]),
      open: openLive,
      resume,
      retry: askAgain,
      showHow: setHowKey,
      showMenu(id, x, y) {
        newest.current.goTo(indexOf(id))
        setMenu({ key: id, point: { x, y } })
      },
    }
  })

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const selected = items[selectedIndex]
    if (runRowKey(event, selected)) {
      event.preventDefault()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const pageSize = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const move = moveInList(event.key, items, selectedIndex, pageSize)
    if (move !== null) {
      event.preventDefault()
      if (move.kind === 'go') goTo(move.index)
      else if (move.kind === 'expand') onFold([itemIdAt(items, move.index)], !move.isExpanded)
      else onFold(items.map(itemId), false)
    } else if (
      /^[\p{L}\p{N}._-]$/u.test(event.key) &&
      (typeAhead.isTyping(performance.now()) || !isPinKey(event.key))
    ) {
      const found = typeAhead.type(event.key, items, selectedIndex, performance.now())
      event.preventDefault()
      if (found !== null) goTo(found)
    }
  }
  const runRowKey = (event: KeyboardEvent, selected: ListItem | undefined): boolean => {
    if (selected?.kind === 'group') {
      if (event.key === 'Enter') toggle(selected)
      return event.key === 'Enter'
    }
    if (selected === undefined) return false
    const { row } = selected
    if (isCopyKey(event)) copyRow(row)
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) showMenuByKey(row.key)
    else if (event.key === 'Enter' && rowAction(row) === 'how') setHowKey(row.key)
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) openLive(row)
    else return false
    return true
  }
  const showMenuByKey = (key: ProcessKey): void => {
    const box = document.getElementById(`${gridId}-${key}`)?.getBoundingClientRect()
    if (box !== undefined) setMenu({ key, point: { x: box.left + 32, y: box.bottom } })
  }

  const virtualItems = virtualizer.getVirtualItems()
  const menuItem = menu === null ? undefined : items[indexes.get(menu.key) ?? -1]
  const layer = useLineRows(items, virtualItems.at(0)?.index ?? 0, virtualItems.length, rowHeight)
  const scaleKeys = useMemo(() => items.flatMap((item) => (item.kind === 'process' ? [item.row.key] : [])), [items])
  const nowMs = Date.now()
  return (
    <>
      <div
        ref={scroller}
        role="treegrid"
        aria-label="Processes"
        aria-rowcount={items.length + 1}
        aria-colcount={9}
        aria-activedescendant={
          // Only while it is drawn: an id that is not there means nothing to a screen reader.
          virtualItems.some((item) => item.index === selectedIndex)
            ? `${gridId}-${itemIdAt(items, selectedIndex)}`
            : undefined
        }
        tabIndex={0}
        className={styles.grid}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const isByKey = event.target === event.currentTarget && event.currentTarget.matches(':focus-visible')
          if (isByKey && selectedIndex < 0) goTo(items.findIndex((item) => item.kind === 'process'))
        }}
      >
        <GridHead sort={sort} onSort={onSort} />
        <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
          {virtualItems.map(({ index, start }) => {
            const item = items[index]
            if (item === undefined) return null
            const id = itemId(item)
            const shared = {
              domId: `${gridId}-${id}`,
              top: start - rowHeight,
              rowIndex: index + 2,
              isSelected: index === selectedIndex,
            }
            return item.kind === 'group' ? (
              <GroupRowView key={id} {...shared} item={item} onSelect={handlers.select} onToggle={handlers.toggle} />
            ) : (
              <ProcessRowView
                key={id}
                {...shared}
                item={item}
                isNew={isNew(item, arrivals, nowMs)}
                isHowOpen={howKey === item.row.key}
                painter={painter}
                handlers={handlers}
              />
            )
          })}
          {isActive && (
            <>
              <SparklineLayer metric="cpu" feed={feed} {...layer} scaleKeys={scaleKeys} className={styles.cpuLine} />
              <SparklineLayer
                metric="workingSet"
                feed={feed}
                {...layer}
                scaleKeys={scaleKeys}
                className={styles.workingSetLine}
              />
            </>
          )}
        </div>
      </div>
      <MenuAt
        point={menuItem?.kind === 'process' ? (menu?.point ?? null) : null}
        entries={menuItem?.kind === 'process' ? menuFor(menuItem, setHowKey) : []}
        onClose={() => {
          setMenu(null)
          scroller.current?.focus()
        }}
      />
    </>
  )
}

function menuFor(item: ProcessItem, showHow: (key: ProcessKey) => void) {
  return rowMenu(item.row, () => showHow(item.row.key))
}

function itemIdAt(items: readonly ListItem[], index: number): string {
  const item = items[index]
  return item === undefined ? `none-${index}` : itemId(item)
}

/** P pins (a command of the screen), except inside a word that is being typed. */
function isPinKey(key: string): boolean {
  return key === 'p' || key === 'P'
}

function isNew(item: ProcessItem, arrivals: ReadonlyMap<ProcessKey, number>, nowMs: number): boolean {
  const arrivedMs = arrivals.get(item.row.key)
  return arrivedMs !== undefined && nowMs - arrivedMs < highlightMs
}

/** Rows in view that have lines, and the band the line canvases cover. A row with a button there has no line. */
function useLineRows(
  items: readonly ListItem[],
  firstIndex: number,
  count: number,
  rowHeight: number,
): { readonly rows: readonly LineRow[]; readonly top: number; readonly height: number } {
  return useMemo(() => {
    const rows: LineRow[] = []
    for (let index = firstIndex; index < firstIndex + count; index++) {
      const item = items[index]
      if (item?.kind !== 'process' || rowAction(item.row) !== null || item.row.state === 'exited') continue
      rows.push({ key: item.row.key, top: (index - firstIndex) * rowHeight })
    }
    return { rows, top: firstIndex * rowHeight, height: count * rowHeight }
  }, [count, firstIndex, items, rowHeight])
}
