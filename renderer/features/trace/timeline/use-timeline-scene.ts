import { useLayoutEffect, useMemo, useRef } from 'react'
import type { TraceRange } from '../../../../shared/model/trace/trace-selection.ts'
import type { TraceTimeline } from '../../../../shared/model/trace/trace-timeline.ts'
import type { TimelineCanvas } from '../../../canvas/timeline/timeline-canvas.ts'
import { useChartTheme } from '../../../ui/use-chart-theme.ts'
import { useSettledAnswer } from '../view/use-settled-answer.ts'
import { isStillGrowing, useTraceContents, useTraceView } from '../view/trace-view.ts'
import type { SubjectRow } from './timeline-rows.ts'
import { rangeLengthText } from './timeline-words.ts'

interface SceneParts {
  readonly canvas: TimelineCanvas | null
  readonly timeline: TraceTimeline | null
  readonly rows: readonly SubjectRow[]
  readonly extent: TraceRange
  /** All of it is in sight, also when it grows. */
  readonly isWhole: boolean
}

const isSameMarks = (before: unknown, now: unknown): boolean => JSON.stringify(before) === JSON.stringify(now)

/** Puts the newest answer on the canvas. */
export function useTimelineScene({ canvas, timeline, rows, extent, isWhole }: SceneParts): void {
  const { target, selection } = useTraceView()
  const startUnixMs = useTraceContents(({ summary }) => summary.startUnixMs)
  const isGrowing = useTraceContents(isStillGrowing)
  const theme = useChartTheme()
  const { answer } = useSettledAnswer('traces.marks', { documentId: target.documentId }, { isSame: isSameMarks })
  const recordingMarks = answer?.reply
  const marks = useMemo(
    () => (recordingMarks ?? []).map(({ unixMs }) => unixMs - startUnixMs),
    [recordingMarks, startUnixMs],
  )
  const shown = useRef<{ readonly canvas: TimelineCanvas; readonly extent: TraceRange } | null>(null)
  useLayoutEffect(() => {
    if (canvas === null || timeline === null) return
    canvas.show({
      extent,
      rows,
      bins: { range: timeline.range, count: timeline.binCount },
      theme,
      pauses: timeline.collections?.pauses ?? null,
      losses: timeline.losses.timeMs,
      marks,
      selected: selection.range,
      textOfRange: rangeLengthText,
      isGrowing,
    })
    if (shown.current?.canvas !== canvas || (isWhole && shown.current.extent !== extent)) canvas.setStretch(extent)
    shown.current = { canvas, extent }
  }, [canvas, timeline, rows, extent, isWhole, theme, marks, selection.range, isGrowing])
}
