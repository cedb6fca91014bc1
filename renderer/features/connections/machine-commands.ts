import { background, invoke } from '../../bridge/bridge.ts'
import { reportAs } from '../../commands/page-actions.ts'
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

/** Adds it to the list; nothing is connected yet. */
export function add(destination: string, onAdded: (id: string) => void): void {
  const added = invoke('machines.add', { destination }).then(({ id }) => onAdded(id))
  background(added, 'machines.add', reportAs(connectionLabels.commands.couldntAddTheHost))
}
