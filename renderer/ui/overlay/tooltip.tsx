import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import { useEffect, useState, type ReactElement } from 'react'
import { tooltipGuard } from './tooltip-guard.ts'
import styles from './tooltip.module.css'

interface TooltipProps {
  /** Plain text; an empty one shows no tooltip. */
  readonly text: string
  readonly shortcut?: string | undefined
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  /** The element it belongs to; it gets the handlers. */
  readonly children: ReactElement<Record<string, unknown>>
}

/** Shown on hover and on keyboard focus until something is done. The element must have its own name: a tooltip is not one. */
export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => (isOpen ? tooltipGuard.onAction(() => setIsOpen(false)) : undefined), [isOpen])
  if (text === '') return children
  return (
    <BaseTooltip.Root
      open={isOpen}
      onOpenChange={(next, details) => {
        if (next && !tooltipGuard.mayOpen(details.reason)) details.cancel()
        else setIsOpen(next)
      }}
    >
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side} sideOffset={6} collisionPadding={6} className={styles.positioner}>
          <BaseTooltip.Popup className={styles.popup}>
            <span>{text}</span>
            {shortcut !== undefined && <span className={styles.keys}>{shortcut}</span>}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
