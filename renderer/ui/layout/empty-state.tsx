import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon, type LucideIcon } from '../icon.tsx'
import styles from './states.module.css'

interface EmptyStateProps {
  readonly icon?: LucideIcon
  readonly title: string
  /** One sentence: what this place is for, or what brings something here. */
  readonly text: string
  /** One button, rarely two. */
  readonly action?: ReactNode
  /** In the middle of its pane, for whole documents. */
  readonly isCentred?: boolean
}

export function EmptyState({ icon, title, text, action, isCentred }: EmptyStateProps) {
  return (
    <div className={cx(styles.state, isCentred === true && styles.centred)}>
      {icon && <Icon icon={icon} size={20} className={styles.icon} />}
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{text}</p>
      {action !== undefined && <div className={styles.actions}>{action}</div>}
    </div>
  )
}
