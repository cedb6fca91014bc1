import { useEffect, useState } from 'react'
import { formatCount } from '../../../shared/base/format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Banner } from '../../ui/layout/pane.tsx'
import { useMetrics } from '../../ui/metrics.ts'
import { lengthWords } from './series/gap-words.ts'
import { joinShared, retryLive } from './live-commands.ts'
import { useLive, useLiveView } from './live-context.ts'
import { exitWords, explainsWaiting, noDataReasons, problemsToTell, problemWords } from './problem-words.ts'
import styles from './live-banners.module.css'
import { liveLabels } from './live-labels.ts'

/** What is missing and why, above what there is. */
export function LiveBanners() {
  const { documentId } = useLive()
  const { timeDisplay } = useMetrics()
  const status = useLiveView((view) => view.status)
  const dropped = status?.retention.droppedSampleCount ?? 0
  return (
    <>
      {status?.phase === 'exited' && status.exit !== null && (
        <Banner tone="note">{exitWords(status.exit, timeDisplay)}</Banner>
      )}
      {problemsToTell(status?.problems ?? []).map((problem) => {
        const words = problemWords(problem)
        if (words === null) return null
        const action =
          words.action === 'join-shared' ? (
            <Button size="small" onClick={() => joinShared(documentId)}>
              {liveLabels.banners.joinShared}
            </Button>
          ) : words.action === 'retry' ? (
            <Button size="small" onClick={() => retryLive(documentId)}>
              {liveLabels.banners.tryAgain}
            </Button>
          ) : undefined
        return (
          <Banner key={problem.kind} tone={words.tone} action={action}>
            {words.text}
          </Banner>
        )
      })}
      {dropped > 0 && <Banner tone="note">{liveLabels.banners.olderDropped(formatCount(dropped))}</Banner>}
      <WaitingBanner />
    </>
  )
}

/**
 * First "waiting", with the interval; after two intervals without a sample, the reasons there can be. A process that is started again is
 * waited for anew.
 */
function WaitingBanner() {
  const phase = useLiveView((view) => view.status?.phase)
  const intervalMs = useLiveView((view) => view.status?.intervalMs ?? 1000)
  const isExplained = useLiveView((view) => explainsWaiting(view.status?.problems ?? []))
  const isWaiting = (phase === 'waiting' || phase === 'starting') && !isExplained
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsLate(true), 2 * intervalMs + 1000)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isWaiting, intervalMs])
  if (!isWaiting) return null
  if (!isLate) return <Banner tone="note">{liveLabels.banners.waitingForSample(lengthWords(intervalMs))}</Banner>
  return (
    <Banner>
      {liveLabels.banners.noSample}
      <ul className={styles.reasons}>
        {noDataReasons(intervalMs).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Banner>
  )
}
