import { useEffect, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import type { PortsState } from '../../../shared/model/port.ts'
import { openStream } from '../../bridge/bridge.ts'

/** Null until the first picture has come. */
export function usePorts(): { readonly state: PortsState | null; readonly error: AppError | null } {
  const [state, setState] = useState<PortsState | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(() => {
    const stream = openStream('ports.state', null, { onMessage: setState, onError: setError })
    return () => {
      stream.dispose()
    }
  }, [])
  return { state, error }
}

/** The time, each second while somebody looks at waiting times. */
export function useSeconds(isTicking: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return undefined
    const first = setTimeout(() => setNowMs(Date.now()), 0)
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [isTicking])
  return nowMs
}

/** How many runtimes stand still until somebody lets them go on; told wherever the person is. */
export function useWaitingCount(): number {
  const { state } = usePorts()
  return (state?.ports ?? []).flatMap(({ runtimes }) => runtimes.filter(({ phase }) => phase === 'waiting')).length
}
