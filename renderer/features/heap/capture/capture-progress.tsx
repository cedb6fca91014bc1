import { CircleCheck, CircleDashed } from 'lucide-react'
import { formatBytes, formatQuantity, formatUptime } from '../../../../shared/base/format.ts'
import type { Job } from '../../../../shared/model/job.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import { reportAs } from '../../../commands/page-actions.ts'
import { appStore } from '../../../store/create-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Busy } from '../../../ui/layout/skeleton.tsx'
import { Value } from '../../../ui/text/value.tsx'
import { steps } from './capture-words.ts'
import { captureLabels } from './capture-labels.ts'
import styles from './capture.module.css'
import { useNow } from '../../../ui/use-now.ts'

/** The steps with the running one in front. Nothing can be known of the pause but how long it has lasted. */
export function CaptureProgress({ job, onLeave }: { readonly job: Job; readonly onLeave: () => void }) {
  const now = useNow()
  const current = steps.findIndex(({ phase }) => phase === job.phase)
  const isPaused = job.phase === 'collecting-heap'
  const isWaiting = job.phase === 'waiting'
  const cancel = () =>
    background(
      invoke('jobs.act', { jobId: job.id, action: 'cancel' }),
      'jobs.act',
      reportAs(captureLabels.progress.couldntCancel),
    )
  const leave = () => {
    onLeave()
    const { inBackground, notified } = captureLabels.progress
    appStore.getState().addNotice({ tone: 'ok', title: inBackground, text: notified })
  }
  return (
    <section aria-label={captureLabels.progress.progress} data-phase={job.phase}>
      <h2 className={styles.heading}>{captureLabels.progress.progress}</h2>
      <ol className={styles.rows}>
        {steps.map(({ phase, title, text }, index) => (
          <li key={phase} className={styles.row} aria-current={index === current ? 'step' : undefined}>
            {index === current ? (
              <Busy size={16} />
            ) : (
              <Icon icon={index < current ? CircleCheck : CircleDashed} size={16} />
            )}
            <span className={styles.stepTitle}>{title}</span>
            <span className={styles.stepText}>{text}</span>
            {index === current && (
              <span className="tabular">{formatUptime(Math.max(0, now - job.phaseStartedMs))}</span>
            )}
            {phase === 'receiving-heap' && job.bytes !== null && <Value quantity={formatBytes(job.bytes)} />}
            {phase === 'building-heap' && job.count !== null && (
              <Value quantity={formatQuantity(job.count, captureLabels.progress.objects)} />
            )}
          </li>
        ))}
      </ol>
      <p className={styles.hint}>
        {isWaiting
          ? waitingText(job.progress)
          : isPaused
            ? captureLabels.progress.cantCancelPause
            : captureLabels.progress.canClose}
      </p>
      <div className={styles.buttons}>
        <Button kind="primary" onClick={leave}>
          {captureLabels.progress.continueInBackground}
        </Button>
        <Button onClick={cancel}>
          {isPaused ? captureLabels.progress.discardTheResult : captureLabels.progress.cancel}
        </Button>
      </div>
    </section>
  )
}

function waitingText(progress: number | null): string {
  const words = captureLabels.progress
  return progress === null ? words.waiting : words.waitingFor(`${String(Math.round(progress * 100))}%`)
}
