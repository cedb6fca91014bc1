import { useEffect } from 'react'
import type { Disposable } from '../../../../shared/base/disposable.ts'
import { useMetrics } from '../../../ui/metrics.ts'
import type { UsageFeed } from '../usage-feed.ts'
import { paintNextFrame } from './next-frame.ts'

/**
 * Calls `paint` once in the next frame: now, when `paint` or the theme changes, and after each sample. `paint` must be memoised;
 * it reads colours itself. `isActive`: false behind another document, where nothing is painted.
 */
export function usePaintOnSample(feed: UsageFeed, paint: () => void, isActive = true): void {
  const { theme } = useMetrics()
  useEffect(() => {
    if (!isActive) return undefined
    let turn: Disposable | null = null
    const request = (): void => {
      turn ??= paintNextFrame(() => {
        turn = null
        paint()
      })
    }
    request()
    const leave = feed.subscribe(request)
    return () => {
      leave()
      turn?.dispose()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- colours follow the theme and are read while painting
  }, [feed, paint, theme, isActive])
}
