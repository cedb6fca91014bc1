import fs from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import { isDiskFailure } from '../../os/atomic-file.ts'
import type { KeptPiece } from './kept-pieces.ts'
import { StreamBoundaries } from './recorder-boundaries.ts'
import type { FromFollower, FromRecorder, RecorderData, ToFollower, ToRecorder, Written } from './recorder-protocol.ts'
import { blockBytes, removedCode } from './recorder-protocol.ts'
import { RingFiles } from './ring-files.ts'
import { type TraceTarget, WholeFile, type WriteSync } from './trace-target.ts'

/** Main is told of progress after this many bytes, so that it knows what is still on the way. */
const reportBytes = 1024 * 1024
/** Two calls of the system in this thread. */
const lookEveryMs = 500
/** What keeps the last stretch runs for days, beside others: a thread that is woken costs more than what it looks at. */
const keptLookEveryMs = 2000
/** What a reader that joins is given at most; beyond it goes without. A runtime's pieces are some 10 MB. */
const mostTailBytes = 64 * 1024 * 1024
const tailReadBytes = 512 * 1024

/**
 * Writes one stream to its file, or keeps its last stretch, in the order it came, and only then hands the same buffers on. Runs in a worker: a slow disk
 * blocks this thread and nobody else.
 */
export class RecorderEngine {
  readonly #data: RecorderData
  readonly #send: (message: FromRecorder, transfer?: ArrayBuffer[]) => void
  readonly #target: TraceTarget
  /** Of a recorder that keeps the last stretch only; the same as `#target`. */
  readonly ring: RingFiles | null
  readonly #boundaries = new StreamBoundaries()
  #follower: MessagePort | null = null
  #isOpen = false
  #writtenBytes = 0
  #reportedBytes = 0
  #consumedBytes = 0
  #isBehind = false
  #hasFailed = false
  #lookTimer: NodeJS.Timeout | undefined

  constructor(
    data: RecorderData,
    send: (message: FromRecorder, transfer?: ArrayBuffer[]) => void,
    writeSync?: WriteSync,
  ) {
    this.#data = data
    this.#send = send
    this.ring = data.ring === null ? null : new RingFiles(data.path, data.ring, undefined, writeSync)
    this.#target = this.ring ?? new WholeFile(data.path, writeSync)
    if (data.follower !== null) this.#listenTo(data.follower)
  }

  open(): void {
    try {
      this.#target.open()
      this.#isOpen = true
      this.#lookTimer = setInterval(() => this.look(), this.ring === null ? lookEveryMs : keptLookEveryMs).unref()
      this.#send({ kind: 'opened' })
    } catch (error) {
      this.#send({ kind: 'not-opened', code: errnoName(error) })
    }
  }

  /** Lets the other side of what is followed go. */
  close(): void {
    this.#follower?.close()
  }

  /** True when that was the last message. */
  receive(message: ToRecorder): boolean {
    if (message.kind === 'chunk') {
      this.#write(message.bytes, message.length)
      return false
    }
    if (message.kind === 'follow') {
      this.#begin(message.port)
      return false
    }
    this.#finish()
    return true
  }

