import { Play } from 'lucide-react'
import { useState } from 'react'
import { toAppError } from '../../bridge/bridge.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { startDemo } from './actions.ts'
import { CauseList } from './cause-list.tsx'
import styles from './empty-view.module.css'
import { useUnlisted } from './use-unlisted.ts'
import { processLabels } from './process-labels.ts'

/** No process to show: what this place is for, why it may be empty, and a way to look around. */
export function EmptyView({ onExplain }: { readonly onExplain: () => void }) {
  const { state, lookAgain } = useUnlisted(true)
  const [isStarting, setIsStarting] = useState(false)
  const [demoError, setDemoError] = useState<AppError | null>(null)
  const start = () => {
    setIsStarting(true)
    setDemoError(null)
    startDemo().then(
      // The row that comes replaces this view; should none come, the button is there again.
      () => setTimeout(() => setIsStarting(false), 5000),
      (thrown: unknown) => {
        setIsStarting(false)
        setDemoError(toAppError(thrown))
      },
    )
  }
  return (
    <div className={styles.empty} data-testid="processes-empty">
      <div className={styles.content}>
        <div className={styles.hero}>
          <Pulse />
          <div>
            <h2 className={styles.title}>{processLabels.emptyView.noProcess}</h2>
            <p className="muted">{processLabels.emptyView.noProcessText}</p>
          </div>
        </div>
        {state.kind === 'failed' ? (
          <ErrorState
            error={state.error}
            title={processLabels.emptyView.couldntCheck}
            action={<Button onClick={lookAgain}>{processLabels.emptyView.checkAgain}</Button>}
          />
        ) : (
          <CauseList state={state} onDetails={onExplain} />
        )}
        <div className={styles.demo}>
          <div className="grow">
            <div className={styles.demoTitle}>{processLabels.emptyView.demo}</div>
            <div className={styles.demoText}>{processLabels.emptyView.demoText}</div>
          </div>
          <Button kind="primary" size="large" icon={Play} disabled={isStarting} onClick={start}>
            {isStarting ? processLabels.emptyView.starting : processLabels.emptyView.startADemoProcess}
          </Button>
        </div>
        {demoError !== null && <ErrorState error={demoError} title={processLabels.emptyView.couldntStartDemo} />}
      </div>
    </div>
  )
}

/** The app's own sign, large. */
function Pulse() {
  return (
    <svg width="72" height="72" viewBox="0 0 72 72" fill="none" aria-hidden className={styles.pulse}>
      <circle cx="36" cy="36" r="34" className={styles.ring} />
      <circle cx="36" cy="36" r="23" className={styles.ring} />
      <circle cx="36" cy="36" r="12" className={styles.ring} />
      <path d="M2 36h20l4-9 7 20 6-15 4 4h27" className={styles.wave} />
    </svg>
  )
}
