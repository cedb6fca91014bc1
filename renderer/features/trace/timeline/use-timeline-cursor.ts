import { useEffect, useRef, useState } from 'react'
import type { TraceRange } from '../../../../shared/model/trace/trace-selection.ts'
import type { TimelineCanvas } from '../../../canvas/timeline/timeline-canvas.ts'
import { stretchShowing } from '../../../canvas/timeline/timeline-view.ts'
import type { SubjectRow } from './timeline-rows.ts'

export interface TimelineCursor {
  readonly timeMs: number
  /** Key of its row. */
  readonly row: string
}

interface Parts {
  readonly canvas: TimelineCanvas | null
  readonly extent: TraceRange
  readonly onSelect: (range: TraceRange) => void
}

/** Where the keyboard is, and the range that it draws while Shift is held. */
export function useTimelineCursor({ canvas, extent, onSelect }: Parts) {
  const [cursor, setCursor] = useState<TimelineCursor | null>(null)
  const [hasFocus, setFocus] = useState(false)
  const anchorMs = useRef<number | null>(null)
  const draft = useRef<TraceRange | null>(null)
  useEffect(() => {
    canvas?.mark(hasFocus ? cursor : null)
  }, [canvas, hasFocus, cursor])
  const moveCursor = (timeMs: number, row: SubjectRow | null): void => {
    if (canvas === null || row === null) return
    const at = Math.min(Math.max(timeMs, extent.fromMs), extent.toMs)
    setCursor({ timeMs: at, row: row.key })
    canvas.goTo(stretchShowing(canvas.target, at, extent), false)
    canvas.scrollToRow(row)
  }
  /** From where Shift was pressed to the cursor. */
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
    if (range !== null) onSelect(range)
  }
  /** False: nothing was drawn. */
  const dropDraft = (): boolean => {
    const hadDraft = draft.current !== null
    anchorMs.current = null
    draft.current = null
    if (hadDraft) canvas?.showDraft(null)
    return hadDraft
  }
  return { cursor, setCursor, setFocus, moveCursor, extend, finishExtending, dropDraft }
}
