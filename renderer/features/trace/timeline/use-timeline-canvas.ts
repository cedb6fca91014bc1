import { useCallback } from 'react'
import { TimelineCanvas, type TimelineCanvasEvents } from '../../../canvas/timeline/timeline-canvas.ts'
import { useAttached } from '../../../ui/use-attached.ts'
import { useNewest } from '../../../ui/use-newest.ts'

interface Events extends TimelineCanvasEvents {
  onScroll(topPx: number): void
}

/** One canvas for as long as its elements are there; its events reach the newest handlers. */
export function useTimelineCanvas(events: Events) {
  const newest = useNewest(events)
  const attachScroller = useCallback(
    (element: HTMLDivElement | null) => {
      if (element === null) return undefined
      const onScroll = (): void => newest().onScroll(element.scrollTop)
      element.addEventListener('scroll', onScroll)
      return () => element.removeEventListener('scroll', onScroll)
    },
    [newest],
  )
  const make = useCallback(
    (plot: HTMLDivElement) => {
      // The element around it is attached after it.
      const around = plot.closest<HTMLElement>('[data-timeline-scroller]')
      if (around === null) return null
      return new TimelineCanvas(plot, around, {
        onHover: (...all) => newest().onHover(...all),
        onPick: (...all) => newest().onPick(...all),
        onOpen: (...all) => newest().onOpen(...all),
        onSelect: (...all) => newest().onSelect(...all),
        onStretch: (...all) => newest().onStretch(...all),
        onResize: (...all) => newest().onResize(...all),
      })
    },
    [newest],
  )
  const { thing: canvas, attach: attachPlot } = useAttached(make)
  return { canvas, attachPlot, attachScroller }
}
