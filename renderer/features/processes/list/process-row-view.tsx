import { memo, useLayoutEffect, useRef } from 'react'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { hasValues, rowAction } from '../model/row-look.ts'
import { runtimeLabel, userLabel } from '../model/row-text.ts'
import type { ProcessItem } from '../model/row-tree.ts'
import { HowPopover } from './how-popover.tsx'
import { NameCell } from './name-cell.tsx'
import styles from './process-grid.module.css'
import { RowReason } from './row-reason.tsx'
import type { ValuePainter } from './value-painter.ts'

/** What a row can ask its list for; the same object for all rows, so that a row only renders when it changes. */
export interface RowHandlers {
  readonly select: (id: string) => void
  readonly open: (row: ProcessRow) => void
  readonly toggle: (id: string) => void
  readonly resume: (row: ProcessRow) => void
  readonly retry: (row: ProcessRow) => void
  readonly showMenu: (id: string, x: number, y: number) => void
  readonly showHow: (key: ProcessRow['key'] | null) => void
}

export interface RowViewProps {
  readonly item: ProcessItem
  readonly domId: string
  readonly top: number
  readonly rowIndex: number
  readonly isSelected: boolean
  readonly isNew: boolean
  readonly isHowOpen: boolean
  readonly painter: ValuePainter
  readonly handlers: RowHandlers
}

export const ProcessRowView = memo(function ProcessRowView(props: RowViewProps) {
  const { item, domId, top, rowIndex, isSelected, isNew, handlers } = props
  const { row } = item
  const isDim = !item.isMatch || row.isTool || !hasValues(row)
  return (
    <div
      role="row"
      id={domId}
      aria-rowindex={rowIndex}
      aria-level={item.depth + 2}
      aria-setsize={item.setSize}
      aria-posinset={item.positionInSet}
      aria-selected={isSelected}
      aria-expanded={item.hasChildren ? item.isExpanded : undefined}
      data-testid="process-row"
      data-pid={row.pid}
      data-state={row.state}
      data-tool={row.isTool || undefined}
      className={cx(styles.row, isDim && styles.dim, isNew && styles.new)}
      style={{ top }}
      onPointerDown={() => handlers.select(row.key)}
      onDoubleClick={() => handlers.open(row)}
      onContextMenu={(event) => {
        event.preventDefault()
        handlers.showMenu(row.key, event.clientX, event.clientY)
      }}
    >
      <NameCell item={item} isDim={isDim} onToggle={() => handlers.toggle(row.key)} />
      <span role="gridcell" className={cx(styles.number, 'tabular')}>
        {row.pid}
      </span>
      <RuntimeCell row={row} />
      <span role="gridcell" className={cx(styles.text, styles.wide)} title={userLabel(row) ?? undefined}>
        {userLabel(row) ?? '–'}
      </span>
      {hasValues(row) ? <ValueCellsView {...props} /> : <ReasonCell {...props} />}
    </div>
  )
})

function RuntimeCell({ row }: { readonly row: ProcessRow }) {
  const label = runtimeLabel(row)
  return (
    <span
      role="gridcell"
      className={cx(styles.text, styles.runtime, 'tabular', label === null && 'muted')}
      title={row.runtimeVersion ?? undefined}
    >
      {label ?? 'Unknown'}
    </span>
  )
}

function ValueCellsView({ item: { row }, painter, handlers }: RowViewProps) {
  const cpu = useRef<HTMLSpanElement>(null)
  const workingSet = useRef<HTMLSpanElement>(null)
  const up = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (cpu.current === null || workingSet.current === null || up.current === null) return undefined
    return painter.add(row, { cpu: cpu.current, workingSet: workingSet.current, up: up.current })
  }, [painter, row])
  const action = rowAction(row)
  return (
    <>
      <span role="gridcell" className={cx(styles.number, 'tabular')} ref={cpu}>
        –
      </span>
      <span role="gridcell" className={styles.lineCell}>
        {action === 'resume' && (
          <Button
            kind="primary"
            size="small"
            tabIndex={-1}
            className={styles.rowButton}
            onClick={() => handlers.resume(row)}
          >
            Resume
          </Button>
        )}
        {action === 'retry' && (
          <Button size="small" tabIndex={-1} className={styles.rowButton} onClick={() => handlers.retry(row)}>
            Ask again
          </Button>
        )}
      </span>
      <span role="gridcell" className={cx(styles.number, 'tabular')} ref={workingSet}>
        –
      </span>
      {/* The line is drawn over it by SparklineLayer; its figure is in the cell before. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <span role="gridcell" className={cx(styles.lineCell, styles.wide)} />
      <span role="gridcell" className={cx(styles.number, styles.up, 'tabular', 'muted')} ref={up}>
        –
      </span>
    </>
  )
}

/** A row without values says why across their columns, and ends in one link. */
function ReasonCell({ item: { row }, isHowOpen, handlers }: RowViewProps) {
  const action = rowAction(row)
  return (
    <span role="gridcell" className={styles.reasonCell}>
      <RowReason row={row} className={cx(styles.reason, 'ellipsis')} />
      {action === 'how' && row.problem !== null && (
        <HowPopover
          row={row}
          problem={row.problem}
          isOpen={isHowOpen}
          onOpenChange={(isOpen) => handlers.showHow(isOpen ? row.key : null)}
        />
      )}
      {action === 'retry' && (
        <Button kind="link" tabIndex={-1} onClick={() => handlers.retry(row)}>
          Ask again
        </Button>
      )}
    </span>
  )
}
