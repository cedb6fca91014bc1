import { Select } from '../../ui/controls/select.tsx'
import type { LaunchMachine } from './launch-machines.ts'
import styles from './startup-screen.module.css'
import { startupLabels } from './startup-labels.ts'

interface MachineSelectProps {
  readonly machines: readonly LaunchMachine[]
  /** Its id; null is this machine. */
  readonly value: string | null
  readonly onChange: (machine: string | null) => void
}

/** No id of a machine. */
const here = ''

/** Where the program is started. Absent while there is nothing to choose. */
export function MachineSelect({ machines, value, onChange }: MachineSelectProps) {
  if (machines.length === 0) return null
  const chosen = machines.find(({ id }) => id === value)
  return (
    <div className={styles.field}>
      <span>{startupLabels.launchForm.machine}</span>
      <Select
        label={startupLabels.launchForm.machine}
        options={[
          { value: here, label: startupLabels.launchForm.thisMachine },
          ...machines.map(({ id, name, isConnected }) => ({
            value: id,
            label: isConnected ? name : startupLabels.launchForm.notConnected(name),
          })),
        ]}
        value={value ?? here}
        onChange={(next) => onChange(next === here ? null : next)}
      />
      {chosen !== undefined && (
        <p className={styles.hint}>
          {chosen.isConnected
            ? startupLabels.launchForm.onThatMachine(chosen.name)
            : startupLabels.launchForm.connectFirst(chosen.name)}
        </p>
      )}
    </div>
  )
}
