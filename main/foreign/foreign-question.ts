import type { AppError } from '../../shared/base/errors.ts'
import type { Result } from '../../shared/base/result.ts'

/*
 * What can be asked about a file that main did not write itself. A path below `/proc/PID/root` is resolved as that process sees it: no
 * link leads out of its root.
 */

/** Reads from `offsetBytes` (default 0) on. Without an offset a file longer than `maxBytes` is refused, not cut. */
export interface ReadQuestion {
  readonly kind: 'read'
  readonly path: string
  readonly maxBytes: number
  readonly offsetBytes?: number
  /** False: a link in place of the file is refused. Default: true. */
  readonly followsLink?: boolean
}

export type ForeignQuestion =
  | ReadQuestion
  /** What is there; links are followed, unless that is false. */
  | { readonly kind: 'look'; readonly path: string; readonly followsLink?: boolean }
  /** Names in a folder, or those of them that begin so; longer listings are refused. */
  | { readonly kind: 'list'; readonly path: string; readonly maxNames: number; readonly prefix?: string }
  /** Without links. Below `/proc/PID/root` it stays below it. */
  | { readonly kind: 'real-path'; readonly path: string }
  /** Of the disk that the folder is on. */
  | { readonly kind: 'disk-room'; readonly path: string }

export interface ForeignFacts {
  readonly type: 'file' | 'folder' | 'socket' | 'other'
  readonly sizeBytes: number
  readonly modifiedMs: number
  /** Names that it has; 1 of an ordinary file. */
  readonly linkCount: number
  readonly userId: number
  readonly groupId: number
  readonly mode: number
}

export interface DiskRoom {
  /** For an ordinary user. */
  readonly freeBytes: number
  readonly totalBytes: number
}

export interface ForeignBytes {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Of the whole file. */
  readonly sizeBytes: number
  readonly userId: number
}

export interface ForeignAnswers {
  readonly read: ForeignBytes
  readonly look: ForeignFacts
  readonly list: readonly string[]
  readonly 'real-path': string
  readonly 'disk-room': DiskRoom
}

export type ForeignFailure =
  | { readonly kind: 'missing' }
  | { readonly kind: 'denied'; readonly code: string }
  /** A folder, pipe, socket or device, or a link where none is meant. */
  | { readonly kind: 'not-regular'; readonly isFolder: boolean }
  | { readonly kind: 'too-large'; readonly limit: number }
  /** Its file system did not answer in time; `wasAsked` false: too many others did not, and nothing more is asked. */
  | { readonly kind: 'no-answer'; readonly wasAsked?: false }
  | { readonly kind: 'failed'; readonly code: string }

/** Other file systems hang, which says nothing of this one: who asks for a path of the person's own may ask Node. */
export function wasNotAsked(failure: ForeignFailure): boolean {
  return failure.kind === 'no-answer' && failure.wasAsked === false
}

export type ForeignAnswer<Kind extends keyof ForeignAnswers = keyof ForeignAnswers> = Result<
  ForeignAnswers[Kind],
  ForeignFailure
>

/** For a person: an `io` error whose code the page has words for. */
export function asIoError(failure: ForeignFailure, path: string): Extract<AppError, { kind: 'io' }> {
  return { kind: 'io', operation: 'read', path, code: codeOf(failure) }
}

function codeOf(failure: ForeignFailure): string {
  switch (failure.kind) {
    case 'missing':
      return 'ENOENT'
    case 'not-regular':
      return failure.isFolder ? 'EISDIR' : 'NOT_A_FILE'
    case 'too-large':
      return 'EFBIG'
    case 'no-answer':
      return 'ETIMEDOUT'
    case 'denied':
    case 'failed':
      return failure.code
  }
}
