import { useEffect, useRef, useState, type ComponentPropsWithRef, type ReactNode } from 'react'
import styles from './button.module.css'
import { cx } from './class-names.ts'
import { Icon, type LucideIcon } from './icon.tsx'

/** Long enough not to happen by mistake. The fill's transition in button.module.css has the same length. */
export const holdMs = 1200

interface HoldButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'onClick' | 'className'> {
  readonly icon?: LucideIcon
  /** Says what holding does: `Hold to attach`. */
  readonly children: ReactNode
  readonly onConfirm: () => void
  readonly className?: string | undefined
}

/** For what cannot be undone: pointer, Space or Enter kept down for 1.2 s; letting go earlier does nothing. */
export function HoldButton({ icon, children, onConfirm, className, disabled, ...rest }: HoldButtonProps) {
  const [isHolding, setIsHolding] = useState(false)
  const confirm = useRef(onConfirm)
  useEffect(() => {
    confirm.current = onConfirm
  })
  useEffect(() => {
    if (!isHolding) return undefined
    const timer = setTimeout(() => {
      setIsHolding(false)
      confirm.current()
    }, holdMs)
    return () => {
      clearTimeout(timer)
    }
  }, [isHolding])

  const begin = () => {
    if (disabled !== true) setIsHolding(true)
  }
  const end = () => {
    setIsHolding(false)
  }
  return (
    <button
      type="button"
      className={cx(styles.button, styles.danger, isHolding && styles.holding, className)}
      disabled={disabled}
      // What the style sheet of all buttons looks for.
      data-disabled={disabled === true ? '' : undefined}
      data-holding={isHolding ? '' : undefined}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onBlur={end}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return
        event.preventDefault()
        if (!event.repeat) begin()
      }}
      onKeyUp={end}
      {...rest}
    >
      <span className={styles.fill} aria-hidden />
      <span className={styles.label}>
        {icon && <Icon icon={icon} />}
        {children}
      </span>
    </button>
  )
}
