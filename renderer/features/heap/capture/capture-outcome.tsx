import {
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  quantityText,
} from '../../../../shared/base/format.ts'
import type { Job } from '../../../../shared/model/job.ts'
import { openHeapGraph } from '../../../commands/page-actions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { wordError } from '../../../../shared/words/error-wording.ts'
import { wordReason } from '../../../../shared/words/reason-words.ts'
import { Value } from '../../../ui/text/value.tsx'
import { partialAdvice } from '../heap-words.ts'
import tones from '../../../ui/layout/tones.module.css'
import styles from './capture.module.css'

interface CaptureOutcomeProps {
  readonly job: Job
  readonly onAnother: () => void
}

export function CaptureOutcome({ job, onAnother }: CaptureOutcomeProps) {
  const [file, beside] = job.result?.files ?? []
  const words = job.error === null ? null : wordError(job.error)
  const { objectCount, objectBytes, pauseMs, objectShare, gcDumpProblem } = job.result?.facts ?? {}
  return (
    <section aria-label="Result">
      <h2 className={styles.heading}>
        {file === undefined ? 'No heap graph' : titles[job.result?.verdict ?? 'partial']}
      </h2>
      {words !== null && <p className={tones.bad} role="alert">{`${words.what}: ${words.why} ${words.next}`}</p>}
      {job.result?.verdict === 'partial' && (
        <p className={styles.warn} role="status">
          {[whyPartial(job.result.reasons, objectShare), partialAdvice].join(' ')}
        </p>
      )}
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
          {beside !== undefined && (
            <>
              <dt>For other tools</dt>
              <dd className={styles.path}>{beside.path}</dd>
            </>
          )}
        </dl>
      )}
      {typeof gcDumpProblem === 'string' && (
        <p
          className={styles.warn}
          role="status"
        >{`The .gcdump couldn’t be saved (${isFull.test(gcDumpProblem) ? wordReason('disk-full') : gcDumpProblem}). Export it from the opened heap graph.`}</p>
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

/** `61% of the objects arrived: the connection was lost.` What is missing stands in the opened graph. */
function whyPartial(reasons: readonly string[], share: string | number | null | undefined): string {
  const arrived =
    typeof share === 'number' ? `${quantityText(formatPercent(share * 100))} of the objects arrived` : 'Incomplete'
  const known = reasons.filter((reason) => reason !== 'heap-partial').map(wordReason)
  return known.length === 0 ? `${arrived}.` : `${arrived}: ${known.join('; ')}.`
}

/** Codes of the system for a disk or a quota without room. */
const isFull = /^(ENOSPC|EDQUOT)$/

const titles = {
  complete: 'Complete heap graph',
  partial: 'Partial heap graph',
  unverified: 'Heap graph, not verified',
} as const
