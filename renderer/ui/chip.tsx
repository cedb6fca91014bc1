import { X } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './chip.module.css'
import { cx } from './class-names.ts'
import { Icon, type LucideIcon } from './icon.tsx'
import { uiLabels } from './ui-labels.ts'

export type Tone = 'ok' | 'warn' | 'bad' | 'note' | 'accent' | 'absent'

interface ChipProps extends Omit<ComponentPropsWithRef<'span'>, 'className'> {
  readonly tone?: Tone | undefined
  readonly icon?: LucideIcon | undefined
  readonly children: ReactNode
  /** Makes it a filter chip with a cross; the name of the cross. */
  readonly removeLabel?: string
  readonly onRemove?: () => void
  readonly className?: string | undefined
}

/** A short fact. Colour never says it alone: there is a word, mostly an icon too. */
export function Chip({ tone, icon, children, removeLabel, onRemove, className, ...rest }: ChipProps) {
  return (
    <span className={cx(styles.chip, tone && styles[tone], onRemove && styles.removable, className)} {...rest}>
      {icon && <Icon icon={icon} size={12} />}
      <span className="ellipsis">{children}</span>
      {onRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={removeLabel ?? uiLabels.chip.remove}
          onClick={onRemove}
        >
          <Icon icon={X} size={12} />
        </button>
      )}
    </span>
  )
}