  /** Bytes still go into a file that was removed, and nobody can ever read them: it is over, and said at once. */
  look(): void {
    if (!this.#isOpen || this.#hasFailed || this.#target.isThere()) return
    this.#fail(removedCode)
  }

  #write(chunk: ArrayBuffer, length: number): void {
    if (!this.#isOpen || this.#hasFailed) return
    const bytes = new Uint8Array(chunk, 0, length)
    const offset = this.#writtenBytes
    let done = 0
    try {
      while (done < bytes.length) {
        done += this.#target.write(bytes, done)
      }
    } catch (error) {
      this.#accept(bytes.subarray(0, done))
      return this.#fail(this.#target.isThere() ? errnoName(error) : removedCode)
    }
    this.#accept(bytes)
    if (this.#writtenBytes - this.#reportedBytes >= reportBytes) this.#report()
    if (!this.#follow(offset, chunk, length) && chunk.byteLength === blockBytes)
      this.#send({ kind: 'block', bytes: chunk }, [chunk])
  }

  #fail(code: string): void {
    clearInterval(this.#lookTimer)
    this.#hasFailed = true
    this.#send({ kind: 'write-failed', code, ...this.#written() })
  }

  /** Called when the queue is empty, so that the last bytes of a burst are reported as well. */
  idle(): void {
    if (this.#writtenBytes > this.#reportedBytes) this.#report()
  }

  #accept(bytes: Uint8Array): void {
    this.#boundaries.push(bytes)
    this.#writtenBytes += bytes.length
  }

  #report(): void {
    this.#reportedBytes = this.#writtenBytes
    this.#send({ kind: 'written', ...this.#written() })
  }

  #written(): Written {
    const { lastWholeBlockOffset, isComplete } = this.#boundaries
    const ring = this.ring === null ? null : { heldMs: this.ring.heldMs, keptBytes: this.ring.byteCount }
    return { writtenBytes: this.#writtenBytes, lastWholeBlockOffset, isComplete, ring }
  }

  #finish(): void {
    this.look()
    clearInterval(this.#lookTimer)
    this.#sendToFollower({ kind: 'end', sizeBytes: this.#writtenBytes })
    const pieces = this.#isOpen ? this.#target.pieces() : null
    if (this.#isOpen) {
      this.#reachDisk()
      this.#target.close()
    }
    this.#isOpen = false
    this.#send({ kind: 'finished', pieces, ...this.#written() })
  }

  /** A file is complete when a power cut no longer takes its end away: disks report late writes that failed only here. */
  #reachDisk(): void {
    try {
      this.#target.sync()
    } catch (error) {
      if (!isDiskFailure(error)) return
      if (!this.#hasFailed) this.#fail(errnoName(error))
    }
  }

  #listenTo(follower: MessagePort): void {
    this.#follower = follower
    follower.on('message', ({ offset }: FromFollower) => {
      if (this.#follower === follower) this.#followerConsumed(offset)
    })
    follower.on('close', () => {
      if (this.#follower === follower) this.#follower = null
    })
  }

  /** Somebody looks from now on: gets what is defined and the newest piece out of its files, and then what comes. */
  #begin(follower: MessagePort): void {
    this.#follower?.close()
    const pieces = this.#isOpen && !this.#hasFailed ? (this.ring?.tail() ?? []) : []
    const tailBytes = pieces.reduce((sum, { byteCount }) => sum + byteCount, 0)
    this.#isBehind = tailBytes > mostTailBytes
    if (this.#isBehind || !this.#isOpen) return follower.close()
    this.#listenTo(follower)
    // From here on it has as much on its way as it is given now.
    this.#consumedBytes = this.#writtenBytes
    try {
      let sentTo = 0
      for (const piece of pieces) {
        if (piece.offset !== sentTo) this.#sendToFollower({ kind: 'skip', offset: piece.offset })
        this.#sendPiece(piece)
        sentTo = piece.offset + piece.byteCount
      }
      // The piece that is written has just begun.
      if (sentTo !== this.#writtenBytes) this.#sendToFollower({ kind: 'skip', offset: this.#writtenBytes })
    } catch {
      // The folder was taken away, which ends the recording by itself.
      follower.close()
    }
  }

  #sendPiece({ file, at, offset, byteCount }: KeptPiece): void {
    const from = fs.openSync(file, 'r')
    try {
      for (let done = 0; done < byteCount;) {
        const bytes = new Uint8Array(Math.min(tailReadBytes, byteCount - done))
        const length = fs.readSync(from, bytes, 0, bytes.length, at + done)
        if (length === 0) throw new Error('shorter than it was')
        this.#sendToFollower({ kind: 'bytes', offset: offset + done, bytes: bytes.buffer, length }, [bytes.buffer])
        done += length
      }
    } finally {
      fs.closeSync(from)
    }
  }

  /** True when the follower has taken the buffer. */
  #follow(offset: number, chunk: ArrayBuffer, length: number): boolean {
    if (this.#follower === null || this.#isBehind) return false
    if (offset + length - this.#consumedBytes > this.#data.followerLimitBytes) {
      if (this.ring !== null) return this.#leaveBehind()
      // From here on it reads the file, until it has caught up: each time it says how far it is, it is told how far the file is.
      this.#isBehind = true
      if (offset === this.#consumedBytes) this.#sendToFollower({ kind: 'in-file', offset: this.#writtenBytes })
      return false
    }
    this.#sendToFollower({ kind: 'bytes', offset, bytes: chunk, length }, [chunk])
    return true
  }

  /** There is no file that it could read instead: it goes without, which costs the picture and nothing that is kept. */
  #leaveBehind(): boolean {
    this.#isBehind = true
    this.#follower?.close()
    return false
  }

  #followerConsumed(offset: number): void {
    if (this.ring !== null) this.#consumedBytes = Math.max(this.#consumedBytes, offset)
    else this.#consumedBytes = offset
    if (!this.#isBehind) return
    if (offset < this.#writtenBytes) this.#sendToFollower({ kind: 'in-file', offset: this.#writtenBytes })
    else this.#isBehind = false
  }

  #sendToFollower(message: ToFollower, transfer: ArrayBuffer[] = []): void {
    this.#follower?.postMessage(message, transfer)
  }
}

function errnoName(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'
}
