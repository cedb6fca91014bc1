import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type RefObject,
} from 'react'
import { tsvRow } from '../../../shared/base/table-cells.ts'
import { cx } from '../class-names.ts'
import { useMetrics } from '../metrics.ts'
import { isArrival } from '../focus/enter.ts'
import { useNewest } from '../use-newest.ts'
import type { MenuEntry } from '../overlay/menu-entries.tsx'
import { MenuAt, type MenuPoint } from '../overlay/menu.tsx'
import { useCopyText } from '../text/copy.ts'
import styles from './data-grid.module.css'
import { GridHeader } from './grid-header.tsx'
import { GridRow, rowFactsOf } from './grid-row.tsx'
import { columnsWithRoom, fromRight, leastWidthOf, tracksOf } from './grid-tracks.ts'
import type { DataGridProps } from './types.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useGridRows } from './use-grid-rows.ts'
import { useRowElements } from './use-row-elements.ts'
import { useShownSize } from '../use-shown-size.ts'
import { uiLabels } from '../ui-labels.ts'

interface OpenMenu {
  readonly point: MenuPoint
  readonly key: string
  /** Text of the cell under the pointer; null by key. */
  readonly cell: string | null
}

/**
 * Virtual table over row indices, as a grid or a treegrid. The grid itself scrolls, has the focus and names its row
 * with aria-activedescendant, so rows may come and go under it. Keys: arrows, Home, End, PageUp, PageDown, Left, Right, `*`,
 * type-ahead, Enter, Ctrl+C (row as TSV), the menu key. Each row has a menu, at least to copy the row or the cell.
 */
