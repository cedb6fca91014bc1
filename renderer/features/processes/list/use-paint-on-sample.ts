import { useEffect } from 'react'
import type { Disposable } from '../../../../shared/base/disposable.ts'
import { frameLoop } from '../../../canvas/frame-loop.ts'
import { useMetrics } from '../../../ui/metrics.ts'
import type { UsageFeed } from '../usage-feed.ts'

/**
 * Calls `paint` once in the next frame: now, when `paint` or the theme changes, and after each sample. It is in the frame loop only
 * for that one frame: an idle list must not run at 60 Hz. `paint` must be memoised; it reads colours itself.
 */
export function usePaintOnSample(feed: UsageFeed, paint: () => void): void {
  const { theme } = useMetrics()
  useEffect(() => {
    let turn: Disposable | null = null
    const request = (): void => {
      turn ??= frameLoop.add({
        paint() {
          turn?.dispose()
          turn = null
          paint()
        },
      })
    }
    request()
    const leave = feed.subscribe(request)
    return () => {
      leave()
      turn?.dispose()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- colours follow the theme and are read while painting
  }, [feed, paint, theme])
}
