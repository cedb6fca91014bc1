import { cx } from '../class-names.ts'
import styles from './compare.module.css'

interface ChangeBarProps {
  readonly change: number
  /** The largest change of the table, which fills one side. */
  readonly most: number
  readonly isNoise?: boolean
}

/** From the middle: to the right with stripes for more, to the left with dots for less, so that no color is needed to tell them apart. */
export function ChangeBar({ change, most, isNoise = false }: ChangeBarProps) {
  const share = most === 0 ? 0 : Math.min(1, Math.abs(change) / most)
  const isMore = change > 0
  const width = `${String(share * 50)}%`
  return (
    <span className={styles.track} aria-hidden>
      {change !== 0 && (
        <span
          className={cx(styles.bar, isMore ? styles.barMore : styles.barLess, isNoise && styles.barNoise)}
          style={isMore ? { left: '50%', width } : { right: '50%', width }}
        />
      )}
    </span>
  )
}

export function changeTone(change: number, isNoise = false): string | undefined {
  if (isNoise || change === 0) return undefined
  return change > 0 ? styles.more : styles.less
}
