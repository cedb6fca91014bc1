import { CircleDot, Square } from 'lucide-react'
import { formatBytes, formatCount, formatDuration, quantityText } from '../../../../shared/base/format.ts'
import { useApp } from '../../../store/create-store.ts'
import { selectMainJob } from '../../../store/jobs-slice.ts'
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { stopRecording } from '../trace-commands.ts'
import styles from './growth-bar.module.css'
import { useTraceView } from './trace-view.ts'

const follows = [
  { value: 0, label: 'All so far' },
  { value: 10_000, label: 'Last 10 s' },
  { value: 60_000, label: 'Last 60 s' },
] as const

/** Above a large file that is shown while it is read: figures are of the part that was read. */
function ReadingBar({ readShare }: { readonly readShare: number }) {
  const { summary, target } = useTraceView()
  const percent = `${String(Math.floor(readShare * 100))}%`
  return (
    <div className={styles.bar} role="group" aria-label="File being read" aria-busy="true">
      <span className={styles.state}>Reading</span>
      <span className={styles.figure}>{`${percent} of ${quantityText(formatBytes(target.sizeBytes))}`}</span>
      <span className={styles.figure}>{`${formatCount(summary.eventCount)} events so far`}</span>
      <span className={styles.figure}>Symbols may come at the end of the file</span>
    </div>
  )
}

/** Above a recording that goes on: how far it is, what of it is shown, and its end. */
export function GrowthBar() {
  const { summary, growth, selection, select } = useTraceView()
  const job = useApp(selectMainJob(growth?.jobId ?? ''))
  if (growth === null) return null
  if (growth.readShare !== null) return <ReadingBar readShare={growth.readShare} />
  const { namedFrameCount, frameCount } = summary.names
  const canStop = job?.actions.includes('stop') === true
  return (
    <div className={styles.bar} role="group" aria-label="Recording in progress">
      <span className={styles.state}>
        <Icon icon={CircleDot} size={12} className={styles.dot} />
        Recording
      </span>
      <span className={styles.figure}>{quantityText(formatDuration(growth.lastMs))}</span>
      <span className={styles.figure}>{`${formatCount(summary.eventCount)} events`}</span>
      {frameCount > 0 && namedFrameCount < frameCount && (
        <span className={styles.figure} title="Symbols of the rest come while it records, and at the end">
          {`${String(Math.floor((namedFrameCount / frameCount) * 100))}% of frames have symbols`}
        </span>
      )}
      <span className={styles.gap} />
      <SegmentedControl
        label="Shown part"
        size="small"
        value={growth.followMs ?? 0}
        segments={follows}
        onChange={(next) => {
          growth.follow(next === 0 ? null : next)
          if (next === 0 && selection.range !== null) select({ ...selection, range: null })
        }}
      />
      {canStop && (
        <Button size="small" kind="danger" icon={Square} onClick={() => stopRecording(job.id)}>
          Stop
        </Button>
      )}
    </div>
  )
}
