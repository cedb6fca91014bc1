import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TraceRange } from '../../../../shared/model/trace-selection.ts'
import type { TimelineThreadPage, TraceThreadOrder } from '../../../../shared/model/trace-timeline.ts'
import { blockAt } from '../../../canvas/timeline/timeline-block.ts'
import type { TimelineSpot } from '../../../canvas/timeline/timeline-canvas.ts'
import { rowHeightsPx } from '../../../canvas/timeline/timeline-layout.ts'
import type { TimelinePoint } from '../../../canvas/timeline/timeline-pointer.ts'
import { binningOf, isSameStretch, stretchAround, stretchShowing } from '../../../canvas/timeline/timeline-view.ts'
import { useMetrics } from '../../../ui/metrics.ts'
import { useLatestAnswer } from '../view/use-latest-answer.ts'
import { useTraceView } from '../view/trace-view.ts'
import { fewThreads, type SubjectRow, timelineRows } from './timeline-rows.ts'
import { useTimelineCanvas } from './use-timeline-canvas.ts'
import { useTimelineScene } from './use-timeline-scene.ts'

export interface TimelineOptions {
  readonly order: TraceThreadOrder
  readonly search: string
  readonly pinned: readonly number[]
  readonly hasAllThreads: boolean
  readonly isFolded: boolean
  readonly hidden: ReadonlySet<string>
}

export const firstOptions: TimelineOptions = {
  order: 'busiest',
  search: '',
  pinned: [],
  hasAllThreads: false,
  isFolded: false,
  hidden: new Set(),
}

export interface TimelineHover {
  readonly spot: TimelineSpot
  readonly point: TimelinePoint
}

interface Cursor {
  readonly timeMs: number
  readonly row: string
}

/** Rows are asked for in steps of as many, so that a scroll wheel doesn’t ask at each notch. */
const pageRows = 16
const mostRows = 96
const reachPx = 4
const usMs = 0.001

