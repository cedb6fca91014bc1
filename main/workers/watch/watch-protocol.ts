import type { MessagePort } from 'node:worker_threads'
import type { CollectedKind, NewestEvent, StopConditions, TopFunctions } from '../../../shared/model/recording.ts'
import type { JoinedCounts } from '../../../shared/model/flight.ts'
import type { AssembleOrder } from './assemble-file.ts'
import type { SnapshotStacks } from '../../../shared/model/stack-snapshot.ts'

/** What the watcher knows of a stream that is being recorded. */
export interface WatchStatus {
  readonly readBytes: number
  readonly eventCount: number
  readonly lostCount: number
  readonly providers: readonly { readonly name: string; readonly eventCount: number; readonly bytes: number }[]
  readonly newest: readonly NewestEvent[]
  readonly collected: readonly CollectedKind[]
  readonly top: TopFunctions | null
  /** Share of frames of the window that have a name. */
  readonly knownShare: number | null
  readonly methodCount: number
  /** Methods named by the stream's own rundown, which comes at its end. */
  readonly rundownCount: number
  readonly isRundownOver: boolean
}

/** What a finished file is, read from the disk to its end. */
export interface FileVerdict {
  readonly sizeBytes: number
  readonly eventCount: number
  readonly lostCount: number
  /** The stream has its end marker and all of it could be read. */
  readonly isComplete: boolean
  readonly isRundownWhole: boolean
  readonly methodCount: number
  readonly damageCount: number
  /** Events that say something of the application: without the rundown and what event pipes say of themselves, without helpers. */
  readonly contentCount: number
  /** Names of methods and modules, and which work belongs to which: collected to make others readable. */
  readonly helperCount: number
  /** Of the session's own events, without the rundown. Null when there is none. */
  readonly firstMs: number | null
  readonly lastMs: number | null
}

/** What the thread is begun with. */
export interface WatchData {
  readonly runtimeVersion: string | null
}

export interface WatchQuestions {
  /** Progress: bytes were read since the last one. */
  readonly verify: { readonly asks: { readonly path: string }; readonly gets: FileVerdict; readonly progress: null }
  /** Progress: bytes of the kept streams that have been read. */
  readonly assemble: { readonly asks: AssembleOrder; readonly gets: JoinedCounts; readonly progress: number }
  readonly stacks: { readonly asks: { readonly path: string }; readonly gets: SnapshotStacks }
}

export type ToWatcher =
  | { readonly kind: 'follow'; readonly port: MessagePort; readonly path: string; readonly stop: StopConditions }
  /** Bytes of a side session that is there for names only. `index` tells streams apart. */
  | { readonly kind: 'names'; readonly index: number; readonly bytes: ArrayBuffer | null }

export type FromWatcher =
  | { readonly kind: 'status'; readonly status: WatchStatus }
  | { readonly kind: 'condition'; readonly condition: 'event' | 'counter'; readonly detail: string }

export interface WatchProtocol {
  readonly questions: WatchQuestions
  readonly toWorker: ToWatcher
  readonly fromWorker: FromWatcher
}
