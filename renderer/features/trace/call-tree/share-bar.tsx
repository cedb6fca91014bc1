import { cx } from '../../../ui/class-names.ts'
import styles from './share-bar.module.css'

interface ShareBarProps {
  /** 0 to 1. */
  readonly share: number
  readonly text: string
  readonly tone: 'self' | 'total'
}

/** A share as a bar, with its figure. */
export function ShareBar({ share, text, tone }: ShareBarProps) {
  return (
    <span className={styles.share}>
      <span className={styles.track} aria-hidden>
        {share > 0 ? (
          <span className={cx(styles.bar, styles[tone])} style={{ width: `${String(Math.min(1, share) * 100)}%` }} />
        ) : null}
      </span>
      <span className={cx(styles.text, 'tabular')}>{text}</span>
    </span>
  )
}
