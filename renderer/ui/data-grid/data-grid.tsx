import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react'
import { cx } from '../class-names.ts'
import { isCopyKey, useCopyText } from '../text/copy.ts'
import { MenuAt, type MenuPoint } from '../overlay/menu.tsx'
import { useMetrics } from '../metrics.ts'
import styles from './data-grid.module.css'
import { GridHeader } from './grid-header.tsx'
import { tsvRow } from '../../../shared/base/table-cells.ts'
import { findByPrefix, moveForKey, typeAheadMs } from './grid-keys.ts'
import { GridRow } from './grid-row.tsx'
import type { DataGridProps, GridColumn } from './types.ts'

/**
 * Virtual table over row indices, as a grid or a treegrid. The grid itself scrolls, has the focus and names its row
 * with aria-activedescendant, so rows may come and go under it. Keys: arrows, Home, End, PageUp, PageDown, Left, Right, `*`,
 * type-ahead, Enter, Ctrl+C (row as TSV), the menu key.
 */
export function DataGrid(props: DataGridProps) {
  const { label, columns, rowCount, rowKey, selectedKey, onSelect, onActivate, tree, heading, contextMenu } = props
  const { gap = 8, paddingStart = 8, paddingEnd = 12 } = props
  const { rowHeight, scale } = useMetrics()
  const copyText = useCopyText()
  const scroller = useRef<HTMLDivElement>(null)
  const gridId = useId()
  const typed = useRef({ text: '', timeMs: 0 })
  const [menu, setMenu] = useState<{ readonly point: MenuPoint; readonly key: string } | null>(null)
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: rowKey,
    // The header stays on top of what scrolls.
    scrollPaddingEnd: headerHeightOf(scroller.current),
  })
  useEffect(() => {
    virtualizer.measure()
  }, [rowHeight, virtualizer])

  const selectedIndex = findIndex(rowCount, rowKey, selectedKey)
  const menuIndex = menu === null ? -1 : findIndex(rowCount, rowKey, menu.key)
  const isHeading = (index: number) => (heading?.(index) ?? null) !== null
  const template = columns.map((column) => trackOf(column, scale)).join(' ')
  const leastWidth =
    columns.reduce((sum, column) => sum + leastOf(column) * scale, 0) +
    gap * (columns.length - 1) +
    paddingStart +
    paddingEnd
  const leastStyle: CSSProperties & Record<'--least-width', string> = {
    '--least-width': `${String(Math.ceil(leastWidth))}px`,
  }
  const rowStyle = {
    gridTemplateColumns: template,
    columnGap: gap,
    paddingLeft: paddingStart,
    paddingRight: paddingEnd,
  }

  const goTo = (index: number) => {
    virtualizer.scrollToIndex(index)
    onSelect(rowKey(index), index)
  }
  const copy = (index: number) => {
    copyText(tsvRow(columns.map((column) => column.text(index))), 'Row copied')
  }
  const openMenuAt = (index: number, point: MenuPoint) => {
    if (!contextMenu || isHeading(index)) return
    onSelect(rowKey(index), index)
    setMenu({ point, key: rowKey(index) })
  }
  const typeAhead = (key: string) => {
    const now = performance.now()
    const text = now - typed.current.timeMs < typeAheadMs ? typed.current.text + key : key
    typed.current = { text, timeMs: now }
    const found = findByPrefix(text, selectedIndex, rowCount, (index) =>
      isHeading(index) ? '' : (columns[0]?.text(index) ?? ''),
    )
    if (found !== null) goTo(found)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of controls inside a row (a button, a link) are theirs.
    if (event.target !== event.currentTarget) return
    if (isCopyKey(event) && selectedIndex >= 0) {
      event.preventDefault()
      copy(selectedIndex)
      return
    }
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      const row = event.currentTarget.querySelector('[aria-selected="true"]')?.getBoundingClientRect()
      if (row && selectedIndex >= 0) {
        event.preventDefault()
        openMenuAt(selectedIndex, { x: row.left + 32, y: row.bottom })
      }
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' && selectedIndex >= 0 && onActivate) {
      event.preventDefault()
      onActivate(selectedIndex)
      return
    }
    const shownHeight = (scroller.current?.clientHeight ?? 0) - headerHeightOf(scroller.current)
    const pageSize = Math.max(1, Math.floor(shownHeight / rowHeight) - 1)
    const move = moveForKey(event.key, { rowCount, index: selectedIndex, pageSize, isHeading, tree })
    if (move) {
      event.preventDefault()
      if (move.kind === 'go') goTo(move.index)
      else if (move.kind === 'expand') tree?.setExpanded(move.index, move.isExpanded)
      else tree?.expandAll?.()
      return
    }
    if (selectedIndex >= 0) props.onRowKey?.(event, selectedIndex)
    if (!event.defaultPrevented && /^[\p{L}\p{N}._-]$/u.test(event.key)) {
      event.preventDefault()
      typeAhead(event.key)
    }
  }

  const items = virtualizer.getVirtualItems()
  return (
    // The role is one of two, both interactive.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={scroller}
      role={tree ? 'treegrid' : 'grid'}
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length}
      aria-activedescendant={
        // Only while it is drawn: an id that is not there means nothing to a screen reader.
        items.some((item) => item.index === selectedIndex) ? `${gridId}-${rowKey(selectedIndex)}` : undefined
      }
      tabIndex={0}
      className={cx(styles.grid, props.className)}
      style={leastStyle}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target === event.currentTarget && selectedIndex < 0) {
          const first = moveForKey('Home', { rowCount, index: -1, pageSize: 1, isHeading, tree })
          if (first?.kind === 'go' && event.currentTarget.matches(':focus-visible')) goTo(first.index)
        }
      }}
    >
      <GridHeader columns={columns} sort={props.sort ?? null} onSort={props.onSort} style={rowStyle} />
      {rowCount === 0 && props.empty}
      <div role="rowgroup" className={styles.canvas} style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => (
          <GridRow
            key={item.key}
            id={`${gridId}-${String(item.key)}`}
            index={item.index}
            top={item.start}
            height={item.size}
            grid={props}
            isSelected={item.index === selectedIndex}
            style={rowStyle}
            onContextMenu={(event: MouseEvent) => {
              event.preventDefault()
              openMenuAt(item.index, { x: event.clientX, y: event.clientY })
            }}
          />
        ))}
      </div>
      {contextMenu && (
        <MenuAt
          point={menuIndex >= 0 ? (menu?.point ?? null) : null}
          entries={menuIndex >= 0 ? contextMenu(menuIndex) : []}
          onClose={() => {
            setMenu(null)
          }}
        />
      )}
    </div>
  )
}

function leastOf({ width, minWidth }: GridColumn): number {
  return minWidth ?? (width === 'rest' ? 0 : width)
}

function trackOf(column: GridColumn, scale: number): string {
  const least = Math.round(leastOf(column) * scale)
  const most = column.width === 'rest' ? '1fr' : `${String(Math.round(column.width * scale))}px`
  return `minmax(${String(least)}px, ${most})`
}

function headerHeightOf(grid: HTMLDivElement | null): number {
  const header = grid?.firstElementChild
  return header instanceof HTMLElement ? header.offsetHeight : 0
}

/** Linear on purpose: key lookups happen on selection and key presses, and `rowKey` is an array read. */
function findIndex(rowCount: number, rowKey: (index: number) => string, key: string | null): number {
  if (key === null) return -1
  for (let index = 0; index < rowCount; index += 1) if (rowKey(index) === key) return index
  return -1
}
