import fs from 'node:fs'
import { syncFolderOf } from '../../os/atomic-file.ts'
import { bearsItsName } from '../trace/file-identity.ts'
import type { KeptPiece } from './kept-pieces.ts'

/** `fs.writeSync`: how many bytes were written. Tests put a full disk in its place. */
export type WriteSync = (fd: number, bytes: Uint8Array, from: number, count: number) => number

/** Where a stream is written. Every method throws what the file system says. */
export interface TraceTarget {
  open(): void
  /** Writes some bytes from there on, at least one; says how many. */
  write(bytes: Uint8Array, from: number): number
  /** Whether what was written can still be found where it was put. */
  isThere(): boolean
  /** A power cut takes nothing away any more. */
  sync(): void
  close(): void
  /** Of a stream that is kept in pieces; null: it is one file. */
  pieces(): readonly KeptPiece[] | null
}

/** One file with all of it. */
export class WholeFile implements TraceTarget {
  readonly #path: string
  readonly #writeSync: WriteSync
  #fd = -1

  constructor(path: string, writeSync: WriteSync = fs.writeSync) {
    this.#path = path
    this.#writeSync = writeSync
  }

  open(): void {
    this.#fd = fs.openSync(this.#path, 'wx', 0o600)
  }

  write(bytes: Uint8Array, from: number): number {
    return this.#writeSync(this.#fd, bytes, from, bytes.length - from)
  }

  isThere(): boolean {
    return bearsItsName(this.#fd, this.#path)
  }

  sync(): void {
    fs.fsyncSync(this.#fd)
    syncFolderOf(this.#path)
  }

  close(): void {
    fs.closeSync(this.#fd)
  }

  pieces(): null {
    return null
  }
}
