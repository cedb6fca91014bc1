import { memo, useCallback, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { useNewest } from '../use-newest.ts'
import styles from './data-grid.module.css'
import { TreeCell, treeFactsOf } from './tree-cell.tsx'
import type { DataGridProps, GridColumn, GridTree } from './types.ts'

interface GridRowProps {
  readonly id: string
  readonly index: number
  readonly top: number
  readonly height: number
  readonly grid: DataGridProps
  /** For what is done with the row. */
  readonly newestGrid: () => DataGridProps
  /** What the row is drawn from; null: nobody says. */
  readonly facts: readonly unknown[] | null
  /** Those of the grid that are shown. */
  readonly columns: readonly GridColumn[]
  readonly columnIds: string
  readonly isSelected: boolean
  /** What the element shows is another row still: it is not seen, and says and does nothing. */
  readonly isWaiting: boolean
  /** A list of one column: items of a tree, without cells for a screen reader. */
  readonly isPlainTree: boolean
  readonly style: CSSProperties
  readonly onContextMenu: (event: MouseEvent, index: number) => void
}

/** Drawn anew when its grid is and its facts are others, or when it moves; not when others come into sight. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, index, top, height, grid, newestGrid, isSelected, isWaiting, isPlainTree, onContextMenu } = props
  const newestIndex = useNewest(index)
  const { tree } = grid
  const style = { ...props.style, transform: `translateY(${String(top)}px)`, height }
  const toggle = useCallback((): void => {
    const { tree: newest } = newestGrid()
    newest?.setExpanded(newestIndex(), !newest.isExpanded(newestIndex()))
  }, [newestGrid, newestIndex])
  const cells = <RowCells {...props} onToggle={toggle} />
  if (isWaiting)
    return (
      <div aria-hidden className={cx(styles.row, styles.waiting)} style={style}>
        {cells}
      </div>
    )
  const togglesOnClick = (): boolean => newestGrid().tree?.togglesOnClick?.(index) === true
  const isDraggable = grid.isDraggable?.(index) === true
  return (
    // The keys of a row are the grid's: it has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      role={isPlainTree ? 'treeitem' : 'row'}
      id={id}
      aria-rowindex={isPlainTree ? undefined : index + 2}
      aria-selected={isSelected || grid.isMarked?.(index) === true}
      {...(tree ? treeAttributes(tree, index) : {})}
      {...grid.rowAttributes?.(index)}
      className={cx(styles.row, grid.isMarked?.(index) === true && styles.marked, grid.rowClassName?.(index))}
      style={style}
      draggable={isDraggable || undefined}
      onDragStart={
        isDraggable
          ? (event) => {
              newestGrid().onDragStart?.(event, index)
            }
          : undefined
      }
      onPointerDown={(event) => {
        const { onMark, onSelect, rowKey } = newestGrid()
        const isToggled = event.ctrlKey || event.metaKey
        if (event.button === 0) onMark?.(index, event.shiftKey ? 'range' : isToggled ? 'toggle' : 'clear')
        onSelect(rowKey(index), index)
      }}
      onClick={() => {
        if (togglesOnClick()) toggle()
      }}
      onDoubleClick={() => {
        if (!togglesOnClick()) newestGrid().onActivate?.(index)
      }}
      onContextMenu={(event) => onContextMenu(event, index)}
    >
      {cells}
    </div>
  )
}, isDrawnAlready)

/**
 * Drawn anew only when its facts are others: a row that moves, or is selected, keeps its cells, as does one that is on its way like the row before; one that waits
 * keeps those of the row before.
 */
const RowCells = memo(function RowCells(props: GridRowProps & { readonly onToggle: () => void }) {
  const { index, grid, columns, isPlainTree, onToggle } = props
  const span = grid.span?.(index) ?? null
  const spanFrom = span === null ? -1 : spanStart(grid.columns, columns, span.fromColumnId)
  const shown = spanFrom < 0 ? columns : columns.slice(0, spanFrom)
  const { tree } = grid
  const inTree = (position: number, content: ReactNode): ReactNode =>
    tree && position === 0 ? (
      <TreeCell tree={tree} index={index} rowCount={grid.rowCount} onToggle={onToggle}>
        {content}
      </TreeCell>
    ) : (
      content
    )
  return (
    <>
      {shown.map((column, position) => (
        <div
          key={column.id}
          role={isPlainTree ? 'presentation' : column.isRowHeader === true ? 'rowheader' : 'gridcell'}
          className={cx(styles.cell, column.align === 'end' && styles.end)}
        >
          {inTree(position, column.render(index))}
        </div>
      ))}
      {span && (
        <div
          role={spanFrom === 0 ? 'rowheader' : 'gridcell'}
          aria-colspan={columns.length - spanFrom}
          className={styles.cell}
          style={{ gridColumn: `${String(spanFrom + 1)} / -1` }}
        >
          {inTree(spanFrom, span.content)}
        </div>
      )}
    </>
  )
}, hasSameCells)

/** Of a grid that says what its rows are drawn from. */
export function rowFactsOf(grid: DataGridProps, index: number): readonly unknown[] | null {
  const { rowFacts, tree, isMarked, rowClassName, isDraggable, rowCount } = grid
  if (rowFacts === undefined || grid.span !== undefined || grid.rowAttributes !== undefined) return null
  const inTree = tree === undefined ? '' : treeFactsOf(tree, index, rowCount)
  return [inTree, isMarked?.(index), rowClassName?.(index), isDraggable?.(index), ...rowFacts(index)]
}

function isDrawnAlready(before: GridRowProps, now: GridRowProps): boolean {
  const ofWaiting = ['isWaiting', 'top', 'height', 'style'] as const
  const ofShown = ['id', 'index', 'isSelected'] as const
  if (!isSameIn(ofWaiting, before, now)) return false
  return now.isWaiting || (isSameIn(ofShown, before, now) && hasSameCells(before, now))
}

function hasSameCells(before: GridRowProps, now: GridRowProps): boolean {
  if (now.isWaiting) return true
  if (!isSameIn(['isPlainTree', 'columnIds'], before, now)) return false
  const { facts } = before
  if (facts === null || now.facts === null) return isSameIn(['id', 'index', 'grid', 'columns'], before, now)
  return facts.length === now.facts.length && facts.every((fact, at) => fact === now.facts![at])
}

function isSameIn(parts: readonly (keyof GridRowProps)[], before: GridRowProps, now: GridRowProps): boolean {
  return parts.every((part) => before[part] === now[part])
}

/** Where a span begins: at its column, or at the next one that is shown. */
function spanStart(all: readonly GridColumn[], shown: readonly GridColumn[], fromColumnId: string): number {
  const following = all.slice(all.findIndex(({ id }) => id === fromColumnId)).map(({ id }) => id)
  const start = shown.findIndex(({ id }) => following.includes(id))
  return start < 0 ? shown.length - 1 : start
}

function treeAttributes(tree: GridTree, index: number) {
  const place = tree.place?.(index) ?? null
  return {
    'aria-level': tree.level(index),
    ...(place === null ? {} : { 'aria-posinset': place.position, 'aria-setsize': place.count }),
    ...(tree.isExpandable(index) ? { 'aria-expanded': tree.isExpanded(index) } : {}),
  }
}
