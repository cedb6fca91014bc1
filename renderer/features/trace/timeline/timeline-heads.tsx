import { ChevronDown, Pin, PinOff } from 'lucide-react'
import { memo } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { rowFigure, rowName } from './timeline-words.ts'
import type { SubjectRow } from './timeline-rows.ts'
import styles from './timeline.module.css'
import type { TimelineState } from './use-timeline.ts'
import { timelineLabels } from './timeline-labels.ts'

interface HeadProps extends Pick<TimelineState, 'selection'> {
  readonly onToggle: (threadId: number, isAdded: boolean) => void
  readonly onPin: (threadId: number) => void
  readonly onShowAll: () => void
  readonly onShowAllCounters: () => void
}

interface HeadsProps extends HeadProps, Pick<TimelineState, 'rows' | 'scrollPx'> {
  readonly heightPx: number
  /** Key of the row with the keyboard. */
  readonly current: string | null
  readonly isFixed: boolean
}

/** Beyond the visible ones: as far as one notch of a wheel. */
const beyondPx = 120

/** Names beside the rows. What they do, the plot does by keys, so that Tab doesn’t stop at each. */
export const TimelineHeads = memo(function TimelineHeads({
  rows,
  scrollPx,
  heightPx: shownPx,
  current,
  isFixed,
  ...head
}: HeadsProps) {
  const isNear = ({ topPx, heightPx }: SubjectRow): boolean =>
    topPx + heightPx > scrollPx - beyondPx && topPx < scrollPx + shownPx + 2 * beyondPx
  return rows
    .filter((row) => row.isFixed === isFixed && (isFixed || isNear(row)))
    .map((row) => (
      <div
        key={row.key}
        className={cx(styles.head, row.isDimmed && styles.dimmed, row.key === current && styles.current)}
        style={{ top: row.topPx, height: row.heightPx }}
      >
        <Head row={row} {...head} />
      </div>
    ))
})

function Head({
  row,
  selection,
  onToggle,
  onPin,
  onShowAll,
  onShowAllCounters,
}: HeadProps & { readonly row: SubjectRow }) {
  const { subject } = row
  const name = rowName(subject)
  const figure = rowFigure(subject, selection)
  const words = (
    <>
      <span className={styles.name}>{name}</span>
      <span className={cx(styles.figure, 'tabular')}>{figure}</span>
    </>
  )
  if (subject.kind === 'others' || subject.kind === 'more-counters')
    return (
      <button
        type="button"
        tabIndex={-1}
        className={styles.headButton}
        title={subject.kind === 'others' ? timelineLabels.heads.showAllThreads : timelineLabels.heads.showAllCounters}
        onClick={subject.kind === 'others' ? onShowAll : onShowAllCounters}
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
  const isSelected = selection.threads?.includes(thread.id) ?? false
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={isSelected}
        title={timelineLabels.heads.select(name)}
        className={styles.headButton}
        onClick={(event) => onToggle(thread.id, event.ctrlKey || event.metaKey)}
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
