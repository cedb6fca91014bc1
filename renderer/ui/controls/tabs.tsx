import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { formatCount } from '../../../shared/base/format.ts'
import { cx } from '../class-names.ts'
import styles from './tabs.module.css'

export interface Tab {
  readonly value: string
  readonly label: string
  readonly count?: number
  readonly isDisabled?: boolean
  readonly content: ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly className?: string | undefined
  /** Stands behind the tabs, which scroll sideways where there is no room for all: the way to those out of sight. */
  readonly more?: ReactNode
}

interface TabHeadProps extends Pick<Tab, 'value' | 'label'> {
  readonly count: number | undefined
  readonly isDisabled: boolean
}

const TabHead = memo(function TabHead({ value, label, count, isDisabled }: TabHeadProps) {
  return (
    <BaseTabs.Tab value={value} disabled={isDisabled} className={styles.tab}>
      {label}
      {count !== undefined && <span className={cx(styles.count, 'tabular')}>{formatCount(count)}</span>}
    </BaseTabs.Tab>
  )
})

/** Views of one thing inside a pane. Documents have tabs of their own (app/document-tabs). */
export function Tabs({ label, tabs, value, onChange, className, more }: TabsProps) {
  const row = useRef<HTMLDivElement>(null)
  const at = tabs.findIndex((tab) => tab.value === value)
  useEffect(() => {
    const shown = row.current
    // A page of tests has no layout.
    const show = (): void =>
      shown?.querySelectorAll('[role="tab"]')[at]?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
    show()
    if (shown === null || typeof ResizeObserver === 'undefined') return
    // A window that becomes narrower must not hide where one is.
    const observer = new ResizeObserver(show)
    observer.observe(shown)
    return () => observer.disconnect()
  }, [at])
  const list = (
    <BaseTabs.List aria-label={label} className={styles.list}>
      {tabs.map((tab) => (
        <TabHead
          key={tab.value}
          value={tab.value}
          label={tab.label}
          count={tab.count}
          isDisabled={tab.isDisabled ?? false}
        />
      ))}
    </BaseTabs.List>
  )
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={(next) => {
        onChange(String(next))
      }}
      className={cx(className)}
    >
      {more === undefined ? (
        list
      ) : (
        <div className={styles.row} ref={row}>
          {list}
          {more}
        </div>
      )}
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className={styles.panel}>
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
