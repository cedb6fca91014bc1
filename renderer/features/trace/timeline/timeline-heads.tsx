import { ChevronDown, Pin, PinOff } from 'lucide-react'
import { memo } from 'react'
import type { TraceSelection } from '../../../../shared/model/trace/trace-selection.ts'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { rowFigure, rowName } from './timeline-words.ts'
import type { RowSubject, SubjectRow } from './timeline-rows.ts'
import styles from './timeline.module.css'
import type { TimelineState } from './use-timeline.ts'
import { timelineLabels } from './timeline-labels.ts'

interface HeadEvents {
  readonly onToggle: (threadId: number, isAdded: boolean) => void
  readonly onPin: (threadId: number) => void
  readonly onShowAll: () => void
  readonly onShowAllCounters: () => void
}

/** What is drawn, so that a head that says the same is not drawn anew. */
interface HeadProps extends HeadEvents {
  readonly name: string
  readonly figure: string
  readonly kind: RowSubject['kind']
  /** Null: it is about no thread, or about one that was not asked for yet. */
  readonly threadId: number | null
  readonly isPinned: boolean
  readonly isSelected: boolean
}

interface HeadsProps extends HeadEvents, Pick<TimelineState, 'rows' | 'scrollPx' | 'selection'> {
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
  selection,
  ...events
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
        <Head {...headOf(row.subject, selection)} {...events} />
      </div>
    ))
})

function headOf(subject: RowSubject, selection: TraceSelection): Omit<HeadProps, keyof HeadEvents> {
  const thread = subject.kind === 'thread' ? subject.thread : null
  return {
    name: rowName(subject),
    figure: rowFigure(subject, selection),
    kind: subject.kind,
    threadId: thread?.id ?? null,
    isPinned: thread?.isPinned === true,
    isSelected: thread !== null && selection.threads?.includes(thread.id) === true,
  }
}

const Head = memo(function Head({
  name,
  figure,
  kind,
  threadId,
  isPinned,
  isSelected,
  onToggle,
  onPin,
  onShowAll,
  onShowAllCounters,
}: HeadProps) {
  const words = (
    <>
      <span className={styles.name}>{name}</span>
      <span className={cx(styles.figure, 'tabular')}>{figure}</span>
    </>
  )
  if (kind === 'others' || kind === 'more-counters')
    return (
      <button
        type="button"
        tabIndex={-1}
        className={styles.headButton}
        title={kind === 'others' ? timelineLabels.heads.showAllThreads : timelineLabels.heads.showAllCounters}
        onClick={kind === 'others' ? onShowAll : onShowAllCounters}
      >
        {words}
        <Icon icon={ChevronDown} size={14} />
      </button>
    )
  if (threadId === null)
    return (
      <span className={styles.headText} title={`${name} ${figure}`}>
        {words}
      </span>
    )
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={isSelected}
        title={timelineLabels.heads.select(name)}
        className={styles.headButton}
        onClick={(event) => onToggle(threadId, event.ctrlKey || event.metaKey)}
      >
        {words}
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={isPinned}
        aria-label={timelineLabels.heads.pin(name)}
        title={isPinned ? timelineLabels.heads.unpin : timelineLabels.heads.pinToTheTop}
        className={styles.pin}
        onClick={() => onPin(threadId)}
      >
        <Icon icon={isPinned ? PinOff : Pin} size={13} />
      </button>
    </>
  )
})
