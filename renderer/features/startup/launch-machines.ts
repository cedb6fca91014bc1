import type { MachinesState } from '../../../shared/model/machine.ts'

export interface LaunchMachine {
  readonly id: string
  readonly name: string
  readonly isConnected: boolean
}

/** Those that are connected, and the one that was chosen before it was not any more. */
export function launchMachines(state: MachinesState | null, chosen: string | null): readonly LaunchMachine[] {
  const connected = (state?.machines ?? [])
    .filter((machine) => machine.state === 'connected')
    .map(({ id, name }) => ({ id, name, isConnected: true }))
  if (chosen === null || connected.some(({ id }) => id === chosen)) return connected
  return [...connected, { id: chosen, name: chosen.replace(/^ssh:/, ''), isConnected: false }]
}
