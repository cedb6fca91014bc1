import { Monitor, SquareTerminal } from 'lucide-react'
import type { Machine } from '../../../shared/model/machine.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { cardLine, stateWords } from './machine-words.ts'
import styles from './connections.module.css'
import { connectionLabels } from './connection-labels.ts'

export function LocalCard({ processCount }: { readonly processCount: number }) {
  return (
    <li>
      <div className={styles.card}>
        <span className={styles.cardHead}>
          <Icon icon={Monitor} size={16} />
          <span className={styles.cardTitle}>{connectionLabels.machineCard.local}</span>
          <Chip tone="ok">{connectionLabels.machineCard.connected}</Chip>
        </span>
        <span className="muted">{connectionLabels.machineCard.thisMachine}</span>
        <span className={styles.cardLine}>{connectionLabels.machineCard.processes(processCount)}</span>
      </div>
    </li>
  )
}

interface MachineCardProps {
  readonly machine: Machine
  readonly isShown: boolean
  readonly onShow: () => void
}

export function MachineCard({ machine, isShown, onShow }: MachineCardProps) {
  const { text, tone } = stateWords[machine.state]
  return (
    <li>
      <button type="button" className={styles.card} aria-pressed={isShown} data-machine={machine.name} onClick={onShow}>
        <span className={styles.cardHead}>
          <Icon icon={SquareTerminal} size={16} />
          <span className={styles.cardTitle}>{connectionLabels.machineCard.ssh}</span>
          <Chip tone={tone}>{text}</Chip>
        </span>
        <span className="muted ellipsis" title={machine.name}>
          {machine.name}
        </span>
        <span className={styles.cardLine}>{cardLine(machine)}</span>
      </button>
    </li>
  )
}
