import { useEffect, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import type { RulesState } from '../../../shared/model/rules.ts'
import { openStream } from '../../bridge/bridge.ts'

/** Null until the first picture has come. */
export function useRules(): { readonly state: RulesState | null; readonly error: AppError | null } {
  const [state, setState] = useState<RulesState | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(() => {
    const stream = openStream('rules.state', null, { onMessage: setState, onError: setError })
    return () => {
      stream.dispose()
    }
  }, [])
  return { state, error }
}
