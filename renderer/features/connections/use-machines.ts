import { useEffect } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import type { MachinesState } from '../../../shared/model/machine.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { useStateStream } from '../../bridge/use-state-stream.ts'
import { reportAs } from '../../commands/page-actions.ts'
import { connectionLabels } from './connection-labels.ts'

/** Hosts are read from the ssh configuration whenever the page is opened. */
export function useMachines(): { readonly state: MachinesState | null; readonly error: AppError | null } {
  const machines = useStateStream('machines.state')
  useEffect(() => {
    background(
      invoke('machines.refresh', {}),
      'machines.refresh',
      reportAs(connectionLabels.state.couldntReadSshConfiguration),
    )
  }, [])
  return machines
}
