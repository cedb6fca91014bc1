import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { createContext, memo, type ReactNode, useContext, useEffect, useRef } from 'react'
import { formatCount } from '../../../shared/base/format.ts'
import { cx } from '../class-names.ts'
import styles from './tabs.module.css'

export interface Tab {
  readonly value: string
  readonly label: string
  /** Undefined: there is nothing to count, or it is not counted yet. */
  readonly count?: number | undefined
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
  readonly isDisabled: boolean
}

/** By tab; beside the heads, which aren’t drawn anew when there is more of something. */
const Counts = createContext<ReadonlyMap<string, number | undefined>>(new Map())

const TabHead = memo(function TabHead({ value, label, isDisabled }: TabHeadProps) {
  return (
    <BaseTabs.Tab value={value} disabled={isDisabled} className={styles.tab}>
      {label}
      <Count of={value} />
    </BaseTabs.Tab>
  )
})

function Count({ of }: { readonly of: string }) {
  const count = useContext(Counts).get(of)
  return count === undefined ? null : <span className={cx(styles.count, 'tabular')}>{formatCount(count)}</span>
}

interface PanelProps extends Pick<Tab, 'value'> {
  /** Null: another one is shown. */
  readonly content: ReactNode
}

const Panel = memo(function Panel({ value, content }: PanelProps) {
  return (
    <BaseTabs.Panel value={value} className={styles.panel}>
      {content}
    </BaseTabs.Panel>
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
    if (shown === null || typeof ResizeObserver === 'undefined') return
    // It tells the size at once, when the page is laid out for the next frame, and not once more than that. A window that becomes narrower must not
    // hide where one is.
    const observer = new ResizeObserver(show)
    observer.observe(shown)
    return () => observer.disconnect()
  }, [at])
  const list = (
    <BaseTabs.List aria-label={label} className={styles.list}>
      <Counts value={new Map(tabs.map((tab) => [tab.value, tab.count]))}>
        {tabs.map((tab) => (
          <TabHead key={tab.value} value={tab.value} label={tab.label} isDisabled={tab.isDisabled ?? false} />
        ))}
      </Counts>
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
        <Panel key={tab.value} value={tab.value} content={tab.value === value ? tab.content : null} />
      ))}
    </BaseTabs.Root>
  )
}
