import { useLayoutEffect, useRef } from 'react'
import { cx } from '../class-names.ts'
import { refit, watchFit } from './fit-watcher.ts'
import styles from './middle-ellipsis.module.css'

interface MiddleEllipsisProps {
  readonly text: string
  /** On hover in place of the text: what it stands for. */
  readonly hint?: string | undefined
  readonly className?: string | undefined
}

/**
 * A long dotted name that shortens in the middle and uses all the room there is; the whole of it on hover, in copies and for
 * screen readers.
 */
export function MiddleEllipsis({ text, hint, className }: MiddleEllipsisProps) {
  const frame = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => (frame.current ? watchFit(frame.current) : undefined), [])
  // Another text of the same width: no size changes, so nobody else would tell.
  const fitted = useRef(text)
  useLayoutEffect(() => {
    if (fitted.current === text || !frame.current) return
    fitted.current = text
    refit(frame.current)
  }, [text])
  return (
    <span ref={frame} data-fit className={cx(styles.text, className)} title={hint ?? text}>
      <span className={styles.whole}>{text}</span>
    </span>
  )
}
