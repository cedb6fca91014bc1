import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type CSSProperties } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { Tooltip } from '../overlay/tooltip.tsx'
import styles from './data-grid.module.css'
import type { GridColumn, GridSort } from './types.ts'

interface GridHeaderProps {
  readonly columns: readonly GridColumn[]
  readonly sort: GridSort | null
  /** Always the same function. Undefined: the grid can't be sorted. */
  readonly onSort: ((columnId: string) => void) | undefined
  readonly style: CSSProperties
}

/** Drawn anew only when it would look another way: not when its grid is scrolled, nor with other rows. */
export const GridHeader = memo(function GridHeader({ columns, sort, onSort, style }: GridHeaderProps) {
  return (
    <div role="rowgroup" className={styles.headerBand}>
      <div role="row" aria-rowindex={1} className={styles.header} style={style}>
        {columns.map((column) => (
          <HeaderCell
            key={column.id}
            column={column}
            sort={sort?.columnId === column.id ? sort : null}
            onSort={onSort}
          />
        ))}
      </div>
    </div>
  )
}, isDrawnAlready)

const partsOfColumn = ['id', 'title', 'hint', 'align', 'isSortable'] as const

function isDrawnAlready(before: GridHeaderProps, now: GridHeaderProps): boolean {
  return (
    before.onSort === now.onSort &&
    before.style === now.style &&
    before.sort?.columnId === now.sort?.columnId &&
    before.sort?.direction === now.sort?.direction &&
    before.columns.length === now.columns.length &&
    before.columns.every((column, at) => partsOfColumn.every((part) => column[part] === now.columns[at]![part]))
  )
}

interface HeaderCellProps {
  readonly column: GridColumn
  /** Null unless the table is sorted by this column. */
  readonly sort: GridSort | null
  readonly onSort: GridHeaderProps['onSort']
}

/** A click anywhere in the cell sorts; the button is for the keyboard and for screen readers. */
function HeaderCell({ column, sort, onSort }: HeaderCellProps) {
  const { id, title, hint, align } = column
  const canSort = column.isSortable === true && onSort !== undefined
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the button has the focus and the keys
    <div
      role="columnheader"
      aria-sort={sort?.direction}
      className={cx(styles.headerCell, align === 'end' && styles.end, canSort && styles.sortable)}
      onClick={
        canSort
          ? () => {
              onSort(id)
            }
          : undefined
      }
    >
      {canSort ? (
        <Tooltip text={hint ?? ''}>
          <button type="button" className={cx(styles.sortButton, sort !== null && styles.sorted)}>
            <span className="ellipsis">{title}</span>
            {sort !== null && <Icon icon={sort.direction === 'ascending' ? ArrowUp : ArrowDown} size={11} />}
          </button>
        </Tooltip>
      ) : (
        <span className="ellipsis" title={hint}>
          {title}
        </span>
      )}
    </div>
  )
}
