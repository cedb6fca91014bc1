import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { useId, type ReactNode } from 'react'
import styles from './checkbox.module.css'
import { cx } from '../class-names.ts'

interface SwitchProps {
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** For what takes effect at once. */
export function Switch({ isOn, isDisabled, onChange, children, className }: SwitchProps) {
  const id = useId()
  return (
    <span className={cx(styles.row, className)}>
      <BaseSwitch.Root
        id={id}
        checked={isOn}
        disabled={isDisabled ?? false}
        onCheckedChange={(isNow) => {
          onChange(isNow)
        }}
        className={styles.switch}
      >
        <BaseSwitch.Thumb className={styles.thumb} />
      </BaseSwitch.Root>
      <label htmlFor={id}>{children}</label>
    </span>
  )
}
