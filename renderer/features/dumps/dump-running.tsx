import { Pause } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatBytes, formatUptime } from '../../../shared/base/format.ts'
import type { Job } from '../../../shared/model/job.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Busy } from '../../ui/layout/skeleton.tsx'
import { Value } from '../../ui/text/value.tsx'
import { stopWaiting } from './dump-commands.ts'
import styles from './dump-outcome.module.css'

/** While it is written: bytes on the disk, and that nothing has crashed. */
export function DumpRunning({ target, job }: { readonly target: RecordTarget; readonly job: Job }) {
  const now = useNow()
  const isWatching = job.phase === 'watching-file'
  return (
    <section className={styles.running} aria-label="Dump in progress" data-phase={job.phase}>
      <h1 className={styles.runningTitle}>
        <Busy />
        {isWatching ? `Waiting for the dump of ${target.name}` : `Writing the dump of ${target.name}`}
      </h1>
      <p className={styles.suspended}>
        <Pause size={16} aria-hidden />
        The process is suspended until the file is written. It doesn’t answer any requests meanwhile.
      </p>
      <div className={styles.growing} aria-hidden>
        <div className={styles.stripe} />
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>Written</dt>
          <dd>
            <Value quantity={formatBytes(job.bytes)} />
          </dd>
        </div>
        <div>
          <dt>Rate</dt>
          <dd>
            <Value quantity={formatBytes(job.bytesPerSecond, true)} />
          </dd>
        </div>
        <div>
          <dt>Elapsed</dt>
          <dd className="tabular">{formatUptime(Math.max(0, now - job.startedMs))}</dd>
        </div>
      </dl>
      {job.actions.includes('stop-waiting') ? (
        <>
          <Button onClick={() => stopWaiting(job.id)}>Stop waiting</Button>
          <p className={styles.hint}>
            A dump cannot be cancelled: the process finishes it. You can close this page; you’ll be notified when it
            finishes.
          </p>
        </>
      ) : (
        <p className={styles.hint}>Running in the background. You’ll be notified when the file is complete.</p>
      )}
    </section>
  )
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return now
}
