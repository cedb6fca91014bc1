import { cx } from './class-names.ts'
import styles from './middle-ellipsis.module.css'

/** Cuts so that the part behind the last separator, the telling one, stays whole when it is of a sensible length. */
export function splitForEllipsis(text: string): readonly [head: string, tail: string] {
  const half = Math.floor(text.length / 2)
  const separator = Math.max(...['.', '/', '\\', '-', '_', ' '].map((mark) => text.lastIndexOf(mark, text.length - 2)))
  const cut = separator >= Math.max(half - 8, text.length - 28) ? separator : Math.max(half, text.length - 16)
  return cut <= 0 ? [text, ''] : [text.slice(0, cut), text.slice(cut)]
}

interface MiddleEllipsisProps {
  readonly text: string
  readonly className?: string | undefined
}

/** A long dotted name that shortens in the middle; the whole of it on hover, in copies and for screen readers. */
export function MiddleEllipsis({ text, className }: MiddleEllipsisProps) {
  const [head, tail] = splitForEllipsis(text)
  return (
    <span className={cx(styles.text, className)} title={text}>
      <span className={styles.head}>{head}</span>
      {tail !== '' && <span className={styles.tail}>{tail}</span>}
    </span>
  )
}
