import { KeyRound } from 'lucide-react'
import type { ProcessProblem, ProcessRow } from '../../../../shared/model/process.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Popover } from '../../../ui/overlay/popover.tsx'
import { openWithSudo } from '../actions.ts'
import { canOpenWithSudo } from '../model/row-look.ts'
import { ProblemText } from '../problem-text.tsx'
import styles from './process-grid.module.css'
import { processLabels } from '../process-labels.ts'

interface HowPopoverProps {
  readonly row: ProcessRow
  readonly problem: ProcessProblem
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Cause and remedy of a row that cannot be used, beside its row. Enter on the row opens it too. */
export function HowPopover({ row, problem, isOpen, onOpenChange }: HowPopoverProps) {
  return (
    <Popover
      label={processLabels.howPopover.howToFixAccess(row.name)}
      align="end"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      trigger={
        <Button
          kind="link"
          tabIndex={-1}
          className={styles.how}
          aria-label={processLabels.howPopover.howToFixAccess(row.name)}
        >
          {processLabels.howPopover.howToFix}
        </Button>
      }
    >
      <ProblemText problem={problem} />
      {canOpenWithSudo(row) && (
        <Button
          icon={KeyRound}
          className={styles.howAction}
          onClick={() => {
            onOpenChange(false)
            openWithSudo(row)
          }}
        >
          {processLabels.howPopover.openWithSudo}
        </Button>
      )}
    </Popover>
  )
}
