import { useEffect, useState } from 'react'
import { useStateStream } from '../../bridge/use-state-stream.ts'

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
  const { state } = useStateStream('ports.state')
  return (state?.ports ?? []).flatMap(({ runtimes }) => runtimes.filter(({ phase }) => phase === 'waiting')).length
}
