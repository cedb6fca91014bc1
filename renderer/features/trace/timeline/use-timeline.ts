import { useCallback, useMemo, useState } from 'react'
import type { TraceRange } from '../../../../shared/model/trace/trace-selection.ts'
import type { TraceTimeline } from '../../../../shared/model/trace/trace-timeline.ts'
import { blockAt } from '../../../canvas/timeline/timeline-block.ts'
import type { TimelineSpot } from '../../../canvas/timeline/timeline-canvas.ts'
import { rowHeightsPx } from '../../../canvas/timeline/timeline-layout.ts'
import type { TimelinePoint } from '../../../canvas/timeline/timeline-pointer.ts'
import { isSameStretch, steadyWidthPx, stretchAround, zoomedStretch } from '../../../canvas/timeline/timeline-view.ts'
import { useMetrics } from '../../../ui/metrics.ts'
import { useTraceContents, useTraceView } from '../view/trace-view.ts'
import type { TimelineOptions } from './timeline-options.ts'
import type { SubjectRow } from './timeline-rows.ts'
import { withLess, withThread } from './timeline-selection.ts'
import { useTimelineAnswer } from './use-timeline-answer.ts'
import { useTimelineCanvas } from './use-timeline-canvas.ts'
import { useTimelineCursor } from './use-timeline-cursor.ts'
import { useTimelineScene } from './use-timeline-scene.ts'

export interface TimelineHover {
  readonly spot: TimelineSpot
  readonly point: TimelinePoint
}

const reachPx = 4
const zoomFactor = 1.5
const usMs = 0.001
/** The page hears of scrolling in steps of as many rows. */
const scrollRows = 4

/** State of the timeline on the page: what is in sight, what is selected in it, where pointer and keyboard are. */
export function useTimeline(options: TimelineOptions) {
  const { selection, select } = useTraceView()
  const { isReducedMotion, scale } = useMetrics()
  const recorded = useExtent()
  /** Null: everything. */
  const [stretch, setStretch] = useState<TraceRange | null>(null)
  const [size, setSize] = useState({ widthPx: 0, heightPx: 0 })
  const [binWidthPx, setBinWidthPx] = useState(0)
  const [scrollPx, setScrollPx] = useState(0)
  const [hover, setHover] = useState<TimelineHover | null>(null)
  const asked = { extent: recorded, stretch: stretch ?? recorded, size, binWidthPx, scrollPx }
  const { timeline, error, rows } = useTimelineAnswer(options, asked)
  const extent = useAnswered(recorded, timeline)
  const sight = { ...asked, extent, stretch: stretch ?? extent }
  const rowOf = useCallback((key: string | undefined) => rows.find((row) => row.key === key) ?? null, [rows])
  const { canvas, attachPlot, attachScroller } = useTimelineCanvas({
    onHover: (spot, point) => setHover(spot === null ? null : { spot, point }),
    onPick: ({ timeMs, row }) => setCursor({ timeMs, row: row?.key ?? cursor?.row ?? rows[0]?.key ?? '' }),
    onOpen: ({ timeMs, row }) => (row === null ? goTo(extent) : selectBlock(timeMs, rowOf(row.key))),
    onSelect: (range) => selectRange(range),
    onStretch: (next) => setStretch(isSameStretch(next, extent) ? null : next),
    onResize: (next) => {
      setSize(next)
      // A document in the background has no width.
      if (next.widthPx > 0) setBinWidthPx((before) => steadyWidthPx(before, next.widthPx))
    },
    onScroll: (topPx) => {
      const step = rowHeightsPx.thread * scale * scrollRows
      setScrollPx(Math.floor(topPx / step) * step)
      setHover(null)
    },
  })
  useTimelineScene({ canvas, timeline, rows, extent, isWhole: stretch === null })
  const selectRange = (range: TraceRange): void => select({ ...selection, range })
  const { cursor, setCursor, dropDraft, ...keyboard } = useTimelineCursor({ canvas, extent, onSelect: selectRange })

  const goTo = (to: TraceRange): void => canvas?.goTo(to, !isReducedMotion)
  /** At the cursor where it is in sight; `steps`: positive is nearer. */
  const zoomBy = (steps: number): void => {
    if (canvas === null) return
    const { fromMs, toMs } = canvas.target
    const isInSight = cursor !== null && cursor.timeMs >= fromMs && cursor.timeMs <= toMs
    const atMs = isInSight ? cursor.timeMs : (fromMs + toMs) / 2
    goTo(zoomedStretch(canvas.target, atMs, zoomFactor ** steps, extent))
  }
  const zoomToSelection = (): void => {
    if (selection.range !== null) goTo(stretchAround(selection.range, extent))
  }
  const selectBlock = (timeMs: number, row: SubjectRow | null): void => {
    if (canvas === null || timeline === null || row?.drawing == null) return
    const { fromMs, toMs } = canvas.target
    const reachMs = (reachPx / Math.max(1, size.widthPx)) * (toMs - fromMs)
    const block = blockAt(row.drawing, { range: timeline.range, count: timeline.binCount }, timeMs, reachMs)
    if (block === null) return
    const from = Math.max(block.fromMs, extent.fromMs)
    selectRange({ fromMs: from, toMs: Math.max(from + usMs, Math.min(block.toMs, extent.toMs)) })
  }
  const toggleThread = (id: number, isAdded: boolean): void => select(withThread(selection, id, isAdded))
  /** False: there is nothing to take back. */
  const clear = (): boolean => {
    if (dropDraft() || canvas?.cancelDrag() === true) return true
    const less = withLess(selection)
    if (less !== null) select(less)
    return less !== null
  }
  const moves = { goTo, selectBlock, toggleThread, zoomBy, zoomToSelection, clear, ...keyboard }
  return {
    attachPlot,
    attachScroller,
    canvas,
    timeline,
    rows,
    rowOf,
    error,
    selection,
    hover,
    cursor,
    ...sight,
    ...moves,
  }
}

export type TimelineState = Omit<ReturnType<typeof useTimeline>, 'attachPlot' | 'attachScroller'>

/** First to last event; grows with a recording that runs. */
function useExtent(): TraceRange {
  const [firstEventMs, lastEventMs] = useTraceContents(({ summary, growth }) => {
    const { firstEventMs: first, lastEventMs: last } = summary
    return [first, Math.max(last, growth?.lastMs ?? 0, first)] as const
  })
  return useMemo(() => ({ fromMs: firstEventMs, toMs: lastEventMs + usMs }), [firstEventMs, lastEventMs])
}

/**
 * What of it the picture has. The end of a file that is read or written is known before its bins are: on an axis that long already, the part
 * without an answer would look like time in which nothing happened.
 */
function useAnswered(recorded: TraceRange, timeline: TraceTimeline | null): TraceRange {
  const [answeredMs, setAnsweredMs] = useState(Number.NEGATIVE_INFINITY)
  // Bins of a stretch that ends sooner take nothing back.
  const reachedMs = timeline === null ? answeredMs : Math.min(timeline.extent.toMs, timeline.range.toMs)
  if (reachedMs > answeredMs) setAnsweredMs(reachedMs)
  const known = Math.max(answeredMs, reachedMs)
  const toMs = known < recorded.fromMs ? recorded.toMs : Math.min(recorded.toMs, known)
  return useMemo(() => (toMs === recorded.toMs ? recorded : { ...recorded, toMs }), [recorded, toMs])
}
