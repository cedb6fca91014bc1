import type { MessagePort } from 'node:worker_threads'
import type { KeptPiece } from './kept-pieces.ts'
import type { RingBounds } from './ring-files.ts'

/** Messages between main, the recorder worker that writes one file, and a worker that reads what is written (the follower). */

/** What arrives is gathered into blocks: one message and one write for a dozen reads. */
export const blockBytes = 1024 * 1024

export interface RecorderData {
  /** Must not exist; is created for this user alone. A folder where the last stretch is kept. */
  readonly path: string
  /** Null: everything, in one file. */
  readonly ring: RingBounds | null
  /** Gets every byte in order; must be in the transfer list. */
  readonly follower: MessagePort | null
  /** Bytes that may be on their way to the follower. Beyond it reads the file. */
  readonly followerLimitBytes: number
}

export type ToRecorder =
  /** Transferred; the first `length` bytes of it are written, in order of arrival. */
  | { readonly kind: 'chunk'; readonly bytes: ArrayBuffer; readonly length: number }
  /** Of a recorder that keeps the last stretch: what it has of it, and what comes, goes there from now on. Transferred. */
  | { readonly kind: 'follow'; readonly port: MessagePort }
  /** Nothing more comes: close the file. */
  | { readonly kind: 'finish' }

/** In place of an errno: the file was removed, moved or replaced while it was written. */
export const removedCode = 'removed'

/** What is on disk. */
export interface Written {
  readonly writtenBytes: number
  /** No block is cut before this offset. */
  readonly lastWholeBlockOffset: number
  /** The stream's end marker is among the written bytes. */
  readonly isComplete: boolean
  /** Of a recorder that keeps the last stretch: how far back it goes, and what it takes on the disk. */
  readonly ring: { readonly heldMs: number; readonly keptBytes: number } | null
}

export type FromRecorder =
  | { readonly kind: 'opened' }
  /** The file could not be created; the worker ends. `code` is errno's name. */
  | { readonly kind: 'not-opened'; readonly code: string }
  | ({ readonly kind: 'written' } & Written)
  /** A whole one, transferred back after its bytes were written, to be filled again. */
  | { readonly kind: 'block'; readonly bytes: ArrayBuffer }
  /** Once: nothing more is written, chunks that still come are thrown away. */
  | ({ readonly kind: 'write-failed'; readonly code: string } & Written)
  /** `pieces`: null where the stream is one file. */
  | ({ readonly kind: 'finished'; readonly pieces: readonly KeptPiece[] | null } & Written)

/** Of a recorder that keeps the last stretch. */
export interface RecorderQuestions {
  /** What is kept stays where it is until it is released. */
  readonly hold: { readonly asks: null; readonly gets: readonly KeptPiece[] }
  readonly release: { readonly asks: null; readonly gets: null }
}

export interface RecorderProtocol {
  readonly questions: RecorderQuestions
  readonly toWorker: ToRecorder
  readonly fromWorker: FromRecorder
}

export type ToFollower =
  /** Transferred; its first `length` bytes begin at `offset`. */
  | { readonly kind: 'bytes'; readonly offset: number; readonly bytes: ArrayBuffer; readonly length: number }
  /** What lies before `offset` and was not sent is left out. */
  | { readonly kind: 'skip'; readonly offset: number }
  /** Everything before `offset` is in the file. */
  | { readonly kind: 'in-file'; readonly offset: number }
  /** The file has this size and will not grow. */
  | { readonly kind: 'end'; readonly sizeBytes: number }

export interface FromFollower {
  readonly kind: 'consumed'
  readonly offset: number
}