/** State of the timeline on the page: what is asked, what is in sight, where the keyboard is. */
export function useTimeline(options: TimelineOptions) {
  const { target, summary, growth, selection, select } = useTraceView()
  const { isReducedMotion, scale } = useMetrics()
  const { firstEventMs } = summary
  const lastEventMs = Math.max(summary.lastEventMs, growth?.lastMs ?? 0, firstEventMs)
  const extent = useMemo(() => ({ fromMs: firstEventMs, toMs: lastEventMs + usMs }), [firstEventMs, lastEventMs])
  /** Null: everything. */
  const [stretch, setStretch] = useState<TraceRange | null>(null)
  const [size, setSize] = useState({ widthPx: 0, heightPx: 0 })
  const [scrollPx, setScrollPx] = useState(0)
  const [hover, setHover] = useState<TimelineHover | null>(null)
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const [hasFocus, setFocus] = useState(false)
  const [intervalMs, setIntervalMs] = useState<number | null>(null)
  const anchorMs = useRef<number | null>(null)
  const draft = useRef<TraceRange | null>(null)

  const hasAllThreads = options.hasAllThreads || options.search !== ''
  const question =
    size.widthPx === 0
      ? null
      : {
          selection,
          ...binningOf(stretch ?? extent, size.widthPx, extent, intervalMs),
          threads: pageOf({ ...options, hasAllThreads }, scrollPx, size.heightPx, scale),
        }
  const request = question === null ? null : { documentId: target.documentId, question }
  const { answer, error } = useLatestAnswer('traces.timeline', request)
  const timeline = answer?.reply ?? null
  const told = timeline?.intervalMs ?? null
  if (told !== intervalMs && timeline !== null) setIntervalMs(told)

  const { isFolded, hidden } = options
  const rows = useMemo(
    () => (timeline === null ? [] : timelineRows(timeline, selection, { hasAllThreads, isFolded, hidden, scale })),
    [timeline, selection, hasAllThreads, isFolded, hidden, scale],
  )
  const rowOf = useCallback((key: string | undefined) => rows.find((row) => row.key === key) ?? null, [rows])

  const { canvas, attachPlot, attachScroller } = useTimelineCanvas({
    onHover: (spot, point) => setHover(spot === null ? null : { spot, point }),
    onPick: ({ timeMs, row }) => setCursor({ timeMs, row: row?.key ?? cursor?.row ?? rows[0]?.key ?? '' }),
    onOpen: ({ timeMs, row }) => (row === null ? goTo(extent) : selectBlock(timeMs, rowOf(row.key))),
    onSelect: (range) => selectRange(range),
    onStretch: (next) => setStretch(isSameStretch(next, extent) ? null : next),
    onResize: setSize,
    onScroll: (topPx) => {
      const step = rowHeightsPx.thread * scale * 4
      setScrollPx(Math.floor(topPx / step) * step)
      setHover(null)
    },
  })
  useTimelineScene({ canvas, timeline, rows, extent, isWhole: stretch === null })
  useEffect(() => {
    canvas?.mark(hasFocus ? cursor : null)
  }, [canvas, hasFocus, cursor])

  const goTo = (to: TraceRange): void => canvas?.goTo(to, !isReducedMotion)
  const selectRange = (range: TraceRange | null): void => select({ ...selection, range })
  const selectBlock = (timeMs: number, row: SubjectRow | null): void => {
    if (canvas === null || timeline === null || row?.drawing == null) return
    const { fromMs, toMs } = canvas.target
    const reachMs = (reachPx / Math.max(1, size.widthPx)) * (toMs - fromMs)
    const block = blockAt(row.drawing, { range: timeline.range, count: timeline.binCount }, timeMs, reachMs)
    if (block === null) return
    const from = Math.max(block.fromMs, extent.fromMs)
    selectRange({ fromMs: from, toMs: Math.max(from + usMs, Math.min(block.toMs, extent.toMs)) })
  }
  /** Once more takes it back; `isAdded`: beside those that are selected. */
  const toggleThread = (id: number, isAdded: boolean): void => {
    const { threads } = selection
    const isSelected = threads?.includes(id) ?? false
    const others = isAdded && threads !== null ? threads.filter((other) => other !== id) : []
    const next = isSelected && (isAdded || threads?.length === 1) ? others : [...others, id]
    select({ ...selection, threads: next.length === 0 ? null : next })
  }
  const moveCursor = (timeMs: number, row: SubjectRow | null): void => {
    if (canvas === null || row === null) return
    const at = Math.min(Math.max(timeMs, extent.fromMs), extent.toMs)
    setCursor({ timeMs: at, row: row.key })
    canvas.goTo(stretchShowing(canvas.target, at, extent), false)
    canvas.scrollToRow(row)
  }
  /** While Shift is held: from where it was pressed to the cursor. */
  const extend = (toMs: number): void => {
    anchorMs.current ??= cursor?.timeMs ?? extent.fromMs
    const [fromMs, endMs] = [Math.min(anchorMs.current, toMs), Math.max(anchorMs.current, toMs)]
    draft.current = endMs > fromMs ? { fromMs, toMs: endMs } : null
    canvas?.showDraft(draft.current)
  }
  const finishExtending = (): void => {
    const range = draft.current
    anchorMs.current = null
    draft.current = null
    if (range !== null) selectRange(range)
  }
  const zoomToSelection = (): void => {
    if (selection.range !== null) goTo(stretchAround(selection.range, extent))
  }
  /** False: nothing is restricted. */
  const clear = (): boolean => {
    anchorMs.current = null
    if (draft.current !== null) {
      draft.current = null
      canvas?.showDraft(null)
      return true
    }
    if (canvas?.cancelDrag() === true) return true
    if (selection.range !== null) selectRange(null)
    else if (selection.threads !== null) select({ ...selection, threads: null })
    else return false
    return true
  }
  const moves = {
    goTo,
    selectBlock,
    toggleThread,
    moveCursor,
    extend,
    finishExtending,
    zoomToSelection,
    clear,
    setFocus,
  }
  const attached = { attachPlot, attachScroller, canvas }
  const shown = { timeline, rows, extent, stretch: stretch ?? extent, selection, error, size, scrollPx }
  return { ...attached, ...shown, ...moves, rowOf, hover, cursor, hasAllThreads }
}

export type TimelineState = Omit<ReturnType<typeof useTimeline>, 'attachPlot' | 'attachScroller'>

/** The rows that can be seen, and some around them. */
function pageOf(
  { order, search, pinned, hasAllThreads }: TimelineOptions,
  scrollPx: number,
  heightPx: number,
  scale: number,
): TimelineThreadPage {
  const page = { order, search, pinned }
  if (!hasAllThreads) return { ...page, offset: 0, count: Math.min(mostRows, fewThreads + pinned.length) }
  const rowPx = rowHeightsPx.thread * scale
  const first = Math.max(0, Math.floor(scrollPx / rowPx) - pageRows / 2)
  const offset = Math.floor(first / pageRows) * pageRows
  const count = Math.ceil((heightPx / rowPx + 2 * pageRows) / pageRows) * pageRows
  return { ...page, offset, count: Math.min(mostRows, count) }
}
