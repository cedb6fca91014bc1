import { createPortal } from 'react-dom'
import { rowName, spotWords, timeText } from './timeline-words.ts'
import styles from './timeline.module.css'
import type { TimelineState } from './use-timeline.ts'

const besidePx = 14
/** Where the window ends sooner, it stands on the other side of the pointer. */
const roomPx = 260

/** What is under the pointer. */
export function TimelineTooltip({ state }: { readonly state: TimelineState }) {
  const { hover, timeline, stretch } = state
  if (hover === null || timeline === null) return null
  const { spot, point } = hover
  const row = state.rowOf(spot.row?.key)
  const lines = row === null ? [] : spotWords(row.subject, timeline, spot.timeMs)
  const isLeft = point.x + roomPx > window.innerWidth
  return createPortal(
    <div
      className={styles.tooltip}
      data-testid="timeline-tooltip"
      aria-hidden
      style={{
        top: point.y + besidePx,
        ...(isLeft ? { right: window.innerWidth - point.x + besidePx } : { left: point.x + besidePx }),
      }}
    >
      <strong className="tabular">{timeText(spot.timeMs, stretch.toMs - stretch.fromMs)}</strong>
      {row !== null && <span>{rowName(row.subject)}</span>}
      {lines.map((line) => (
        <span key={line} className={styles.line}>
          {line}
        </span>
      ))}
    </div>,
    document.body,
  )
}
