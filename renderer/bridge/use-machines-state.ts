import { useEffect, useState } from 'react'
import type { AppError } from '../../shared/base/errors.ts'
import type { MachinesState } from '../../shared/model/machine.ts'
import { openStream } from './bridge.ts'

/** Null until the first picture has come. */
export function useMachinesState(): { readonly state: MachinesState | null; readonly error: AppError | null } {
  const [state, setState] = useState<MachinesState | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(() => {
    const stream = openStream('machines.state', null, { onMessage: setState, onError: setError })
    return () => {
      stream.dispose()
    }
  }, [])
  return { state, error }
}
