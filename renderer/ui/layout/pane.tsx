import { CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './pane.module.css'

/** A region of a document; panes are parted by lines, never by cards in cards. */
export function Pane({ className, ...rest }: ComponentPropsWithRef<'section'>) {
  return <section className={cx(styles.pane, className)} {...rest} />
}

interface PaneHeaderProps {
  readonly title: string
  readonly level?: 2 | 3
  readonly children?: ReactNode
}

/** 32 px: title at the left, what belongs to it behind. */
export function PaneHeader({ title, level = 2, children }: PaneHeaderProps) {
  const Heading = `h${String(level)}` as 'h2' | 'h3'
  return (
    <header className={styles.header}>
      <Heading className={styles.title} title={title}>
        {title}
      </Heading>
      {children}
    </header>
  )
}

interface ToolbarProps extends ComponentPropsWithRef<'div'> {
  readonly label: string
}

/** 40 px row of controls at the top of a document. */
export function Toolbar({ label, className, ...rest }: ToolbarProps) {
  return <div role="group" aria-label={label} className={cx(styles.toolbar, className)} {...rest} />
}

interface BannerProps {
  readonly tone?: 'warn' | 'note' | 'bad'
  readonly children: ReactNode
  readonly action?: ReactNode
}

const bannerIcons = { warn: TriangleAlert, note: Info, bad: CircleX } as const

/** Partial state: what is missing and why, above what there is. */
export function Banner({ tone = 'warn', children, action }: BannerProps) {
  return (
    <div role="status" className={cx(styles.banner, tone !== 'warn' && styles[tone])}>
      <Icon icon={bannerIcons[tone]} />
      <span className={styles.text}>{children}</span>
      {action}
    </div>
  )
}
