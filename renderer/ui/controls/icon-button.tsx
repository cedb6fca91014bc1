import { Button, type ButtonProps } from './button.tsx'
import styles from './button.module.css'
import { cx } from '../class-names.ts'
import type { LucideIcon } from '../icon.tsx'
import { Tooltip } from '../overlay/tooltip.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'shortcut' | 'aria-label'> {
  readonly icon: LucideIcon
  /** Accessible name and tooltip. */
  readonly label: string
  /** Shown in the tooltip. */
  readonly shortcut?: string | undefined
  /** When the tooltip says more than the name. */
  readonly hint?: string | undefined
  readonly tooltipSide?: 'top' | 'bottom' | 'left' | 'right'
}

/** An icon alone never goes without a name and a tooltip. */
export function IconButton({ icon, label, shortcut, hint, tooltipSide, className, kind, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={hint ?? label} shortcut={shortcut} side={tooltipSide}>
      <Button
        kind={kind ?? 'quiet'}
        icon={icon}
        aria-label={label}
        className={cx(styles.iconOnly, className)}
        {...rest}
      />
    </Tooltip>
  )
}
