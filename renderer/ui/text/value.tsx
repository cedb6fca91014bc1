import { thinSpace, unitText, type Quantity } from '../../../shared/base/format.ts'
import { cx } from '../class-names.ts'
import styles from './value.module.css'

interface ValueProps {
  readonly quantity: Quantity
  readonly className?: string | undefined
}

/** The same for a text that is written already: `12.4 s`. Text without a unit stays as it is. */
export function ValueText({ text }: { readonly text: string }) {
  const at = text.endsWith('%') ? text.length - 1 : text.lastIndexOf(thinSpace)
  // A thin space also parts thousands: what follows it there begins with a figure.
  if (at < 0 || /^\d/.test(text.slice(at + 1))) return text
  return (
    <>
      {text.slice(0, at)}
      <span className={styles.unit}>{text.slice(at)}</span>
    </>
  )
}

/** Number, thin space, unit in a lighter tone; the exact figure on hover. Tabular figures, so numbers do not jump. */
export function Value({ quantity, className }: ValueProps) {
  return (
    <span className={cx('tabular', className)} title={quantity.full}>
      {quantity.value}
      {quantity.unit !== '' && <span className={styles.unit}>{unitText(quantity.unit)}</span>}
    </span>
  )
}
