import { useCallback, useSyncExternalStore } from 'react'

/** Breakpoints of the product (docs: below 1200 the second-rank columns go, below 1000 the inspector folds). */
export const mediumWindow = '(max-width: 1199px)'
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
