import type { ReactNode } from 'react'
import styles from './settings-screen.module.css'

interface SettingRowProps {
  readonly name: string
  readonly hint?: string
  readonly children: ReactNode
}

export function SettingRow({ name, hint, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      <div>
        <div className={styles.name}>{name}</div>
        {hint !== undefined && <div className={styles.hint}>{hint}</div>}
      </div>
      <div>{children}</div>
    </div>
  )
}

interface SectionProps {
  readonly title: string
  readonly children: ReactNode
}

export function SettingsSection({ title, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
