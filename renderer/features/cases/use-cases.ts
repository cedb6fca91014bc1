import { useEffect, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import type { CasesState } from '../../../shared/model/cases.ts'
import { openStream } from '../../bridge/bridge.ts'

/** Null until the first picture has come. */
export function useCases(): { readonly state: CasesState | null; readonly error: AppError | null } {
  const [state, setState] = useState<CasesState | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(() => {
    const stream = openStream('cases.state', null, { onMessage: setState, onError: setError })
    return () => {
      stream.dispose()
    }
  }, [])
  return { state, error }
}
