import {
  ChevronDown,
  ChevronRight,
  CircleOff,
  Clock,
  Container,
  Eye,
  FlaskConical,
  Hexagon,
  Lock,
  Pause,
  Pin,
  Wrench,
} from 'lucide-react'
import { Chip, type Tone } from '../../../ui/chip.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon, type LucideIcon } from '../../../ui/icon.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'
import { problemWording } from '../model/problem-wording.ts'
import { rowBadge, rowIcon, type Badge, type RowIcon } from '../model/row-look.ts'
import type { ProcessItem } from '../model/row-tree.ts'
import styles from './name-cell.module.css'

export const rowIcons: Readonly<Record<RowIcon, LucideIcon>> = {
  process: Hexagon,
  tool: Wrench,
  watch: Eye,
  test: FlaskConical,
  container: Container,
  locked: Lock,
  exited: CircleOff,
  demo: FlaskConical,
}
const badgeTones: Readonly<Record<Badge['tone'], Tone | undefined>> = {
  neutral: undefined,
  warn: 'warn',
  bad: 'bad',
  info: 'note',
  dashed: 'absent',
}
const badgeIcons = { pause: Pause, clock: Clock, container: Container, flask: FlaskConical } as const

interface NameCellProps {
  readonly item: ProcessItem
  readonly isDim: boolean
  readonly onToggle: () => void
}

/** Lines of the tree, icon, name, badges, short second text. */
export function NameCell({ item, isDim, onToggle }: NameCellProps) {
  const { row } = item
  const badge = rowBadge(row)
  return (
    <span role="rowheader" className={styles.name}>
      <TreeLines item={item} onToggle={onToggle} />
      <span className={cx(styles.badgeIcon, isDim && styles.dimIcon)}>
        <Icon icon={rowIcons[rowIcon(row)]} size={13} />
      </span>
      <span className={styles.words}>
        <span className={styles.lead}>
          <span
            className={cx(styles.title, isDim && styles.dimTitle)}
            title={row.detail === null ? row.name : `${row.name}\n${row.detail}`}
          >
            {row.name}
          </span>
          {row.isPinned && item.groupId !== 'pinned' && <Icon icon={Pin} size={12} />}
          {row.isDemo && (
            <Chip tone="note" icon={FlaskConical} className={styles.chip ?? ''}>
              Demo
            </Chip>
          )}
          {row.container !== null && (
            <Chip icon={Container} className={styles.chip ?? ''} title={row.container.id}>
              {row.container.id}
            </Chip>
          )}
          {badge !== null && (
            <Tooltip text={row.problem === null ? (badge.hint ?? '') : problemWording(row.problem).short} side="top">
              <Chip
                tone={badgeTones[badge.tone]}
                icon={badge.icon === null ? undefined : badgeIcons[badge.icon]}
                className={styles.chip ?? ''}
              >
                {badge.text}
              </Chip>
            </Tooltip>
          )}
        </span>
        {row.detail !== null && (
          <span className={cx(styles.detail, 'ellipsis')} title={row.detail}>
            {row.detail}
          </span>
        )}
      </span>
    </span>
  )
}

interface TreeLinesProps {
  readonly item: ProcessItem
  readonly onToggle: () => void
}

function TreeLines({ item, onToggle }: TreeLinesProps) {
  const isLast = item.positionInSet === item.setSize
  return (
    <>
      {item.depth === 0 && (
        <span className={styles.toggle}>{item.hasChildren && <Fold item={item} onToggle={onToggle} />}</span>
      )}
      {item.depth > 0 && <span className={styles.inset} />}
      {item.guides.slice(1).map((goesOn, level) => (
        // A level of the tree is its own identity.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={level} className={cx(styles.guide, goesOn && styles.line)} />
      ))}
      {item.depth > 0 && (
        <span className={cx(styles.guide, styles.line, isLast && styles.lastLine, !item.hasChildren && styles.elbow)}>
          {item.hasChildren && <Fold item={item} onToggle={onToggle} />}
        </span>
      )}
    </>
  )
}

/** For the pointer only: the keyboard has Left and Right on the row, which also says whether it is open. */
function Fold({ item, onToggle }: TreeLinesProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      className={styles.fold}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Icon icon={item.isExpanded ? ChevronDown : ChevronRight} size={12} />
    </button>
  )
}
