import { useMemo } from 'react'
import type { TraceRange } from '../../../../shared/model/trace/trace-selection.ts'
import { binningOf } from '../../../canvas/timeline/timeline-view.ts'
import type { TimelineSize } from '../../../canvas/timeline/timeline-layout.ts'
import { useMetrics } from '../../../ui/metrics.ts'
import { useSettledAnswer } from '../view/use-settled-answer.ts'
import { useTraceContents, useTraceView } from '../view/trace-view.ts'
import { showsAllThreads, threadPageOf, type TimelineOptions } from './timeline-options.ts'
import { timelineRows } from './timeline-rows.ts'

interface Sight {
  readonly extent: TraceRange
  readonly stretch: TraceRange
  readonly size: TimelineSize
  /** What bins are made for; steadier than the size. */
  readonly binWidthPx: number
  readonly scrollPx: number
}

/** What the worker says about what is in sight, and the rows that are made of it. */
export function useTimelineAnswer(options: TimelineOptions, { extent, stretch, size, binWidthPx, scrollPx }: Sight) {
  const { target, selection } = useTraceView()
  const intervalMs = useTraceContents(({ summary }) => summary.samplingIntervalMs)
  const { scale } = useMetrics()
  const question = {
    selection,
    ...binningOf(stretch, binWidthPx, extent, intervalMs),
    threads: threadPageOf(options, scrollPx, size.heightPx, scale),
  }
  const request = size.widthPx === 0 ? null : { documentId: target.documentId, question }
  const { answer, error } = useSettledAnswer('traces.timeline', request)
  const timeline = answer?.reply ?? null
  const hasAllThreads = showsAllThreads(options)
  const { hasAllCounters, isFolded, hidden } = options
  const rows = useMemo(
    () =>
      timeline === null
        ? []
        : timelineRows(timeline, selection, { hasAllThreads, hasAllCounters, isFolded, hidden, scale }),
    [timeline, selection, hasAllThreads, hasAllCounters, isFolded, hidden, scale],
  )
  return { timeline, error, rows }
}
