import type { LiveNotice } from '../../workers/live/live-protocol.ts'
import type { MeterAgreement } from './sessions/meter-agreement.ts'
import type { ProblemList } from './problems.ts'
import type { StartUpGate } from './target/start-up-gate.ts'

export interface NoticeReceivers {
  readonly problems: ProblemList
  readonly meters: MeterAgreement
  readonly startUp: StartUpGate
  /** The target's limit of time series. */
  readonly seriesLimit: () => number
  /** By the clock of the target. */
  onSessionStarted(syncUnixMs: number): void
  onFirstValue(sessionIndex: number, timeMs: number): void
  /** Of meters: a whole turn of the timer is over, without a value. */
  onFirstCollection(sessionIndex: number): void
  /** A counter source of this session has answered: all of them are set up. */
  onCounters(sessionIndex: number): void
  onWorkerEnded(reason: string): void
  onDiskFailed(code: string): void
  /** The status changed in a way that the problems do not tell. */
  onChanged(): void
}

/** What a worker notices in the stream of a target, to whoever has to know. */
export function deliverNotice(notice: LiveNotice, to: NoticeReceivers): void {
  const { problems, meters, startUp } = to
  switch (notice.what) {
    case 'first-value':
      to.onFirstValue(notice.sessionIndex, notice.timeMs)
      break
    case 'first-collection':
      to.onFirstCollection(notice.sessionIndex)
      break
    case 'series-limit':
      problems.set({ kind: 'series-limit', limit: to.seriesLimit() })
      break
    case 'own-series-limit':
      problems.set({ kind: 'series-limit', limit: notice.limit })
      break
    case 'histogram-limit':
      meters.histogramLimitReached()
      break
    case 'instrument-error':
    case 'meter-error':
      problems.set({ kind: 'instrument-error', message: notice.message })
      break
    case 'meter-session-running':
      startUp.noteMeterEvent()
      if (!notice.isOwn) problems.set({ kind: 'meters-taken', sessionId: notice.runningSessionId, canJoin: true })
      break
    case 'meter-settings-differ':
      startUp.noteMeterEvent()
      if (notice.isOwn) meters.settingsDiffer(notice)
      break
    case 'damage':
      problems.set({ kind: 'stream-damaged', offset: notice.offset, message: notice.block })
      break
    case 'too-costly':
      problems.set({ kind: 'stream-too-costly', offset: notice.offset })
      break
    case 'worker-ended':
      to.onWorkerEnded(notice.reason)
      break
    case 'retention-disk-failed':
      problems.set({ kind: 'samples-not-on-disk', code: notice.code })
      to.onDiskFailed(notice.code)
      break
    case 'provider-answered':
      to.onCounters(notice.sessionIndex)
      return
    case 'meter-enumeration-complete':
      startUp.noteMeterEvent()
      return
    case 'session-started':
      to.onSessionStarted(notice.syncUnixMs)
      return
    case 'session-drained':
    case 'process-facts':
      return
  }
  to.onChanged()
}
