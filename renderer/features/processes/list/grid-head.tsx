import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ProcessSort, ProcessSortColumn } from '../../../store/processes-slice.ts'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './process-grid.module.css'

interface Head {
  readonly id: string
  readonly title: string
  /** null: a line, which is in the order of the column before it. */
  readonly sortsBy: ProcessSortColumn | null
  readonly isNumber?: boolean
  /** When it is left out for want of room: see the container queries of the style sheet. */
  readonly room?: 'wide' | 'up' | 'runtime' | 'lineCell'
  readonly hint?: string
}

const heads: readonly Head[] = [
  { id: 'name', title: 'Process', sortsBy: 'name' },
  { id: 'pid', title: 'PID', sortsBy: 'pid', isNumber: true },
  { id: 'runtime', title: '.NET', sortsBy: 'runtime', room: 'runtime', hint: 'Version of the runtime' },
  { id: 'user', title: 'User', sortsBy: 'user', room: 'wide' },
  { id: 'cpu', title: 'CPU', sortsBy: 'cpu', isNumber: true, hint: '100 % is one core fully used' },
  {
    id: 'cpu-line',
    title: '60 s',
    sortsBy: null,
    room: 'lineCell',
    hint: 'CPU of the last 60 s, same scale for all rows',
  },
  { id: 'working-set', title: 'Working set', sortsBy: 'workingSet', isNumber: true, hint: 'Memory in RAM' },
  {
    id: 'working-set-line',
    title: '60 s',
    sortsBy: null,
    room: 'wide',
    hint: 'Working set of the last 60 s, same scale for all rows',
  },
  { id: 'up', title: 'Up', sortsBy: 'up', isNumber: true, room: 'up', hint: 'Time since its start' },
]

interface GridHeadProps {
  readonly sort: ProcessSort | null
  readonly onSort: (column: ProcessSortColumn) => void
}

export function GridHead({ sort, onSort }: GridHeadProps) {
  return (
    <div role="rowgroup" className={styles.headGroup}>
      <div role="row" aria-rowindex={1} className={styles.head}>
        {heads.map((head, index) => (
          <span
            key={head.id}
            role="columnheader"
            aria-sort={sort !== null && sort.column === head.sortsBy ? sort.direction : undefined}
            title={head.hint}
            className={cx(index === 0 && styles.firstHead, head.room && styles[head.room])}
          >
            <HeadCell head={head} sort={sort} onSort={onSort} />
          </span>
        ))}
      </div>
    </div>
  )
}

function HeadCell({ head, sort, onSort }: GridHeadProps & { readonly head: Head }) {
  const { sortsBy } = head
  if (sortsBy === null) return <>{head.title}</>
  const isSorted = sort?.column === sortsBy
  return (
    <button
      type="button"
      className={cx(styles.columnHead, head.isNumber && styles.numberHead, isSorted && styles.sorted)}
      onClick={() => onSort(sortsBy)}
    >
      <span className="ellipsis">{head.title}</span>
      {isSorted && <Icon icon={sort.direction === 'ascending' ? ArrowUp : ArrowDown} size={11} />}
    </button>
  )
}
