import { ChevronDown, ChevronRight } from 'lucide-react'
import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './data-grid.module.css'
import type { DataGridProps, GridColumn, GridTree } from './types.ts'

interface GridRowProps {
  readonly id: string
  readonly index: number
  readonly top: number
  readonly height: number
  readonly grid: DataGridProps
  readonly isSelected: boolean
  readonly style: CSSProperties
  readonly onContextMenu: (event: MouseEvent) => void
}

export function GridRow({ id, index, top, height, grid, isSelected, style, onContextMenu }: GridRowProps) {
  const place: CSSProperties = { transform: `translateY(${String(top)}px)`, height }
  const heading = grid.heading?.(index) ?? null
  if (heading !== null) {
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        {...(grid.tree ? { 'aria-level': 1 } : {})}
        className={cx(styles.row, styles.headingRow)}
        style={{ ...place, paddingLeft: style.paddingLeft, paddingRight: style.paddingRight }}
      >
        <div role="gridcell" aria-colspan={grid.columns.length} className={styles.headingCell}>
          {heading}
        </div>
      </div>
    )
  }
  const span = grid.span?.(index) ?? null
  const spanFrom = span ? grid.columns.findIndex((column) => column.id === span.fromColumnId) : -1
  const shown = spanFrom < 0 ? grid.columns : grid.columns.slice(0, spanFrom)
  const { tree } = grid
  return (
    // The keys of a row are the grid's: it has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      {...(tree ? treeAttributes(tree, index) : {})}
      {...grid.rowAttributes?.(index)}
      className={cx(styles.row, grid.rowClassName?.(index))}
      style={{ ...style, ...place }}
      onClick={() => {
        grid.onSelect(grid.rowKey(index), index)
      }}
      onDoubleClick={() => {
        grid.onActivate?.(index)
      }}
      onContextMenu={onContextMenu}
    >
      {shown.map((column, position) => (
        <Cell key={column.id} column={column}>
          {tree && position === 0 ? (
            <TreeCell tree={tree} index={index} rowCount={grid.rowCount} heading={grid.heading}>
              {column.render(index)}
            </TreeCell>
          ) : (
            column.render(index)
          )}
        </Cell>
      ))}
      {span && (
        <div
          role="gridcell"
          aria-colspan={grid.columns.length - spanFrom}
          className={styles.cell}
          style={{ gridColumn: `${String(spanFrom + 1)} / -1` }}
        >
          {span.content}
        </div>
      )}
    </div>
  )
}

function treeAttributes(tree: GridTree, index: number) {
  return {
    'aria-level': tree.level(index),
    ...(tree.isExpandable(index) ? { 'aria-expanded': tree.isExpanded(index) } : {}),
  }
}

function Cell({ column, children }: { readonly column: GridColumn; readonly children: ReactNode }) {
  return (
    <div role="gridcell" className={cx(styles.cell, column.align === 'end' && styles.end)}>
      {children}
    </div>
  )
}

interface TreeCellProps {
  readonly tree: GridTree
  readonly index: number
  readonly rowCount: number
  readonly heading: DataGridProps['heading']
  readonly children: ReactNode
}

/** Guide lines for each level above, then the twisty of a branch. */
function TreeCell({ tree, index, rowCount, heading, children }: TreeCellProps) {
  const level = tree.level(index)
  const isExpandable = tree.isExpandable(index)
  const isExpanded = isExpandable && tree.isExpanded(index)
  return (
    <div className={styles.tree}>
      {level > 1 && <span style={{ width: 2 }} />}
      {Array.from({ length: level - 1 }, (_, depth) => (
        <span
          key={depth}
          className={styles.guide}
          data-elbow={depth === level - 2 || undefined}
          data-continues={continuesBelow(tree, index, depth + 2, rowCount, heading) || undefined}
          style={
            depth < level - 2 && !continuesBelow(tree, index, depth + 2, rowCount, heading)
              ? { visibility: 'hidden' }
              : undefined
          }
        />
      ))}
      {(level === 1 || isExpandable) && (
        // The keyboard has Left and Right for this; the twisty is for the pointer.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span
          className={styles.twisty}
          onClick={(event) => {
            if (!isExpandable) return
            event.stopPropagation()
            tree.setExpanded(index, !isExpanded)
          }}
        >
          {isExpandable && <Icon icon={isExpanded ? ChevronDown : ChevronRight} size={12} />}
        </span>
      )}
      <div className={styles.treeContent}>{children}</div>
    </div>
  )
}

/** Whether a sibling at `level` follows below `index` before the branch ends. Looks at most a screenful ahead. */
function continuesBelow(
  tree: GridTree,
  index: number,
  level: number,
  rowCount: number,
  heading: DataGridProps['heading'],
): boolean {
  const last = Math.min(rowCount, index + 200)
  for (let below = index + 1; below < last; below += 1) {
    if ((heading?.(below) ?? null) !== null) return false
    const other = tree.level(below)
    if (other < level) return false
    if (other === level) return true
  }
  return false
}
