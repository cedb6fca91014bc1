import { useEffect, useState } from 'react'
import type { AppError } from '../../shared/base/errors.ts'
import type { Streams } from '../../shared/contract/index.ts'
import { openStream } from './bridge.ts'

/** Those that send the whole picture after every change. */
type StateStream = 'cases.state' | 'machines.state' | 'ports.state' | 'rules.state'

/** The newest state; null until the first one has come. */
export function useStateStream<Name extends StateStream>(
  name: Name,
): { readonly state: Streams[Name] | null; readonly error: AppError | null } {
  const [state, setState] = useState<Streams[Name] | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(() => {
    const stream = openStream(name, null, { onMessage: setState, onError: setError })
    return () => {
      stream.dispose()
    }
  }, [name])
  return { state, error }
}
