import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import styles from './states.module.css'

interface SkeletonProps {
  readonly width: number | string
  readonly height?: number | string
  readonly className?: string | undefined
}

/** A place where something will be, in the final layout. Says nothing to screen readers: the pane has `aria-busy`. */
export function Skeleton({ width, height = 8, className }: SkeletonProps) {
  return <span aria-hidden className={cx(styles.skeleton, className)} style={{ width, height }} />
}

/** Never without words beside it. */
export function Busy({ size = 14 }: { readonly size?: number }) {
  return <span aria-hidden className={styles.busy} style={{ width: size, height: size }} />
}

interface BusyTextProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** What a place waits for, until it has something to show. */
export function BusyText({ className, children }: BusyTextProps) {
  return (
    <div className={cx(styles.busyText, className)} aria-busy="true">
      <Busy />
      {children}
    </div>
  )
}
