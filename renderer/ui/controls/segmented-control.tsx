import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { cx } from '../class-names.ts'
import { Icon, type LucideIcon } from '../icon.tsx'
import styles from './segmented-control.module.css'
import { Tooltip } from '../overlay/tooltip.tsx'

export interface Segment<Value extends string | number> {
  readonly value: Value
  readonly label: string
  /** With an icon only the icon is shown; the label is its name and tooltip. */
  readonly icon?: LucideIcon
  readonly hint?: string
  readonly isDisabled?: boolean
}

interface SegmentedControlProps<Value extends string | number> {
  readonly label: string
  readonly segments: readonly Segment<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly size?: 'small' | 'normal'
  readonly className?: string | undefined
}

/** One of a few, all in sight; a radio group for the keyboard and for screen readers. */
export function SegmentedControl<Value extends string | number>({
  label,
  segments,
  value,
  onChange,
  size = 'normal',
  className,
}: SegmentedControlProps<Value>) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        onChange(next)
      }}
      className={cx(styles.group, size === 'small' && styles.small, className)}
    >
      {segments.map((segment) => (
        <Tooltip key={segment.value} text={segment.hint ?? (segment.icon ? segment.label : '')}>
          <Radio.Root
            value={segment.value}
            disabled={segment.isDisabled ?? false}
            nativeButton
            // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- Radio.Root gives it its name
            render={<button type="button" />}
            aria-label={segment.label}
            className={styles.item}
          >
            {segment.icon ? <Icon icon={segment.icon} /> : segment.label}
          </Radio.Root>
        </Tooltip>
      ))}
    </RadioGroup>
  )
}
