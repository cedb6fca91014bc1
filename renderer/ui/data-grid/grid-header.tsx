import { ArrowDown, ArrowUp } from 'lucide-react'
import type { CSSProperties } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { Tooltip } from '../overlay/tooltip.tsx'
import styles from './data-grid.module.css'
import type { GridColumn, GridSort } from './types.ts'

interface GridHeaderProps {
  readonly columns: readonly GridColumn[]
  readonly sort: GridSort | null
  readonly onSort: ((columnId: string) => void) | undefined
  readonly style: CSSProperties
}

export function GridHeader({ columns, sort, onSort, style }: GridHeaderProps) {
  return (
    <div role="rowgroup" className={styles.headerBand}>
      <div role="row" aria-rowindex={1} className={styles.header} style={style}>
        {columns.map((column) => {
          const isSorted = sort?.columnId === column.id
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-sort={isSorted ? sort.direction : undefined}
              className={cx(styles.headerCell, column.align === 'end' && styles.end)}
            >
              {column.isSortable === true && onSort ? (
                <Tooltip text={column.hint ?? ''}>
                  <button
                    type="button"
                    className={styles.sortButton}
                    onClick={() => {
                      onSort(column.id)
                    }}
                  >
                    <span className="ellipsis">{column.title}</span>
                    {isSorted && <Icon icon={sort.direction === 'ascending' ? ArrowUp : ArrowDown} size={11} />}
                  </button>
                </Tooltip>
              ) : (
                <span className="ellipsis" title={column.hint}>
                  {column.title}
                </span>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
