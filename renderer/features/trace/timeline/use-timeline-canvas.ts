import { useCallback, useRef, useState } from 'react'
import { TimelineCanvas, type TimelineCanvasEvents } from '../../../canvas/timeline/timeline-canvas.ts'
import { useNewest } from '../../../ui/use-newest.ts'

interface Events extends TimelineCanvasEvents {
  onScroll(topPx: number): void
}

/** One canvas for as long as its elements are there; its events reach the newest handlers. */
export function useTimelineCanvas(events: Events) {
  const [canvas, setCanvas] = useState<TimelineCanvas | null>(null)
  const newest = useNewest(events)
  const scroller = useRef<HTMLDivElement | null>(null)
  const attachScroller = useCallback(
    (element: HTMLDivElement | null) => {
      scroller.current = element
      if (element === null) return undefined
      const onScroll = (): void => newest().onScroll(element.scrollTop)
      element.addEventListener('scroll', onScroll)
      return () => element.removeEventListener('scroll', onScroll)
    },
    [newest],
  )
  const attachPlot = useCallback(
    (plot: HTMLDivElement | null) => {
      // The element around it is attached after it.
      const around = plot?.closest<HTMLElement>('[data-timeline-scroller]') ?? null
      if (plot === null || around === null) return undefined
      const made = new TimelineCanvas(plot, around, {
        onHover: (...all) => newest().onHover(...all),
        onPick: (...all) => newest().onPick(...all),
        onOpen: (...all) => newest().onOpen(...all),
        onSelect: (...all) => newest().onSelect(...all),
        onStretch: (...all) => newest().onStretch(...all),
        onResize: (...all) => newest().onResize(...all),
      })
      setCanvas(made)
      return () => {
        setCanvas(null)
        made.dispose()
      }
    },
    [newest],
  )
  return { canvas, attachPlot, attachScroller }
}