export function DataGrid(props: DataGridProps) {
  const { label, rowCount, rowKey, onSelect, tree, sort, hasHeader = true } = props
  const { gap = 8, paddingStart = 8, paddingEnd = 12 } = props
  const spacing = { gap, paddingStart, paddingEnd }
  const isPlainTree = tree !== undefined && !hasHeader
  const metrics = useMetrics()
  const { scale } = metrics
  const rowHeight = props.rowHeight === undefined ? metrics.rowHeight : Math.round(props.rowHeight * scale)
  const copyText = useCopyText()
  const scroller = useRef<HTMLDivElement>(null)
  const gridId = useId()
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const dropsColumns = props.columns.some(({ dropBelow }) => dropBelow !== undefined)
  const width = useShownSize(scroller, 'clientWidth', dropsColumns)
  const columns = useMemo(() => columnsWithRoom(props.columns, width, scale), [props.columns, width, scale])
  const [headerPx, setHeaderPx] = useState(0)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it is as high as the text makes it
  useLayoutEffect(() => setHeaderPx(hasHeader ? headerHeightOf(scroller.current) : 0), [hasHeader, scale])
  const rows = useGridRows({ scroller, rowCount, rowHeight, headerPx })
  const selectedIndex = indexOf(props, props.selectedKey)
  const elements = useRowElements(props, rows, selectedIndex)
  useTopAfterSort(scroller, sort)

  const menuIndex = indexOf(props, menu?.key ?? null)
  const leastStyle: CSSProperties & Record<'--least-width', string> = {
    '--least-width': `${String(leastWidthOf(columns, scale, spacing))}px`,
  }
  const gridTemplateColumns = tracksOf(columns, scale)
  // The same from one drawing to the next: rows that stay are not drawn anew.
  const rowStyle = useMemo(
    () => ({ gridTemplateColumns, columnGap: gap, paddingLeft: paddingStart, paddingRight: paddingEnd }),
    [gridTemplateColumns, gap, paddingStart, paddingEnd],
  )
  const newestGrid = useNewest(props)
  const sortBy = useCallback((columnId: string) => newestGrid().onSort?.(columnId), [newestGrid])
  const columnIds = columns.map(({ id }) => id).join(' ')

  const goTo = (index: number) => {
    rows.scrollTo(index)
    onSelect(rowKey(index), index)
  }
  const copyRow = (index: number) => {
    copyText(
      props.rowText?.(index) ?? tsvRow(props.columns.map((column) => column.text(index))),
      uiLabels.dataGrid.rowCopied,
    )
  }
  const openMenu = (index: number, point: MenuPoint, cell: string | null = null) => {
    onSelect(rowKey(index), index)
    if (props.contextMenu?.(index) !== null) setMenu({ point, key: rowKey(index), cell })
  }
  const onContextMenu = (event: MouseEvent, index: number) => {
    event.preventDefault()
    const at = cellAt(event)
    openMenu(index, { x: event.clientX, y: event.clientY }, columns[at]?.text(index) ?? null)
  }
  const newestMenu = useNewest(onContextMenu)
  const openRowMenu = useCallback((event: MouseEvent, index: number) => newestMenu()(event, index), [newestMenu])
  const menuEntries = (): readonly MenuEntry[] => {
    if (menu === null || menuIndex < 0) return []
    const own = props.contextMenu?.(menuIndex) ?? null
    // A menu of its own has its own way to copy.
    if (own !== null) return own
    const { cell } = menu
    return [
      {
        kind: 'item',
        label: uiLabels.dataGrid.copyCell,
        isDisabled: cell === null || cell === '',
        run: () => {
          copyText(cell ?? '', uiLabels.dataGrid.cellCopied)
        },
      },
      {
        kind: 'item',
        label: uiLabels.dataGrid.copyRow,
        run: () => {
          copyRow(menuIndex)
        },
      },
    ]
  }
  const onKeyDown = useGridKeys({
    grid: props,
    scroller,
    selectedIndex,
    pageSize: () => {
      const shownHeight = (scroller.current?.clientHeight ?? 0) - headerPx
      return Math.max(1, Math.floor(shownHeight / rowHeight) - 1)
    },
    goTo,
    copyRow,
    openMenu,
  })

  const isEmpty = rowCount === 0 && props.empty !== undefined
  return (
    <>
      {/* The role is one of three, all interactive. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={scroller}
        role={isPlainTree ? 'tree' : tree ? 'treegrid' : 'grid'}
        aria-multiselectable={props.onMark === undefined ? undefined : true}
        aria-label={label}
        {...(isPlainTree ? {} : { 'aria-rowcount': rowCount + 1, 'aria-colcount': columns.length })}
        aria-activedescendant={
          // Only while it is drawn: an id that is not there means nothing to a screen reader.
          elements.some(({ index }) => index === selectedIndex) ? `${gridId}-${rowKey(selectedIndex)}` : undefined
        }
        tabIndex={0}
        className={cx(styles.grid, isEmpty && styles.empty, props.className)}
        style={leastStyle}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const isByKey = event.target === event.currentTarget && event.currentTarget.matches(':focus-visible')
          const picksFirst = props.picksFirst !== false && !isArrival()
          if (isByKey && picksFirst && selectedIndex < 0 && rowCount > 0) goTo(firstRow(tree, rowCount))
        }}
      >
        {hasHeader && (
          <GridHeader columns={columns} sort={sort ?? null} onSort={props.onSort && sortBy} style={rowStyle} />
        )}
        <div
          role={isPlainTree ? 'presentation' : 'rowgroup'}
          className={styles.canvas}
          style={{ height: rows.heightPx }}
        >
          {elements.map(({ key, index, top, isWaiting }) => (
            <GridRow
              key={key}
              id={`${gridId}-${rowKey(index)}`}
              index={index}
              top={top}
              height={rowHeight}
              grid={props}
              newestGrid={newestGrid}
              facts={rowFactsOf(props, index)}
              columns={columns}
              columnIds={columnIds}
              isSelected={index === selectedIndex}
              isWaiting={isWaiting}
              isPlainTree={isPlainTree}
              style={rowStyle}
              onContextMenu={openRowMenu}
            />
          ))}
          {props.overlay?.({
            firstIndex: rows.shown[0]?.index ?? 0,
            count: rows.shown.length,
            rowHeight,
            fromRight: (columnId) => fromRight(columns, columnId, scale, spacing),
          })}
        </div>
      </div>
      {/* Outside: it is no row, and a screen reader skips what is none. */}
      {isEmpty && props.empty}
      {/* Outside: what an open menu leaves in its place is no row. */}
      <MenuAt
        point={menuIndex >= 0 ? (menu?.point ?? null) : null}
        entries={menuEntries()}
        onClose={() => {
          setMenu(null)
          scroller.current?.focus()
        }}
      />
    </>
  )
}

/** Whoever sorts wants to see what is first now. */
function useTopAfterSort(scroller: RefObject<HTMLDivElement | null>, sort: DataGridProps['sort']): void {
  const key = sort ? `${sort.columnId} ${sort.direction}` : ''
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    scroller.current?.scrollTo({ top: 0, behavior: 'instant' })
  }, [key, scroller])
}

/** The first that is no heading. */
function firstRow(tree: DataGridProps['tree'], rowCount: number): number {
  if (tree === undefined) return 0
  let index = 0
  while (index < rowCount - 1 && tree.level(index) < (tree.firstLevel ?? 1)) index += 1
  return index
}

function headerHeightOf(grid: HTMLDivElement | null): number {
  const header = grid?.firstElementChild
  return header instanceof HTMLElement ? header.offsetHeight : 0
}

/** Which of the row's cells is under the pointer. */
function cellAt(event: MouseEvent): number {
  const cell = event.target instanceof Element ? event.target.closest(`.${String(styles.cell)}`) : null
  return cell === null ? -1 : [...event.currentTarget.children].indexOf(cell)
}

/** Linear without `indexOfKey`: keys are looked up on selection and key presses, and `rowKey` is an array read. */
function indexOf({ rowCount, rowKey, indexOfKey }: DataGridProps, key: string | null): number {
  if (key === null) return -1
  if (indexOfKey !== undefined) {
    const index = indexOfKey(key)
    return index < rowCount ? index : -1
  }
  for (let index = 0; index < rowCount; index += 1) if (rowKey(index) === key) return index
  return -1
}
