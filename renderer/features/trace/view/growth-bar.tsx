import { CircleDot, Square } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { formatBytes, formatDuration, quantityText } from '../../../../shared/base/format.ts'
import { appStore, useApp } from '../../../store/create-store.ts'
import { selectMainJob } from '../../../store/jobs-slice.ts'
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { stopRecording } from '../trace-commands.ts'
import styles from './growth-bar.module.css'
import { RecordingLag } from './recording-lag.ts'
import { type TraceGrowth, useTraceContents, useTraceView } from './trace-view.ts'
import { viewLabels } from './view-labels.ts'

const follows = [
  { value: 0, label: viewLabels.growthBar.allSoFar },
  { value: 10_000, label: viewLabels.growthBar.last10S },
  { value: 60_000, label: viewLabels.growthBar.last60S },
] as const

/** Each picture takes a moment. */
const leastShownMs = 1000

/** Above a large file that is shown while it is read: figures are of the part that was read. */
function ReadingBar({ readShare, detailShare }: { readonly readShare: number; readonly detailShare: number | null }) {
  const { target } = useTraceView()
  const eventCount = useTraceContents(({ summary }) => summary.eventCount)
  // Every event is there, and what is left is what some of them say.
  const isWhole = readShare >= 1
  return (
    <div className={styles.bar} role="group" aria-label={viewLabels.growthBar.fileBeingRead} aria-busy="true">
      <span className={styles.state}>{viewLabels.growthBar.reading}</span>
      <span className={styles.figure}>
        {viewLabels.growthBar.readShare(percentText(readShare), quantityText(formatBytes(target.sizeBytes)))}
      </span>
      <span className={styles.figure}>
        {isWhole ? viewLabels.growthBar.events(eventCount) : viewLabels.growthBar.eventsSoFar(eventCount)}
      </span>
      {detailShare !== null && (
        <span className={styles.figure} title={viewLabels.growthBar.detailsHint}>
          {viewLabels.growthBar.detailShare(percentText(detailShare))}
        </span>
      )}
      {!isWhole && <span className={styles.figure}>{viewLabels.growthBar.symbolsAtEnd}</span>}
    </div>
  )
}

/** Above one that is read, until the last figure is no longer of a part. */
function UpdatingBar() {
  const eventCount = useTraceContents(({ summary }) => summary.eventCount)
  return (
    <div className={styles.bar} role="group" aria-label={viewLabels.growthBar.fileBeingRead} aria-busy="true">
      <span className={styles.state}>{viewLabels.growthBar.updating}</span>
      <span className={styles.figure}>{viewLabels.growthBar.events(eventCount)}</span>
      <span className={styles.figure}>{viewLabels.growthBar.updatingHint}</span>
    </div>
  )
}

function percentText(share: number): string {
  return `${String(Math.floor(share * 100))}%`
}

/** In steps that are worth drawing; null: unknown. */
function useLag(jobId: string | null, readBytes: number): number | null {
  const [lag] = useState(() => new RecordingLag())
  const [behindMs, setBehindMs] = useState<number | null>(0)
  useEffect(
    () =>
      appStore.subscribe((state) => {
        const recordedBytes = selectMainJob(jobId)(state)?.bytes ?? null
        if (recordedBytes === null) return
        const nowMs = performance.now()
        lag.note(nowMs, recordedBytes)
        const behind = lag.behindMs(nowMs, readBytes)
        if (behind === null) setBehindMs(null)
        else setBehindMs(behind > leastShownMs ? Math.round(behind / 100) * 100 : 0)
      }),
    [lag, jobId, readBytes],
  )
  return behindMs
}

function behindText(lagMs: number | null): string | null {
  if (lagMs === null) return viewLabels.growthBar.catchingUp
  if (lagMs === 0) return null
  // Not three digits: it is another one with the next picture.
  const whole = formatDuration(lagMs)
  const time = lagMs < 10_000 ? { ...whole, value: (lagMs / 1000).toFixed(1) } : whole
  return viewLabels.growthBar.behind(quantityText(time))
}

/** Above a recording that goes on: how far it is, what of it is shown, and its end. Only its figures are drawn anew with each look. */
export const GrowthBar = memo(function GrowthBar() {
  const { readShare, detailShare, isOver, jobId } = useTraceContents(({ growth }) => growthOf(growth))
  if (jobId === undefined) return null
  if (isOver) return <UpdatingBar />
  if (readShare !== null) return <ReadingBar readShare={readShare} detailShare={detailShare} />
  return (
    <div className={styles.bar} role="group" aria-label={viewLabels.growthBar.recordingInProgress}>
      <span className={styles.state}>
        <Icon icon={CircleDot} size={12} className={styles.dot} />
        {viewLabels.growthBar.recording}
      </span>
      <Figures />
      <Behind jobId={jobId} />
      <NamedFrames />
      <span className={styles.gap} />
      <ShownPart />
      <StopButton jobId={jobId} />
    </div>
  )
})

/** `jobId` undefined: the file has its end. */
function growthOf(growth: TraceGrowth | null) {
  const { readShare = null, detailShare = null, isOver = false, jobId } = growth ?? {}
  return { readShare, detailShare, isOver, jobId }
}

function Figures() {
  const { lastMs, eventCount } = useTraceContents(({ summary, growth }) => ({
    lastMs: growth?.lastMs ?? 0,
    eventCount: summary.eventCount,
  }))
  return (
    <>
      <span className={styles.figure}>{quantityText(formatDuration(lastMs))}</span>
      <span className={styles.figure}>{viewLabels.growthBar.events(eventCount)}</span>
    </>
  )
}

function Behind({ jobId }: { readonly jobId: string | null }) {
  const lag = useLag(
    jobId ?? '',
    useTraceContents(({ growth }) => growth?.readBytes ?? 0),
  )
  const text = behindText(lag)
  if (text === null) return null
  return (
    <span className={styles.figure} title={viewLabels.growthBar.behindHint}>
      {text}
    </span>
  )
}

function NamedFrames() {
  const percent = useTraceContents(({ summary: { names } }) =>
    names.namedFrameCount < names.frameCount ? Math.floor((names.namedFrameCount / names.frameCount) * 100) : null,
  )
  if (percent === null) return null
  return (
    <span className={styles.figure} title={viewLabels.growthBar.symbolsFollow}>
      {viewLabels.growthBar.namedFrames(String(percent))}
    </span>
  )
}

function ShownPart() {
  const { selection, select } = useTraceView()
  const { followMs, follow } = useTraceContents(({ growth }) => ({
    followMs: growth?.followMs ?? 0,
    follow: growth?.follow,
  }))
  return (
    <SegmentedControl
      label={viewLabels.growthBar.shownPart}
      size="small"
      value={followMs}
      segments={follows}
      onChange={(next) => {
        follow?.(next === 0 ? null : next)
        if (next === 0 && selection.range !== null) select({ ...selection, range: null })
      }}
    />
  )
}

function StopButton({ jobId }: { readonly jobId: string | null }) {
  const canStop = useApp((state) => selectMainJob(jobId)(state)?.actions.includes('stop') === true)
  if (jobId === null || !canStop) return null
  return (
    <Button size="small" kind="danger" icon={Square} onClick={() => stopRecording(jobId)}>
      {viewLabels.growthBar.stop}
    </Button>
  )
}
