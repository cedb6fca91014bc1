import type { LeftDump } from '../../../shared/model/dump.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { reportAs } from '../../commands/page-actions.ts'
import { appStore } from '../../store/create-store.ts'
import { connectionLabels } from './connection-labels.ts'

/** Main asks the first time for each machine. */
export function connect(id: string, name: string): void {
  background(
    invoke('machines.connect', { id }),
    'machines.connect',
    reportAs(connectionLabels.commands.couldntConnectTo(name)),
    () => undefined,
  )
}

export function disconnect(id: string, name: string): void {
  background(
    invoke('machines.disconnect', { id }),
    'machines.disconnect',
    reportAs(connectionLabels.commands.couldntDisconnectFrom(name)),
  )
}

export function remove(id: string, name: string): void {
  background(
    invoke('machines.remove', { id }),
    'machines.remove',
    reportAs(connectionLabels.commands.couldntRemove(name)),
  )
}

export function loadLeft(machineId: string, onLoaded: (dumps: readonly LeftDump[]) => void): void {
  background(
    invoke('dumps.left', { machineId }).then(onLoaded),
    'dumps.left',
    reportAs(connectionLabels.leftDumps.couldntRead),
  )
}

/** As a job; the copy is listed under Files. */
export function fetchLeft(jobId: string, onStarted: () => void): void {
  background(
    invoke('dumps.fetch', { jobId }).then(onStarted),
    'dumps.fetch',
    reportAs(connectionLabels.leftDumps.couldntFetch),
  )
}

/** Main asks before. */
export function removeLeft(jobId: string, machine: string, onRemoved: () => void): void {
  const removed = invoke('dumps.removeFar', { jobId }).then(() => {
    onRemoved()
    appStore.getState().addNotice({ tone: 'ok', title: connectionLabels.leftDumps.removed(machine) })
  })
  background(removed, 'dumps.removeFar', reportAs(connectionLabels.leftDumps.couldntRemove))
}

/** Adds it to the list; nothing is connected yet. */
export function add(destination: string, onAdded: (id: string) => void): void {
  const added = invoke('machines.add', { destination }).then(({ id }) => onAdded(id))
  background(added, 'machines.add', reportAs(connectionLabels.commands.couldntAddTheHost))
}
