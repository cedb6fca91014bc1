import type { MessagePort } from 'node:worker_threads'
import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { NewestEvent, StopConditions, TopFunctions } from '../../../shared/model/recording.ts'
import type { SnapshotStacks } from '../../../shared/model/stack-snapshot.ts'

/** What the watcher knows of a stream that is being recorded. */
export interface WatchStatus {
  readonly readBytes: number
  readonly eventCount: number
  readonly lostCount: number
  readonly providers: readonly { readonly name: string; readonly eventCount: number; readonly bytes: number }[]
  readonly newest: readonly NewestEvent[]
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
  /** Of the session's own events, without the rundown. Null when there is none. */
  readonly firstMs: number | null
  readonly lastMs: number | null
}

/** What the thread is begun with. */
export interface WatchData {
  readonly runtimeVersion: string | null
}

export type WatchRequest =
  { readonly kind: 'verify'; readonly path: string } | { readonly kind: 'stacks'; readonly path: string }

export type ToWatcher =
  | { readonly kind: 'follow'; readonly port: MessagePort; readonly path: string; readonly stop: StopConditions }
  /** Bytes of a side session that is there for names only. `index` tells streams apart. */
  | { readonly kind: 'names'; readonly index: number; readonly bytes: ArrayBuffer | null }
  | { readonly kind: 'request'; readonly requestId: number; readonly request: WatchRequest }
  | { readonly kind: 'close' }

export type FromWatcher =
  | { readonly kind: 'status'; readonly status: WatchStatus }
  | { readonly kind: 'condition'; readonly condition: 'event' | 'counter'; readonly detail: string }
  /** A request is being worked on: bytes were read since the last one. */
  | { readonly kind: 'progress'; readonly requestId: number }
  | {
      readonly kind: 'reply'
      readonly requestId: number
      readonly outcome: Result<FileVerdict | SnapshotStacks, AppError>
    }
