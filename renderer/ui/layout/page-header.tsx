import type { ReactNode } from 'react'
import styles from './page-header.module.css'

interface PageHeaderProps {
  readonly title: string
  /** Which one it is: the pid of a process, say. */
  readonly detail?: string
  /** At the right. */
  readonly children?: ReactNode
}

/** The first row of a page about one process. */
export function PageHeader({ title, detail, children }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <h1 className={styles.title} title={title}>
        {title}
      </h1>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      <span className="grow" />
      {children}
    </header>
  )
}
