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
import { errorSentences } from '../../../../shared/words/error-wording.ts'
import { wordReason } from '../../../../shared/words/reason-words.ts'
import { Value } from '../../../ui/text/value.tsx'
import { diskFullAdvice, lockedUpAdvice, partialAdvice } from '../heap-words.ts'
import { captureLabels } from './capture-labels.ts'
import tones from '../../../ui/layout/tones.module.css'
import styles from './capture.module.css'

interface CaptureOutcomeProps {
  readonly job: Job
  readonly onAnother: () => void
}

export function CaptureOutcome({ job, onAnother }: CaptureOutcomeProps) {
  const [file, beside] = job.result?.files ?? []
  const { objectCount, objectBytes, pauseMs, objectShare, gcDumpProblem } = job.result?.facts ?? {}
  return (
    <section aria-label={captureLabels.outcome.result}>
      <h2 className={styles.heading}>
        {file === undefined ? captureLabels.outcome.noHeapGraph : titles[job.result?.verdict ?? 'partial']}
      </h2>
      {job.error !== null && (
        <p className={tones.bad} role="alert">
          {errorSentences(job.error)}
        </p>
      )}
      {job.result?.verdict === 'partial' && (
        <p className={styles.warn} role="status">
          {[whyPartial(job.result.reasons, objectShare), adviceOn(job.result.reasons)].join(' ')}
        </p>
      )}
      {file !== undefined && (
        <dl className={styles.figures}>
          <dt>{captureLabels.outcome.objects}</dt>
          <dd data-testid="heap-capture-objects">{typeof objectCount === 'number' ? formatCount(objectCount) : '–'}</dd>
          <dt>{captureLabels.outcome.sizeOfTheObjects}</dt>
          <dd>
            <Value quantity={formatBytes(typeof objectBytes === 'number' ? objectBytes : null)} />
          </dd>
          <dt>{captureLabels.outcome.pause}</dt>
          <dd>
            <Value quantity={formatDuration(typeof pauseMs === 'number' ? pauseMs : null)} />
          </dd>
          <dt>{captureLabels.outcome.file}</dt>
          <dd className={styles.path}>{file.path}</dd>
          {beside !== undefined && (
            <>
              <dt>{captureLabels.outcome.forOtherTools}</dt>
              <dd className={styles.path}>{beside.path}</dd>
            </>
          )}
        </dl>
      )}
      {typeof gcDumpProblem === 'string' && (
        <p className={styles.warn} role="status">
          {captureLabels.outcome.gcDumpNotSaved(isFull.test(gcDumpProblem) ? wordReason('disk-full') : gcDumpProblem)}
        </p>
      )}
      <div className={styles.buttons}>
        {file !== undefined && (
          <Button kind="primary" onClick={() => openHeapGraph(file.path)}>
            {captureLabels.outcome.openTheHeapGraph}
          </Button>
        )}
        <Button onClick={onAnother}>
          {file === undefined ? captureLabels.outcome.tryAgain : captureLabels.outcome.takeAnother}
        </Button>
      </div>
    </section>
  )
}

/** `61% of the objects arrived: the connection was lost.` What is missing stands in the opened graph. */
function whyPartial(reasons: readonly string[], share: string | number | null | undefined): string {
  const arrived =
    typeof share === 'number'
      ? captureLabels.outcome.objectsArrived(quantityText(formatPercent(share * 100)))
      : captureLabels.outcome.incomplete
  const known = reasons.filter((reason) => reason !== 'heap-partial').map(wordReason)
  return known.length === 0 ? `${arrived}.` : `${arrived}: ${known.join('; ')}.`
}

function adviceOn(reasons: readonly string[]): string {
  if (reasons.includes('locked-up')) return lockedUpAdvice
  return reasons.includes('disk-full') ? diskFullAdvice : partialAdvice
}

/** Codes of the system for a disk or a quota without room. */
const isFull = /^(ENOSPC|EDQUOT)$/

const titles = {
  complete: captureLabels.outcome.completeHeapGraph,
  partial: captureLabels.outcome.partialHeapGraph,
  unverified: captureLabels.outcome.heapGraphNotVerified,
} as const
