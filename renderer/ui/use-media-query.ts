import { useCallback, useSyncExternalStore } from 'react'
import { useMetrics } from './metrics.ts'

/** Below it the inspector folds. */
export const narrowWindow = '(max-width: 999px)'

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => {
        list.removeEventListener('change', onChange)
      }
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Counts the text size too: at 200 % a window of 1440 px has room for what fits 720 px. */
export function useHasRoomFor(widthPx: number): boolean {
  const { scale } = useMetrics()
  return useMediaQuery(`(min-width: ${String(Math.round(widthPx * Math.max(1, scale)))}px)`)
}
