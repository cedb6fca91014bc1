import { expect, it } from 'vitest'
import type { Machine, MachinesState } from '../../../shared/model/machine.ts'
import { commandWithMachine, launchMachines } from './launch-machines.ts'

const stateOf = (...machines: readonly Pick<Machine, 'id' | 'name' | 'state'>[]) =>
  ({ machines, unsupported: null, localProcessCount: 0 }) as unknown as MachinesState

it('connected machines can be chosen, and one that was chosen stays without its connection', () => {
  const state = stateOf(
    { id: 'ssh:web-1', name: 'web-1', state: 'connected' },
    { id: 'ssh:web-2', name: 'web-2', state: 'lost' },
  )
  const web1 = { id: 'ssh:web-1', name: 'web-1', isConnected: true }
  expect(launchMachines(state, null)).toEqual([web1])
  expect(launchMachines(state, 'ssh:web-1')).toEqual([web1])
  expect(launchMachines(state, 'ssh:web-2')).toEqual([web1, { id: 'ssh:web-2', name: 'web-2', isConnected: false }])
})

it('nothing is said of a connection before anything is known of it', () => {
  expect(launchMachines(null, 'ssh:web-1')).toEqual([{ id: 'ssh:web-1', name: 'web-1', isConnected: true }])
})

it('a command of another machine names it', () => {
  expect(commandWithMachine('dotnet orders.dll', null)).toBe('dotnet orders.dll')
  expect(commandWithMachine('dotnet orders.dll', 'ssh:web-1')).toBe('web-1 · dotnet orders.dll')
})
