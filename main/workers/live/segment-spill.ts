import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { assert } from '../../../shared/base/assert.ts'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { SegmentSpill } from '../../nettrace/trace/segment-store.ts'

/**
 * Columns of a trace that have no room in memory, in a file of their own, made when the first one comes and gone with this
 * object; where the system allows it, it has no name any more as soon as it is open, so that a crash leaves nothing.
 */
export class SegmentSpillFile implements SegmentSpill, Disposable {
  readonly #parentFolder: string
  #folder: string | null = null
  #file: number | null = null

  constructor(parentFolder: string = os.tmpdir()) {
    this.#parentFolder = parentFolder
  }

  write(segmentIndex: number, bytes: Uint8Array): void {
    const file = this.#open()
    for (let done = 0; done < bytes.length;)
      done += writeSync(file, bytes, done, bytes.length - done, segmentIndex * bytes.length + done)
  }

  read(segmentIndex: number, into: Uint8Array): void {
    const file = this.#open()
    for (let done = 0; done < into.length;) {
      const readBytes = readSync(file, into, done, into.length - done, segmentIndex * into.length + done)
      assert(readBytes > 0, 'a segment is read back with the length it was written with')
      done += readBytes
    }
  }

  dispose(): void {
    if (this.#file !== null) closeSync(this.#file)
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true })
    this.#file = null
    this.#folder = null
  }

  #open(): number {
    if (this.#file !== null) return this.#file
    this.#folder = mkdtempSync(path.join(this.#parentFolder, 'trace-columns-'))
    this.#file = openSync(path.join(this.#folder, 'columns'), 'wx+', 0o600)
    try {
      rmSync(this.#folder, { recursive: true })
      this.#folder = null
    } catch {
      // Windows keeps the name of an open file; dispose removes it.
    }
    return this.#file
  }
}
