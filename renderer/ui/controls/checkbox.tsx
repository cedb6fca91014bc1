import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import styles from './checkbox.module.css'
import { cx } from '../class-names.ts'

interface CheckboxProps {
  readonly isChecked: boolean
  readonly isMixed?: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly children: ReactNode
  readonly className?: string | undefined
}

export function Checkbox({ isChecked, isMixed, isDisabled, onChange, children, className }: CheckboxProps) {
  const id = useId()
  return (
    <span className={cx(styles.row, className)}>
      <BaseCheckbox.Root
        id={id}
        checked={isChecked}
        indeterminate={isMixed ?? false}
        disabled={isDisabled ?? false}
        onCheckedChange={(isNow) => {
          onChange(isNow)
        }}
        className={styles.box}
      >
        <BaseCheckbox.Indicator className={styles.indicator}>
          {isMixed === true ? <Minus size={11} strokeWidth={3} /> : <Check size={11} strokeWidth={3} />}
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <label htmlFor={id}>{children}</label>
    </span>
  )
}
