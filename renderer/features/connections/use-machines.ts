import { useEffect, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import type { MachinesState } from '../../../shared/model/machine.ts'
import { background, invoke, openStream } from '../../bridge/bridge.ts'
import { reportAs } from '../../commands/page-actions.ts'
import { connectionLabels } from './connection-labels.ts'

/** Null until the first picture has come. Hosts are read from the ssh configuration whenever the page is opened. */
export function useMachines(): { readonly state: MachinesState | null; readonly error: AppError | null } {
  const [state, setState] = useState<MachinesState | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(() => {
    const stream = openStream('machines.state', null, { onMessage: setState, onError: setError })
    background(
      invoke('machines.refresh', {}),
      'machines.refresh',
      reportAs(connectionLabels.state.couldntReadSshConfiguration),
    )
    return () => {
      stream.dispose()
    }
  }, [])
  return { state, error }
}
