import { useCallback, useEffect, useRef, useState } from 'react'
import { TimelineCanvas, type TimelineCanvasEvents } from '../../../canvas/timeline/timeline-canvas.ts'

interface Events extends TimelineCanvasEvents {
  onScroll(topPx: number): void
}

/** One canvas for as long as its elements are there; its events reach the newest handlers. */
export function useTimelineCanvas(events: Events) {
  const [canvas, setCanvas] = useState<TimelineCanvas | null>(null)
  const newest = useRef(events)
  const scroller = useRef<HTMLDivElement | null>(null)
  useEffect(() => {
    newest.current = events
  })
  const attachScroller = useCallback((element: HTMLDivElement | null) => {
    scroller.current = element
    if (element === null) return undefined
    const onScroll = (): void => newest.current.onScroll(element.scrollTop)
    element.addEventListener('scroll', onScroll)
    return () => element.removeEventListener('scroll', onScroll)
  }, [])
  const attachPlot = useCallback((plot: HTMLDivElement | null) => {
    // The element around it is attached after it.
    const around = plot?.closest<HTMLElement>('[data-timeline-scroller]') ?? null
    if (plot === null || around === null) return undefined
    const made = new TimelineCanvas(plot, around, {
      onHover: (...all) => newest.current.onHover(...all),
      onPick: (...all) => newest.current.onPick(...all),
      onOpen: (...all) => newest.current.onOpen(...all),
      onSelect: (...all) => newest.current.onSelect(...all),
      onStretch: (...all) => newest.current.onStretch(...all),
      onResize: (...all) => newest.current.onResize(...all),
    })
    setCanvas(made)
    return () => {
      setCanvas(null)
      made.dispose()
    }
  }, [])
  return { canvas, attachPlot, attachScroller }
}
