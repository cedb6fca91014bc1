import { Pause } from 'lucide-react'
import { formatBytes, formatUptime } from '../../../shared/base/format.ts'
import type { Job } from '../../../shared/model/job.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Busy } from '../../ui/layout/skeleton.tsx'
import { Value } from '../../ui/text/value.tsx'
import { stopWaiting } from './dump-commands.ts'
import styles from './dump-outcome.module.css'
import { dumpLabels } from './dump-labels.ts'
import { useNow } from '../../ui/use-now.ts'

/** While it is written: bytes on the disk, and that nothing has crashed. */
export function DumpRunning({ target, job }: { readonly target: RecordTarget; readonly job: Job }) {
  const now = useNow()
  const isWatching = job.phase === 'watching-file'
  return (
    <section className={styles.running} aria-label={dumpLabels.running.dumpInProgress} data-phase={job.phase}>
      <h1 className={styles.runningTitle}>
        <Busy />
        {isWatching ? dumpLabels.running.waitingForDump(target.name) : dumpLabels.running.writingTheDumpOf(target.name)}
      </h1>
      <p className={styles.suspended}>
        <Pause size={16} aria-hidden />
        {dumpLabels.running.suspended}
      </p>
      <div className={styles.growing} aria-hidden>
        <div className={styles.stripe} />
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>{dumpLabels.running.written}</dt>
          <dd>
            <Value quantity={formatBytes(job.bytes)} />
          </dd>
        </div>
        <div>
          <dt>{dumpLabels.running.rate}</dt>
          <dd>
            <Value quantity={formatBytes(job.bytesPerSecond, true)} />
          </dd>
        </div>
        <div>
          <dt>{dumpLabels.running.elapsed}</dt>
          <dd className="tabular">{formatUptime(Math.max(0, now - job.startedMs))}</dd>
        </div>
      </dl>
      {job.actions.includes('stop-waiting') ? (
        <>
          <Button onClick={() => stopWaiting(job.id)}>{dumpLabels.running.stopWaiting}</Button>
          <p className={styles.hint}>{dumpLabels.running.stopWaitingHint}</p>
        </>
      ) : (
        <p className={styles.hint}>{dumpLabels.running.inBackground}</p>
      )}
    </section>
  )
}
