import { memo, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { cx } from '../class-names.ts'
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
  /** A list of one column: items of a tree, without cells for a screen reader. */
  readonly isPlainTree: boolean
  readonly style: CSSProperties
  readonly onContextMenu: (event: MouseEvent, index: number) => void
}

/** Drawn anew when its grid is and its facts are others, or when it moves; not when others come into sight. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, index, top, height, grid, newestGrid, columns, isSelected, isPlainTree, style, onContextMenu } = props
  const span = grid.span?.(index) ?? null
  const spanFrom = span === null ? -1 : spanStart(grid.columns, columns, span.fromColumnId)
  const shown = spanFrom < 0 ? columns : columns.slice(0, spanFrom)
  const { tree } = grid
  const togglesOnClick = (): boolean => newestGrid().tree?.togglesOnClick?.(index) === true
  const toggle = (): void => {
    const { tree: newest } = newestGrid()
    newest?.setExpanded(index, !newest.isExpanded(index))
  }
  const isDraggable = grid.isDraggable?.(index) === true
  const inTree = (position: number, content: ReactNode): ReactNode =>
    tree && position === 0 ? (
      <TreeCell tree={tree} index={index} rowCount={grid.rowCount} onToggle={toggle}>
        {content}
      </TreeCell>
    ) : (
      content
    )
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
      style={{ ...style, transform: `translateY(${String(top)}px)`, height }}
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
    </div>
  )
}, isDrawnAlready)

/** Of a grid that says what its rows are drawn from. */
export function rowFactsOf(grid: DataGridProps, index: number): readonly unknown[] | null {
  const { rowFacts, tree, isMarked, rowClassName, isDraggable, rowCount } = grid
  if (rowFacts === undefined || grid.span !== undefined || grid.rowAttributes !== undefined) return null
  const inTree = tree === undefined ? '' : treeFactsOf(tree, index, rowCount)
  return [inTree, isMarked?.(index), rowClassName?.(index), isDraggable?.(index), ...rowFacts(index)]
}

function isDrawnAlready(before: GridRowProps, now: GridRowProps): boolean {
  const parts = ['id', 'index', 'top', 'height', 'isSelected', 'isPlainTree', 'style', 'columnIds'] as const
  if (parts.some((part) => before[part] !== now[part])) return false
  const { facts } = before
  if (facts === null || now.facts === null) return before.grid === now.grid && before.columns === now.columns
  return facts.length === now.facts.length && facts.every((fact, at) => fact === now.facts![at])
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
