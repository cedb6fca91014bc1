import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { useTraceView } from '../view/trace-view.ts'
import styles from './overview.module.css'

interface OverviewPaneProps {
  readonly title: string
  /** Where its rows are all listed; null: there are none. */
  readonly tab: string | null
  readonly tabLabel: string
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** One question of the overview, with its answer and the way to all of it. */
export function OverviewPane({ title, tab, tabLabel, isWide = false, children }: OverviewPaneProps) {
  const { goTo } = useTraceView()
  return (
    <section className={isWide ? styles.widePane : styles.pane} aria-label={title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {tab !== null && (
          <button type="button" className={styles.more} onClick={() => goTo({ tab })}>
            {tabLabel}
            <Icon icon={ArrowRight} size={14} />
          </button>
        )}
      </header>
      {children}
    </section>
  )
}

interface AnswerLineProps {
  /** The figure that answers. */
  readonly figure: string
  readonly unit?: string
  readonly children: ReactNode
}

export function AnswerLine({ figure, unit = '', children }: AnswerLineProps) {
  return (
    <p className={styles.answer}>
      <span className={styles.figure}>{figure}</span>
      {unit !== '' && <span className={styles.unit}>{unit}</span>}
      <span className={styles.words}>{children}</span>
    </p>
  )
}

interface OverviewRowProps {
  readonly name: string
  /** In full, where `name` is short. */
  readonly hint?: string
  /** Part of the longest bar, 0 to 1. */
  readonly share: number
  readonly tone: 'self' | 'total' | 'wait' | 'memory' | 'bad' | 'gc'
  readonly values: readonly string[]
  readonly onOpen: () => void
}

/** A row that leads into its tab. */
export function OverviewRow({ name, hint, share, tone, values, onOpen }: OverviewRowProps) {
  return (
    <li>
      <button type="button" className={styles.row} title={hint ?? name} onClick={onOpen}>
        <span className={styles.name}>{name}</span>
        <span className={styles.track} aria-hidden>
          <span className={styles.bar} data-tone={tone} style={{ width: `${String(Math.min(1, share) * 100)}%` }} />
        </span>
        {values.map((value, at) => (
          // Columns have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} className={styles.value}>
            {value}
          </span>
        ))}
      </button>
    </li>
  )
}
