import type { KeyboardEvent } from 'react'
import { pannedStretch } from '../../../canvas/timeline/timeline-view.ts'
import type { SubjectRow } from './timeline-rows.ts'
import type { TimelineState } from './use-timeline.ts'

const panShare = 0.2

/** Keys of the timeline that has the focus. What it has no use for is left to the page. */
export function timelineKey(event: KeyboardEvent, state: TimelineState, onPin: (threadId: number) => void): void {
  if (event.altKey || event.metaKey || (event.ctrlKey && event.key !== ' ')) return
  if (!takesKey(event, state, onPin)) return
  event.preventDefault()
  event.stopPropagation()
}

function takesKey(event: KeyboardEvent, state: TimelineState, onPin: (threadId: number) => void): boolean {
  const { timeline, canvas, rows, cursor, extent, stretch } = state
  if (timeline === null || canvas === null) return false
  const row = state.rowOf(cursor?.row) ?? rows[0] ?? null
  const timeMs = cursor?.timeMs ?? stretch.fromMs
  const binMs = (timeline.range.toMs - timeline.range.fromMs) / timeline.binCount
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight':
    case 'Home':
    case 'End': {
      const to = { ArrowLeft: timeMs - binMs, ArrowRight: timeMs + binMs, Home: extent.fromMs, End: extent.toMs }[
        event.key
      ]
      const at = Math.min(Math.max(to, extent.fromMs), extent.toMs)
      state.moveCursor(at, row)
      if (event.shiftKey) state.extend(at)
      return true
    }
    case 'ArrowUp':
    case 'ArrowDown':
      state.moveCursor(timeMs, rowBeside(rows, row, event.key === 'ArrowUp' ? -1 : 1))
      return true
    case 'Enter':
      state.selectBlock(timeMs, row)
      return true
    case ' ': {
      const id = threadOf(row)
      if (id !== null) state.toggleThread(id, event.ctrlKey)
      return true
    }
    case 'Escape':
      return state.clear()
    default:
      return takesLetter(event.key.toLowerCase(), state, row, onPin)
  }
}

function takesLetter(
  key: string,
  state: TimelineState,
  row: SubjectRow | null,
  onPin: (threadId: number) => void,
): boolean {
  const { canvas, extent } = state
  if (canvas === null) return false
  switch (key) {
    case 'w':
    case '+':
    case '=':
      state.zoomBy(1)
      return true
    case 's':
    case '-':
      state.zoomBy(-1)
      return true
    case 'a':
      state.goTo(pannedStretch(canvas.target, -panShare, extent))
      return true
    case 'd':
      state.goTo(pannedStretch(canvas.target, panShare, extent))
      return true
    case 'f':
      state.zoomToSelection()
      return true
    case 'p': {
      const id = threadOf(row)
      if (id !== null) onPin(id)
      return true
    }
    default:
      return false
  }
}

function rowBeside(rows: readonly SubjectRow[], row: SubjectRow | null, by: number): SubjectRow | null {
  const at = row === null ? 0 : rows.indexOf(row) + by
  return rows[Math.min(Math.max(0, at), rows.length - 1)] ?? null
}

function threadOf(row: SubjectRow | null): number | null {
  return row?.subject.kind === 'thread' ? (row.subject.thread?.id ?? null) : null
}
