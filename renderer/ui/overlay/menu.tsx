import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { useState, type ReactElement } from 'react'
import { cx } from '../class-names.ts'
import { MenuEntries, type MenuEntry } from './menu-entries.tsx'
import styles from './popup.module.css'

export type { MenuEntry }

interface MenuProps {
  /** A Button or IconButton. */
  readonly trigger: ReactElement<Record<string, unknown>>
  /** Or a component that has `MenuEntries` and is there only while the menu is open: for figures that change all the time. */
  readonly entries: readonly MenuEntry[] | ReactElement
  readonly align?: 'start' | 'end'
}

export function Menu({ trigger, entries, align = 'start' }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <MenuPopup entries={entries} align={align} />
    </BaseMenu.Root>
  )
}

export interface MenuPoint {
  readonly x: number
  readonly y: number
}

interface MenuAtProps {
  /** Where it opens, in client coordinates; null = closed. */
  readonly point: MenuPoint | null
  readonly entries: readonly MenuEntry[]
  readonly onClose: () => void
}

/** A menu at a place: for canvases and tables, where one menu serves many things, by pointer and by the menu key. */
export function MenuAt(props: MenuAtProps) {
  const isOpen = props.point !== null
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  // Kept once it was open, so that it can close with its animation and give the focus back.
  return wasOpened ? <OpenedMenuAt {...props} /> : null
}

function OpenedMenuAt({ point, entries, onClose }: MenuAtProps) {
  return (
    <BaseMenu.Root
      modal={false}
      open={point !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <MenuPopup entries={entries} align="start" point={point} />
    </BaseMenu.Root>
  )
}

interface MenuPopupProps {
  readonly entries: MenuProps['entries']
  readonly align: 'start' | 'end'
  readonly point?: MenuPoint | null
}

function MenuPopup({ entries, align, point }: MenuPopupProps) {
  const anchor = point ? { getBoundingClientRect: () => new DOMRect(point.x, point.y, 0, 0) } : undefined
  return (
    <BaseMenu.Portal>
      <BaseMenu.Positioner
        className={styles.positioner}
        align={align}
        sideOffset={point ? 0 : 4}
        collisionPadding={6}
        {...(anchor ? { anchor } : {})}
      >
        <BaseMenu.Popup className={cx(styles.popup, styles.menu)}>
          {'length' in entries ? <MenuEntries entries={entries} /> : entries}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  )
}

interface ContextMenuProps {
  readonly entries: readonly MenuEntry[]
  /** What the menu is for; must take the focus, so that the menu key finds it. */
  readonly children: ReactElement<Record<string, unknown>>
}

export function ContextMenu({ entries, children }: ContextMenuProps) {
  return (
    <BaseContextMenu.Root>
      <BaseContextMenu.Trigger render={children} />
      <BaseContextMenu.Portal>
        <BaseContextMenu.Positioner className={styles.positioner} collisionPadding={6}>
          <BaseContextMenu.Popup className={cx(styles.popup, styles.menu)}>
            <MenuEntries entries={entries} />
          </BaseContextMenu.Popup>
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  )
}
