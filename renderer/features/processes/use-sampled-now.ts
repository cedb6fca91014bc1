import { useEffect, useState } from 'react'
import { usageFeed } from './usage-feed.ts'

/** No sample has come for this long: the timer takes over. */
const quietMs = 2500

/**
 * The time, renewed about once a second while `isTicking`. It goes with the usage samples when they come (fewer of them while nobody is at the window), so that everything that
 * moves once a second moves in the same frame; a timer steps in when none come.
 */
export function useSampledNow(isTicking: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return undefined
    let lastMs = 0
    const renew = () => {
      lastMs = Date.now()
      setNowMs(lastMs)
    }
    const leave = usageFeed.subscribe(renew)
    const timer = setInterval(() => {
      const timeMs = Date.now()
      // No sample at all counts as one that is long ago.
      const sampleAgeMs = timeMs - (usageFeed.history.newestMs || 0)
      if (sampleAgeMs >= quietMs && timeMs - lastMs >= quietMs) renew()
    }, 1000)
    return () => {
      leave()
      clearInterval(timer)
    }
  }, [isTicking])
  return nowMs
}
