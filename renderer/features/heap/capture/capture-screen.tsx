import { useState } from 'react'
import { Pause } from 'lucide-react'
import type { AppError } from '../../../../shared/base/errors.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import { useApp } from '../../../store/create-store.ts'
import { selectMainJob } from '../../../store/jobs-slice.ts'
import type { RecordTarget } from '../../../store/record-slice.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { wordError } from '../../../../shared/words/error-wording.ts'
import { CaptureOutcome } from './capture-outcome.tsx'
import { CaptureProgress } from './capture-progress.tsx'
import { costsOf, refusalOf } from './capture-words.ts'
import tones from '../../../ui/layout/tones.module.css'
import styles from './capture.module.css'

/** One process, one page: what a capture costs, then how far it is, then what came of it. */
export function CaptureScreen({ target }: { readonly target: RecordTarget }) {
  const [leftJobId, setLeftJobId] = useState<string | null>(null)
  // Also after the page was loaded again: main knows which capture is this process's newest.
  const jobId = useApp(
    (state) =>
      state.mainJobs.find(({ kind, target: of }) => kind === 'heap-graph' && of?.processKey === target.processKey)
        ?.id ?? null,
  )
  const job = useApp(selectMainJob(jobId === leftJobId ? null : jobId))
  return (
    <div className={styles.screen}>
      <PageHeader title={`Heap graph of ${target.name}`} detail={`PID ${String(target.pid)}`}>
        <Chip tone="warn" icon={Pause}>
          Pauses the process
        </Chip>
      </PageHeader>
      <div className={styles.body}>
        {job === null || job.state === 'cancelled' ? (
          <CapturePlan target={target} />
        ) : job.state === 'running' ? (
          <CaptureProgress job={job} />
        ) : (
          <CaptureOutcome job={job} onAnother={() => setLeftJobId(job.id)} />
        )}
      </div>
    </div>
  )
}

function CapturePlan({ target }: { readonly target: RecordTarget }) {
  const row = useApp((state) => state.processRows.find(({ key }) => key === target.processKey) ?? null)
  const version = row?.runtimeVersion ?? null
  const refusal = refusalOf(row)
  const others = useApp(
    (state) =>
      state.mainJobs.filter(
        ({ kind, state: now, target: of }) =>
          now === 'running' && kind !== 'heap-graph' && of?.processKey === target.processKey,
      ).length,
  )
  const [error, setError] = useState<AppError | null>(null)
  const [isStarting, setStarting] = useState(false)
  const start = () => {
    setStarting(true)
    setError(null)
    const asked = invoke('heaps.capture', { processKey: target.processKey }).finally(() => setStarting(false))
    background(asked, 'heaps.capture', setError)
  }
  const words = error === null ? null : wordError(error)
  return (
    <>
      <p className={styles.lead}>
        Every object on the managed heap, its type and its references, without stopping the process for a dump.
      </p>
      <section aria-label="Impact">
        <h2 className={styles.heading}>Impact</h2>
        <dl className={styles.rows}>
          {costsOf(version, others).map(({ icon, title, text }) => (
            <div key={title} className={styles.row}>
              <Icon icon={icon} size={16} />
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      {words !== null && (
        <p className={tones.bad} role="alert">{`Capture not started. ${words.what}: ${words.why} ${words.next}`}</p>
      )}
      {refusal === null ? (
        <p className={styles.warn}>{`${target.name} answers no requests during the pause.`}</p>
      ) : (
        <p className={tones.bad} role="status">
          {refusal}
        </p>
      )}
      <div className={styles.buttons}>
        <Button kind="primary" disabled={isStarting || refusal !== null} onClick={start}>
          Capture heap graph
        </Button>
      </div>
    </>
  )
}
