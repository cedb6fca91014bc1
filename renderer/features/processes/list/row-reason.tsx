import type { ProcessRow } from '../../../../shared/model/process.ts'
import { rowReason } from '../model/problem-words.ts'
import { useSampledNow } from '../use-sampled-now.ts'
import { processLabels } from '../process-labels.ts'

interface RowReasonProps {
  readonly row: ProcessRow
  readonly className?: string | undefined
}

/** The reason in one line; an exited row counts the seconds (there are few of them, and only for half a minute). */
export function RowReason({ row, className }: RowReasonProps) {
  const nowMs = useSampledNow(row.state === 'exited')
  const text = rowReason(row, nowMs) ?? processLabels.rowReason.noValues
  return (
    <span className={className} title={text}>
      {text}
    </span>
  )
}
