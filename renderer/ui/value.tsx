import { thinSpace, type Quantity } from '../../shared/base/format.ts'
import { cx } from './class-names.ts'
import styles from './value.module.css'

interface ValueProps {
  readonly quantity: Quantity
  readonly className?: string | undefined
}

/** Number, thin space, unit in a lighter tone; the exact figure on hover. Tabular figures, so numbers do not jump. */
export function Value({ quantity, className }: ValueProps) {
  return (
    <span className={cx('tabular', className)} title={quantity.full}>
      {quantity.value}
      {quantity.unit !== '' && (
        <span className={styles.unit}>
          {thinSpace}
          {quantity.unit}
        </span>
      )}
    </span>
  )
}
