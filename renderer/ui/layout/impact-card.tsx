import { Button as BaseButton } from '@base-ui/react/button'
import { Check, Minus, Pause, TriangleAlert } from 'lucide-react'
import { cx } from '../class-names.ts'
import { Icon, type LucideIcon } from '../icon.tsx'
import styles from './impact-card.module.css'

export type Impact = 'harmless' | 'pauses' | 'injects'

interface ImpactCardProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly impact: Impact
  /** What it does to the target, in words: `Harmless`, `Forces a full GC`. */
  readonly text: string
  readonly onRun: () => void
  /** Cannot be done with this target; `text` says why. */
  readonly isDisabled?: boolean
  readonly className?: string | undefined
}

const marks = { harmless: Check, pauses: Pause, injects: TriangleAlert } as const
const tones = { harmless: undefined, pauses: 'amber', injects: 'tomato' } as const

/** An action on a target. Edge, icon and words together say what it costs the target. */
export function ImpactCard({ icon, title, impact, text, onRun, isDisabled, className }: ImpactCardProps) {
  const tone = tones[impact]
  return (
    <BaseButton
      type="button"
      focusableWhenDisabled
      disabled={isDisabled ?? false}
      onClick={onRun}
      className={cx(styles.card, tone && styles[tone], className)}
    >
      <Icon icon={icon} size={18} />
      <span className={cx(styles.title, 'ellipsis')}>{title}</span>
      <span className={styles.impact}>
        <Icon icon={isDisabled === true ? Minus : marks[impact]} size={12} className={styles.mark} />
        <span className="ellipsis">{text}</span>
      </span>
    </BaseButton>
  )
}
