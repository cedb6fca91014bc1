import { Menu } from '@base-ui/react/menu'
import { Check, ChevronRight, Dot } from 'lucide-react'
import { cx } from '../class-names.ts'
import { Icon, type LucideIcon } from '../icon.tsx'
import styles from './popup.module.css'

/** A menu as data; what it looks like and how keys move in it is decided here, once. */
export type MenuEntry =
  | {
      readonly kind: 'item'
      readonly label: string
      readonly run: () => void
      readonly icon?: LucideIcon
      readonly shortcut?: string
      readonly isDisabled?: boolean
      /** `bad` for what takes something away. */
      readonly tone?: 'bad'
    }
  | {
      readonly kind: 'check'
      readonly label: string
      readonly isChecked: boolean
      readonly onChange: (isChecked: boolean) => void
    }
  | {
      readonly kind: 'choice'
      readonly label: string
      readonly value: string
      readonly options: readonly { readonly value: string; readonly label: string }[]
      readonly onChange: (value: string) => void
    }
  | {
      readonly kind: 'submenu'
      readonly label: string
      readonly icon?: LucideIcon
      readonly entries: readonly MenuEntry[]
    }
  | { readonly kind: 'heading'; readonly label: string }
  | { readonly kind: 'separator' }

export function MenuEntries({ entries }: { readonly entries: readonly MenuEntry[] }) {
  // Entries have no identity of their own; a menu is rebuilt each time it opens.
  return entries.map((entry, index) => <MenuEntryView key={`${entry.kind}-${String(index)}`} entry={entry} />)
}

function MenuEntryView({ entry }: { readonly entry: MenuEntry }) {
  switch (entry.kind) {
    case 'separator':
      return <Menu.Separator className={styles.separator} />
    case 'heading':
      return (
        <Menu.Group>
          <Menu.GroupLabel className={styles.heading}>{entry.label}</Menu.GroupLabel>
        </Menu.Group>
      )
    case 'item':
      return (
        <Menu.Item
          className={cx(styles.item, entry.tone === 'bad' && styles.bad)}
          disabled={entry.isDisabled ?? false}
          onClick={() => {
            entry.run()
          }}
          label={entry.label}
        >
          {entry.icon && <Icon icon={entry.icon} />}
          <span className={styles.label}>{entry.label}</span>
          {entry.shortcut !== undefined && <span className={styles.trailing}>{entry.shortcut}</span>}
        </Menu.Item>
      )
    case 'check':
      return (
        <Menu.CheckboxItem
          className={styles.item}
          checked={entry.isChecked}
          onCheckedChange={(isNow) => {
            entry.onChange(isNow)
          }}
          label={entry.label}
        >
          <span className={styles.mark}>{entry.isChecked && <Icon icon={Check} size={14} />}</span>
          <span className={styles.label}>{entry.label}</span>
        </Menu.CheckboxItem>
      )
    case 'choice':
      return (
        <Menu.RadioGroup
          value={entry.value}
          onValueChange={(value: unknown) => {
            entry.onChange(String(value))
          }}
          aria-label={entry.label}
        >
          {entry.options.map((option) => (
            <Menu.RadioItem
              key={option.value}
              value={option.value}
              className={styles.item}
              label={option.label}
              closeOnClick
            >
              <span className={styles.mark}>{option.value === entry.value && <Icon icon={Dot} size={16} />}</span>
              <span className={styles.label}>{option.label}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      )
    case 'submenu':
      return (
        <Menu.SubmenuRoot>
          <Menu.SubmenuTrigger className={styles.item} label={entry.label}>
            {entry.icon && <Icon icon={entry.icon} />}
            <span className={styles.label}>{entry.label}</span>
            <Icon icon={ChevronRight} size={14} className={styles.trailing} />
          </Menu.SubmenuTrigger>
          <Menu.Portal>
            <Menu.Positioner className={styles.positioner} collisionPadding={6}>
              <Menu.Popup className={cx(styles.popup, styles.menu)}>
                <MenuEntries entries={entry.entries} />
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.SubmenuRoot>
      )
  }
}
