import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './button.module.css'
import { cx } from '../class-names.ts'
import { Icon, type LucideIcon } from '../icon.tsx'

/** `risky`: main asks before it does that, so the label ends in an ellipsis. */
export type ButtonKind = 'standard' | 'primary' | 'quiet' | 'danger' | 'risky' | 'link'
export type ControlSize = 'small' | 'normal' | 'large'

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className'> {
  readonly kind?: ButtonKind
  readonly size?: ControlSize
  readonly icon?: LucideIcon | undefined
  /** Shown inside the button; the key itself belongs to a command. */
  readonly shortcut?: string | undefined
  /** A button that stays down; undefined = an ordinary one. */
  readonly isPressed?: boolean | undefined
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** Verb on it, sentence case. A disabled one keeps its focus, so that its tooltip can say why. */
export function Button({
  kind = 'standard',
  size = 'normal',
  icon,
  shortcut,
  isPressed,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <BaseButton
      type="button"
      focusableWhenDisabled
      disabled={disabled ?? false}
      aria-pressed={isPressed}
      className={cx(styles.button, kind !== 'standard' && styles[kind], size !== 'normal' && styles[size], className)}
      {...rest}
    >
      {icon && <Icon icon={icon} size={size === 'small' ? 14 : 16} />}
      {children}
      {shortcut !== undefined && (
        <span className={styles.shortcut} aria-hidden>
          {shortcut}
        </span>
      )}
    </BaseButton>
  )
}
