import { useEffect, useState } from 'react'

/** The time, renewed twice a second while something runs: of what shows how long it has. */
export function useNow(isRunning = true): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNowMs(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isRunning])
  return nowMs
}
