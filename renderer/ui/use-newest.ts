import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Gives the value of the newest render, to handlers that React doesn't know (canvases, timers, commands). It is there as soon as the page
 * shows that render: an event right after it must not meet the handlers of the one before.
 */
export function useNewest<T>(value: T): () => T {
  const newest = useRef(value)
  useLayoutEffect(() => {
    newest.current = value
  })
  return useCallback(() => newest.current, [])
}
