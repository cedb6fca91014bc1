import { ChevronDown, Pin, PinOff } from 'lucide-react'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { rowFigure, rowName } from './timeline-words.ts'
import type { SubjectRow } from './timeline-rows.ts'
import styles from './timeline.module.css'
import type { TimelineState } from './use-timeline.ts'
import { timelineLabels } from './timeline-labels.ts'

interface HeadsProps {
  readonly state: TimelineState
  readonly isFixed: boolean
  readonly onPin: (threadId: number) => void
  readonly onShowAll: () => void
}

/** Beyond the visible ones: as far as one notch of a wheel. */
const beyondPx = 120

/** Names beside the rows. What they do, the plot does by keys, so that Tab doesn’t stop at each. */
export function TimelineHeads({ state, isFixed, onPin, onShowAll }: HeadsProps) {
  const { rows, scrollPx, size } = state
  const isNear = ({ topPx, heightPx }: SubjectRow): boolean =>
    topPx + heightPx > scrollPx - beyondPx && topPx < scrollPx + size.heightPx + 2 * beyondPx
  return rows
    .filter((row) => row.isFixed === isFixed && (isFixed || isNear(row)))
    .map((row) => (
      <div
        key={row.key}
        className={cx(styles.head, row.isDimmed && styles.dimmed, row.key === state.cursor?.row && styles.current)}
        style={{ top: row.topPx, height: row.heightPx }}
      >
        <Head row={row} state={state} onPin={onPin} onShowAll={onShowAll} />
      </div>
    ))
}

function Head({ row, state, onPin, onShowAll }: Omit<HeadsProps, 'isFixed'> & { readonly row: SubjectRow }) {
  const { subject } = row
  const name = rowName(subject)
  const figure = rowFigure(subject, state.selection)
  const words = (
    <>
      <span className={styles.name}>{name}</span>
      <span className={cx(styles.figure, 'tabular')}>{figure}</span>
    </>
  )
  if (subject.kind === 'others')
    return (
      <button
        type="button"
        tabIndex={-1}
        className={styles.headButton}
        title={timelineLabels.heads.showAllThreads}
        onClick={onShowAll}
      >
        {words}
        <Icon icon={ChevronDown} size={14} />
      </button>
    )
  const thread = subject.kind === 'thread' ? subject.thread : null
  if (thread === null)
    return (
      <span className={styles.headText} title={`${name} ${figure}`}>
        {words}
      </span>
    )
  const isSelected = state.selection.threads?.includes(thread.id) ?? false
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={isSelected}
        title={timelineLabels.heads.select(name)}
        className={styles.headButton}
        onClick={(event) => state.toggleThread(thread.id, event.ctrlKey || event.metaKey)}
      >
        {words}
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={thread.isPinned}
        aria-label={timelineLabels.heads.pin(name)}
        title={thread.isPinned ? timelineLabels.heads.unpin : timelineLabels.heads.pinToTheTop}
        className={styles.pin}
        onClick={() => onPin(thread.id)}
      >
        <Icon icon={thread.isPinned ? PinOff : Pin} size={13} />
      </button>
    </>
  )
}
