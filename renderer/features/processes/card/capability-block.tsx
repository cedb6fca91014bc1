import { Check, Minus } from 'lucide-react'
import type { ProcessDetails, ProcessRow } from '../../../../shared/model/process.ts'
import { conditionOf } from '../../../store/process-changes.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'
import { capabilityWording } from '../model/capability-words.ts'
import styles from './card.module.css'
import { useReply } from './use-reply.ts'
import { processLabels } from '../process-labels.ts'

/** What this runtime can do, by its version, its flavour and the commands it answered. */
export function CapabilityBlock({ row }: { readonly row: ProcessRow }) {
  const { state, askAgain } = useReply('processes.details', row.key, conditionOf(row))
  return (
    <section className={styles.block} aria-labelledby={`can-do-${row.pid}`}>
      <div className={styles.blockHead}>
        <h3 id={`can-do-${row.pid}`} className={styles.blockTitle}>
          {processLabels.capabilityBlock.capabilities}
        </h3>
        {state.kind === 'done' && <span className={styles.caption}>{answeredText(state.value)}</span>}
      </div>
      {state.kind === 'waiting' && <Skeleton width="70%" height={20} />}
      {state.kind === 'failed' && (
        <ErrorState
          error={state.error}
          title={processLabels.capabilityBlock.couldntDetermine}
          action={<Button onClick={askAgain}>{processLabels.capabilityBlock.tryAgain}</Button>}
        />
      )}
      {state.kind === 'done' && <Chips row={row} details={state.value} />}
    </section>
  )
}

function answeredText({ commandsAnswered: [answered, asked] }: ProcessDetails): string {
  return asked === 0
    ? processLabels.capabilityBlock.noCommandSent
    : processLabels.capabilityBlock.answered(answered, asked)
}

function Chips({ row, details }: { readonly row: ProcessRow; readonly details: ProcessDetails }) {
  return (
    <ul className={styles.chips}>
      {details.capabilities.map((capability) => {
        const { label, tooltip } = capabilityWording(capability, row, details.commandsAnswered[1] > 0)
        return (
          <li key={capability.id}>
            <Tooltip text={tooltip}>
              <Chip tone={capability.isAvailable ? 'ok' : 'absent'} icon={capability.isAvailable ? Check : Minus}>
                {label}
              </Chip>
            </Tooltip>
          </li>
        )
      })}
    </ul>
  )
}
