import { useState } from 'react'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import screen from '../../ui/layout/screen.module.css'
import { AddCard } from './add-card.tsx'
import { LocalCard, MachineCard } from './machine-card.tsx'
import { MachineDetail } from './machine-detail.tsx'
import { useMachines } from './use-machines.ts'
import styles from './connections.module.css'
import { connectionLabels } from './connection-labels.ts'

/** Where Pipescope looks for processes: a card for each machine, and the steps of the one that is chosen. */
export function ConnectionsScreen() {
  const { state, error } = useMachines()
  const [shownId, setShownId] = useState<string | null>(null)
  if (error !== null) return <ErrorState isCentred error={error} title={connectionLabels.screen.couldntRead} />
  if (state === null) return <div className={screen.screen} aria-busy />
  const { machines, unsupported } = state
  const shown =
    machines.find(({ id }) => id === shownId) ?? machines.find((machine) => machine.state !== 'disconnected')
  const first = shown ?? machines[0]
  return (
    <div className={screen.screen}>
      <PageHeader title={connectionLabels.screen.connections} detail={connectionLabels.screen.detail} />
      <div className={styles.body}>
        <ul className={styles.cards} aria-label={connectionLabels.screen.machines}>
          <LocalCard processCount={state.localProcessCount} />
          {machines.map((machine) => (
            <MachineCard
              key={machine.id}
              machine={machine}
              isShown={machine.id === first?.id}
              onShow={() => setShownId(machine.id)}
            />
          ))}
          {unsupported === null && <AddCard onAdded={setShownId} />}
        </ul>
        {unsupported !== null && <p className={styles.none}>{connectionLabels.screen.notOnWindows}</p>}
        {unsupported === null && first === undefined && (
          <p className={styles.none}>{connectionLabels.screen.noHosts}</p>
        )}
        {unsupported === null && first !== undefined && <MachineDetail key={first.id} machine={first} />}
      </div>
    </div>
  )
}
