import type { MachinesState } from '../../../shared/model/machine.ts'

export interface LaunchMachine {
  readonly id: string
  readonly name: string
  readonly isConnected: boolean
}

/** Those that are connected, and the one that was chosen before it was not any more. Nothing is known of that before the first state has come. */
export function launchMachines(state: MachinesState | null, chosen: string | null): readonly LaunchMachine[] {
  const connected = (state?.machines ?? [])
    .filter((machine) => machine.state === 'connected')
    .map(({ id, name }) => ({ id, name, isConnected: true }))
  if (chosen === null || connected.some(({ id }) => id === chosen)) return connected
  return [...connected, { id: chosen, name: nameOfId(chosen), isConnected: state === null }]
}

/** The same command can have been launched here and on other machines. */
export function commandWithMachine(commandLine: string, machine: string | null): string {
  return machine === null ? commandLine : `${nameOfId(machine)} · ${commandLine}`
}

function nameOfId(id: string): string {
  return id.replace(/^ssh:/, '')
}
