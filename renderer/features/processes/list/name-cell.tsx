import {
  CircleOff,
  Clock,
  Container,
  Eye,
  FlaskConical,
  Hexagon,
  Lock,
  Pause,
  Pin,
  SquareTerminal,
  Wrench,
} from 'lucide-react'
import { Chip, type Tone } from '../../../ui/chip.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon, type LucideIcon } from '../../../ui/icon.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'
import { problemWording } from '../model/problem-words.ts'
import { rowBadge, rowIcon, type Badge, type RowIcon } from '../model/row-look.ts'
import type { ProcessItem } from '../model/row-tree.ts'
import styles from './name-cell.module.css'
import { processLabels } from '../process-labels.ts'

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
}

/** Icon, name, badges, short second text. */
export function NameCell({ item, isDim }: NameCellProps) {
  const { row } = item
  const badge = rowBadge(row)
  const second = [item.distinction, row.detail].filter((text) => text !== null)
  return (
    <span className={styles.name}>
      <span className={cx(styles.badgeIcon, isDim && styles.dimIcon)}>
        <Icon icon={rowIcons[rowIcon(row)]} size={13} />
      </span>
      <span className={styles.words}>
        <span className={styles.lead}>
          <span className={cx(styles.title, isDim && styles.dimTitle)} title={[row.name, ...second].join('\n')}>
            {row.name}
          </span>
          {row.isPinned && item.groupId !== 'pinned' && <Icon icon={Pin} size={12} />}
          {row.isDemo && (
            <Chip tone="note" icon={FlaskConical} className={styles.chip ?? ''}>
              {processLabels.nameCell.demo}
            </Chip>
          )}
          {row.machine !== undefined && (
            <Chip
              icon={SquareTerminal}
              className={styles.chip ?? ''}
              title={processLabels.nameCell.onMachine(row.machine.name)}
            >
              {row.machine.name}
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
        {second.length > 0 && (
          <span className={cx(styles.detail, 'ellipsis')} title={second.join('\n')}>
            {second.join(' · ')}
          </span>
        )}
      </span>
    </span>
  )
}
