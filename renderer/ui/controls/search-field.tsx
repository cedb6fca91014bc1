import { Search, X } from 'lucide-react'
import { memo, useRef, type ComponentPropsWithRef, type RefObject } from 'react'
import { cx } from '../class-names.ts'
import styles from './field.module.css'
import { Icon } from '../icon.tsx'
import { IconButton } from './icon-button.tsx'
import { uiLabels } from '../ui-labels.ts'

interface SearchFieldProps extends Omit<
  ComponentPropsWithRef<'input'>,
  'className' | 'size' | 'onChange' | 'value' | 'ref'
> {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly className?: string | undefined
  readonly inputRef?: RefObject<HTMLInputElement | null>
}

/** Escape empties it; a second Escape is left to others. */
export const SearchField = memo(function SearchField({
  label,
  value,
  onChange,
  className,
  inputRef,
  onKeyDown,
  ...rest
}: SearchFieldProps) {
  const own = useRef<HTMLInputElement | null>(null)
  const ref = inputRef ?? own
  return (
    <span className={cx(styles.field, className)}>
      <Icon icon={Search} className={styles.icon} />
      <input
        type="search"
        spellCheck={false}
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        ref={ref}
        value={value}
        className={styles.input}
        onChange={(event) => {
          onChange(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault()
            event.stopPropagation()
            onChange('')
          } else onKeyDown?.(event)
        }}
        {...rest}
      />
      {value !== '' && (
        <IconButton
          icon={X}
          label={uiLabels.searchField.clearSearch}
          size="small"
          onClick={() => {
            onChange('')
            ref.current?.focus()
          }}
        />
      )}
    </span>
  )
})
