import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import buttonStyles from './button.module.css'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import styles from '../overlay/popup.module.css'

export interface SelectOption<Value extends string | number> {
  readonly value: Value
  readonly label: string
  /** Second text, at the right in the list. */
  readonly detail?: string
  readonly isDisabled?: boolean
}

interface SelectProps<Value extends string | number> {
  readonly label: string
  readonly options: readonly SelectOption<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly size?: 'small' | 'normal'
  readonly isDisabled?: boolean
  readonly className?: string | undefined
}

export function Select<Value extends string | number>({
  label,
  options,
  value,
  onChange,
  size = 'normal',
  isDisabled = false,
  className,
}: SelectProps<Value>) {
  return (
    <BaseSelect.Root
      items={options.map((option) => ({ value: option.value, label: option.label }))}
      value={value}
      disabled={isDisabled}
      modal={false}
      onValueChange={(next) => {
        if (next !== null) onChange(next)
      }}
    >
      <BaseSelect.Trigger
        aria-label={label}
        className={cx(buttonStyles.button, size === 'small' && buttonStyles.small, styles.trigger, className)}
      >
        <BaseSelect.Value className="ellipsis" />
        <BaseSelect.Icon>
          <Icon icon={ChevronDown} size={14} />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner
          className={styles.positioner}
          sideOffset={4}
          collisionPadding={6}
          alignItemWithTrigger={false}
        >
          <BaseSelect.Popup className={styles.popup}>
            <BaseSelect.List className={styles.list}>
              {options.map((option) => (
                <BaseSelect.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.isDisabled ?? false}
                  className={styles.item}
                >
                  <span className={styles.mark}>
                    <BaseSelect.ItemIndicator>
                      <Icon icon={Check} size={14} />
                    </BaseSelect.ItemIndicator>
                  </span>
                  <BaseSelect.ItemText className={styles.label}>{option.label}</BaseSelect.ItemText>
                  {option.detail !== undefined && <span className={styles.trailing}>{option.detail}</span>}
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}
