import { cx } from '../../ui/class-names.ts'
import { heapLabels } from './heap-labels.ts'
import styles from './heap.module.css'

interface RetainedBarProps {
  readonly row: { readonly shallowBytes: number; readonly retainedBytes: number | null } | null
  /** Of the heap. */
  readonly whole: number
}

/** Retained of the heap, and in it what the objects take themselves. */
export function RetainedBar({ row, whole }: RetainedBarProps) {
  if (row === null || whole === 0) return null
  const width = (bytes: number): string => `${String(Math.min(1, bytes / whole) * 100)}%`
  const { shallowBytes, retainedBytes } = row
  return (
    <span className={styles.track} aria-hidden>
      {retainedBytes !== null && <span className={styles.retained} style={{ width: width(retainedBytes) }} />}
      <span
        className={styles.shallow}
        style={{ width: width(Math.min(shallowBytes, retainedBytes ?? shallowBytes)) }}
      />
    </span>
  )
}

/** What the two colors of a bar say. */
export function BarLegend() {
  return (
    <ul className={styles.barLegend} aria-label={heapLabels.types.bars}>
      <li>
        <span className={styles.track} aria-hidden>
          <span className={cx(styles.shallow, styles.full)} />
        </span>
        {heapLabels.types.shallow}
      </li>
      <li>
        <span className={styles.track} aria-hidden>
          <span className={cx(styles.retained, styles.full)} />
        </span>
        {heapLabels.types.retained}
      </li>
    </ul>
  )
}
