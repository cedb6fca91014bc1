import { CircleX } from 'lucide-react'
import { useId, type ComponentPropsWithRef } from 'react'
import { cx } from '../class-names.ts'
import styles from './field.module.css'
import { Icon, type LucideIcon } from '../icon.tsx'

export interface InputProps extends Omit<ComponentPropsWithRef<'input'>, 'className' | 'size' | 'onChange'> {
  /** Accessible name, unless a visible label points here by id. */
  readonly label?: string | undefined
  readonly icon?: LucideIcon
  readonly isMono?: boolean
  /** What is wrong with the value; shown below. */
  readonly problem?: string | null
  readonly className?: string | undefined
  readonly onChange?: (value: string) => void
}

export function Input({ label, icon, isMono, problem, className, onChange, ...rest }: InputProps) {
  const problemId = useId()
  const hasProblem = problem !== undefined && problem !== null
  const field = (
    <span className={cx(styles.field, hasProblem && styles.invalid, problem === undefined ? className : undefined)}>
      {icon && <Icon icon={icon} className={styles.icon} />}
      <input
        type="text"
        spellCheck={false}
        autoComplete="off"
        aria-label={label}
        aria-invalid={hasProblem || undefined}
        aria-describedby={hasProblem ? problemId : undefined}
        className={cx(styles.input, isMono === true && 'mono')}
        onChange={(event) => onChange?.(event.currentTarget.value)}
        {...rest}
      />
    </span>
  )
  // Whoever types may make the problem go: the field must stay the same element, or it would lose the focus.
  if (problem === undefined) return field
  return (
    <span className={className}>
      {field}
      {hasProblem && (
        <span className={styles.message} id={problemId} role="alert">
          <Icon icon={CircleX} size={12} />
          {problem}
        </span>
      )}
    </span>
  )
}
