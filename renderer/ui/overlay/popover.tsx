import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import styles from './popup.module.css'

interface PopoverProps {
  /** A Button or IconButton. */
  readonly trigger: ReactElement<Record<string, unknown>>
  /** Accessible name. */
  readonly label: string
  readonly children: ReactNode
  readonly align?: 'start' | 'center' | 'end'
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  /** Leaves the padding to the content. */
  readonly isFlush?: boolean
}

/** Floats beside its button; Escape and a click outside close it, the focus goes back. */
export function Popover({ trigger, label, children, align = 'start', isOpen, onOpenChange, isFlush }: PopoverProps) {
  return (
    <BasePopover.Root
      {...(isOpen === undefined ? {} : { open: isOpen })}
      {...(onOpenChange
        ? {
            onOpenChange: (next: boolean) => {
              onOpenChange(next)
            },
          }
        : {})}
    >
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner className={styles.positioner} align={align} sideOffset={6} collisionPadding={6}>
          <BasePopover.Popup aria-label={label} className={cx(styles.popup, isFlush !== true && styles.content)}>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
