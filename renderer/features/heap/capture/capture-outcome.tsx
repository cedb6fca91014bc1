import { formatBytes, formatCount, formatDuration } from '../../../../shared/base/format.ts'
import type { Job } from '../../../../shared/model/job.ts'
import { openHeapGraph } from '../../../commands/page-actions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { wordError } from '../../../../shared/words/error-wording.ts'
import { Value } from '../../../ui/text/value.tsx'
import styles from './capture.module.css'

interface CaptureOutcomeProps {
  readonly job: Job
  readonly onAnother: () => void
}

export function CaptureOutcome({ job, onAnother }: CaptureOutcomeProps) {
  const file = job.result?.files[0]
  const words = job.error === null ? null : wordError(job.error)
  const { objectCount, objectBytes, pauseMs } = job.result?.facts ?? {}
  return (
    <section aria-label="Result">
      <h2 className={styles.heading}>
        {file === undefined ? 'No heap graph' : titles[job.result?.verdict ?? 'partial']}
      </h2>
      {words !== null && <p className={styles.bad} role="alert">{`${words.what}: ${words.why} ${words.next}`}</p>}
      {file !== undefined && (
        <dl className={styles.figures}>
          <dt>Objects</dt>
          <dd data-testid="heap-capture-objects">{typeof objectCount === 'number' ? formatCount(objectCount) : '–'}</dd>
          <dt>Size of the objects</dt>
          <dd>
            <Value quantity={formatBytes(typeof objectBytes === 'number' ? objectBytes : null)} />
          </dd>
          <dt>Pause</dt>
          <dd>
            <Value quantity={formatDuration(typeof pauseMs === 'number' ? pauseMs : null)} />
          </dd>
          <dt>File</dt>
          <dd className={styles.path}>{file.path}</dd>
        </dl>
      )}
      <div className={styles.buttons}>
        {file !== undefined && (
          <Button kind="primary" onClick={() => openHeapGraph(file.path)}>
            Open the heap graph
          </Button>
        )}
        <Button onClick={onAnother}>Take another</Button>
      </div>
    </section>
  )
}

const titles = {
  complete: 'Complete heap graph',
  partial: 'Partial heap graph',
  unverified: 'Heap graph, not verified',
} as const
