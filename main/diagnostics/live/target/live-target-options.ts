import type { LiveId, ProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import type { LiveWorkerOptions } from '../../../workers/live/live-worker-host.ts'
import type { LiveNeeds } from '../sessions/session-plan.ts'
import type { OpenSession } from '../sessions/session-set.ts'
import type { WarmRoles } from './stop-gate.ts'
import type { LiveLog, ProviderMemory, TargetDirectory } from './target-directory.ts'

export interface LiveTargetOptions {
  readonly liveId: LiveId
  readonly row: ProcessRow
  readonly intervalMs: number
  readonly needs: LiveNeeds | null
  readonly directory: TargetDirectory
  readonly providers: ProviderMemory
  readonly openSession: OpenSession
  readonly warmRoles: WarmRoles
  readonly worker: Omit<LiveWorkerOptions, 'liveId' | 'onMessage' | 'intervalMs'>
  /** The shortest interval that the way to it carries; null: any. */
  readonly carriedIntervalMs: (key: ProcessKey) => number | null
  readonly isWatched: (key: ProcessKey) => boolean
  /** The same application runs again under another key. */
  readonly onFollowed: (from: ProcessKey, to: ProcessKey) => void
  readonly log: LiveLog
  readonly now: () => number
}
