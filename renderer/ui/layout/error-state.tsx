import { CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import { cx } from '../class-names.ts'
import { wordError } from '../../../shared/words/error-wording.ts'
import { Icon } from '../icon.tsx'
import styles from './states.module.css'
import { uiLabels } from '../ui-labels.ts'

interface ErrorStateProps {
  readonly error: AppError
  /** Overrides the table's sentence when the screen knows better what was tried. */
  readonly title?: string
  readonly action?: ReactNode
  readonly isCentred?: boolean
}

/** What happened, likely why, what to do, and the details folded away. */
export function ErrorState({ error, title, action, isCentred }: ErrorStateProps) {
  const words = wordError(error)
  return (
    <div role="alert" className={cx(styles.state, isCentred === true && styles.centred)}>
      <Icon icon={CircleX} size={20} className={styles.bad} />
      <h3 className={styles.title}>{title ?? words.what}</h3>
      <p className={styles.text}>
        {[title === undefined ? '' : `${words.what}.`, words.why, words.next].filter((part) => part !== '').join(' ')}
      </p>
      {action !== undefined && <div className={styles.actions}>{action}</div>}
      <details className={styles.details}>
        <summary>{uiLabels.errorState.details}</summary>
        <pre className={styles.raw}>{words.details}</pre>
      </details>
    </div>
  )
}
