import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { askAgain } from '../actions.ts'
import { rowAction } from '../model/row-look.ts'
import { HowPopover } from './how-popover.tsx'
import styles from './process-grid.module.css'
import { RowReason } from './row-reason.tsx'
import { processLabels } from '../process-labels.ts'

interface ReasonCellProps {
  readonly row: ProcessRow
  readonly isHowOpen: boolean
  readonly onHow: (key: ProcessKey | null) => void
}

/** A row without values says why across their columns, and ends in one link. */
export function ReasonCell({ row, isHowOpen, onHow }: ReasonCellProps) {
  const action = rowAction(row)
  return (
    <span className={styles.reasonCell}>
      <RowReason row={row} className={styles.reason} />
      {action === 'how' && row.problem !== null && (
        <HowPopover
          row={row}
          problem={row.problem}
          isOpen={isHowOpen}
          onOpenChange={(isOpen) => onHow(isOpen ? row.key : null)}
        />
      )}
      {action === 'retry' && (
        <Button kind="link" tabIndex={-1} onClick={() => askAgain(row)}>
          {processLabels.reasonCell.tryAgain}
        </Button>
      )}
    </span>
  )
}
