import { cx } from './class-names.ts'
import styles from './middle-ellipsis.module.css'

const longestTail = 26

/**
 * Cuts before the part that tells things apart: behind the last dot or slash when that is of a sensible length, else behind
 * a weaker separator, else sixteen characters from the end.
 */
export function splitForEllipsis(text: string): readonly [head: string, tail: string] {
  if (text.length < 8) return [text, '']
  const cut =
    lastOf(text, ['.', '/', '\\']) ?? lastOf(text, ['-', '_', ' ']) ?? text.length - Math.min(16, text.length >> 1)
  return [text.slice(0, cut), text.slice(cut)]
}

function lastOf(text: string, marks: readonly string[]): number | null {
  const at = Math.max(...marks.map((mark) => text.lastIndexOf(mark, text.length - 2)))
  return at > 0 && text.length - at <= longestTail ? at : null
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
