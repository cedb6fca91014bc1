import { useState } from 'react'
import { HardDriveDownload, Layers, Pause, Play } from 'lucide-react'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { Job } from '../../../../shared/model/job.ts'
import { type HeapBufferMB, heapBuffersMB } from '../../../../shared/model/heap/heap-plan.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import { useLatestAnswer } from '../../../bridge/use-latest-answer.ts'
import { appStore, useApp } from '../../../store/create-store.ts'
import { selectMainJob } from '../../../store/jobs-slice.ts'
import type { DocumentId } from '../../../store/navigation-slice.ts'
import type { RecordTarget } from '../../../store/record-slice.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { errorSentences } from '../../../../shared/words/error-wording.ts'
import { CaptureOutcome } from './capture-outcome.tsx'
import { CaptureProgress } from './capture-progress.tsx'
import { adviceOf, bufferLabel, costsOf, refusalOf, wantsBufferChoice } from './capture-words.ts'
import { captureLabels } from './capture-labels.ts'
import tones from '../../../ui/layout/tones.module.css'
import styles from './capture.module.css'

interface CaptureScreenProps {
  readonly documentId: DocumentId
  readonly target: RecordTarget
}

/** One process, one page: what a capture costs, then how far it is, then what came of it. */
export function CaptureScreen({ documentId, target }: CaptureScreenProps) {
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
      <PageHeader
        title={captureLabels.screen.heapGraphOf(target.name)}
        detail={captureLabels.screen.pid(String(target.pid))}
      >
        <PauseChip job={job} />
      </PageHeader>
      <div className={styles.body}>
        {job === null || job.state === 'cancelled' ? (
          <CapturePlan target={target} />
        ) : job.state === 'running' ? (
          <CaptureProgress job={job} onLeave={() => appStore.getState().closeDocument(documentId)} />
        ) : (
          <CaptureOutcome job={job} onAnother={() => setLeftJobId(job.id)} />
        )}
      </div>
    </div>
  )
}

/** After the capture the pause is over where its end was seen; where it wasn't, nothing is said of it. */
function PauseChip({ job }: { readonly job: Job | null }) {
  if (job === null || job.state === 'running' || job.state === 'cancelled')
    return (
      <Chip tone="warn" icon={Pause}>
        {captureLabels.screen.pausesTheProcess}
      </Chip>
    )
  if (typeof job.result?.facts?.['pauseMs'] !== 'number') return null
  return (
    <Chip tone="ok" icon={Play}>
      {captureLabels.screen.processResumed}
    </Chip>
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
  const plan = useLatestAnswer('heaps.plan', { processKey: target.processKey }).value
  const [chosenMB, setChosenMB] = useState<HeapBufferMB | null>(null)
  const bufferMB = chosenMB ?? plan?.fittingBufferMB ?? plan?.buffersMB.at(-1) ?? heapBuffersMB[0]
  const advice = adviceOf(target.name, plan, bufferMB)
  const [error, setError] = useState<AppError | null>(null)
  const [isStarting, setStarting] = useState(false)
  const start = () => {
    setStarting(true)
    setError(null)
    const asked = invoke('heaps.capture', { processKey: target.processKey, bufferMB }).finally(() => setStarting(false))
    background(asked, 'heaps.capture', setError)
  }
  return (
    <>
      <p className={styles.lead}>{captureLabels.screen.explanation}</p>
      <section aria-label={captureLabels.screen.impact}>
        <h2 className={styles.heading}>{captureLabels.screen.impact}</h2>
        <dl className={styles.rows}>
          {costsOf(version, others, plan, bufferMB).map(({ icon, title, text }) => (
            <div key={title} className={styles.row}>
              <Icon icon={icon} size={16} />
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
          {wantsBufferChoice(plan) && (
            <div className={styles.row}>
              <Icon icon={Layers} size={16} />
              <dt>{captureLabels.screen.buffer}</dt>
              <dd>
                <Select
                  label={captureLabels.screen.buffer}
                  size="small"
                  options={(plan?.buffersMB ?? []).map((value) => ({ value, label: bufferLabel(value) }))}
                  value={bufferMB}
                  onChange={setChosenMB}
                />
              </dd>
            </div>
          )}
        </dl>
      </section>
      {error !== null && (
        <p className={tones.bad} role="alert">
          {captureLabels.screen.captureNotStarted(errorSentences(error))}
        </p>
      )}
      {refusal === null ? (
        <p className={styles.warn} data-testid="heap-capture-advice">
          {advice.text}
        </p>
      ) : (
        <p className={tones.bad} role="status">
          {refusal}
        </p>
      )}
      <div className={styles.buttons}>
        <Button kind="primary" disabled={isStarting || refusal !== null} onClick={start}>
          {captureLabels.screen.capture}
        </Button>
        {refusal === null && advice.wantsDump && (
          <Button icon={HardDriveDownload} onClick={() => appStore.getState().openForProcess('dump', target)}>
            {captureLabels.screen.dump}
          </Button>
        )}
      </div>
    </>
  )
}
