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
            <h2 className={styles.title}>No .NET process with an open diagnostic port</h2>
            <p className="muted">A process appears here within a second of starting.</p>
          </div>
        </div>
        {state.kind === 'failed' ? (
          <ErrorState
            error={state.error}
            title="Couldn’t check the possible causes"
            action={<Button onClick={lookAgain}>Check again</Button>}
          />
        ) : (
          <CauseList state={state} onDetails={onExplain} />
        )}
        <div className={styles.demo}>
          <div className="grow">
            <div className={styles.demoTitle}>Look around with a demo process</div>
            <div className={styles.demoText}>
              A built-in scripted runtime with changing counters and meters. It’s marked Demo, and nothing else is
              attached.
            </div>
          </div>
          <Button kind="primary" size="large" icon={Play} disabled={isStarting} onClick={start}>
            {isStarting ? 'Starting' : 'Start a demo process'}
          </Button>
        </div>
        {demoError !== null && <ErrorState error={demoError} title="Couldn’t start the demo process" />}
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
