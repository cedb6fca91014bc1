import type { MessagePort } from 'node:worker_threads'
import { isDiskFailure } from '../../os/atomic-file.ts'
import { StreamBoundaries } from './recorder-boundaries.ts'
import type { FromFollower, FromRecorder, RecorderData, ToFollower, ToRecorder, Written } from './recorder-protocol.ts'
import { removedCode } from './recorder-protocol.ts'
import { RingFiles } from './ring-files.ts'
import { type TraceTarget, WholeFile, type WriteSync } from './trace-target.ts'

/** Main is told of progress after this many bytes, so that it knows what is still on the way. */
const reportBytes = 1024 * 1024
/** Two calls of the system in this thread. */
const lookEveryMs = 500

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
    data.follower?.on('message', (message: FromFollower) => this.#followerConsumed(message.offset))
  }

  open(): void {
    try {
      this.#target.open()
      this.#isOpen = true
      this.#lookTimer = setInterval(() => this.look(), lookEveryMs).unref()
      this.#send({ kind: 'opened' })
    } catch (error) {
      this.#send({ kind: 'not-opened', code: errnoName(error) })
    }
  }

  /** True when that was the last message. */
  receive(message: ToRecorder): boolean {
    if (message.kind === 'chunk') {
      this.#write(message.bytes, message.length)
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
    if (!this.#follow(offset, chunk, length)) this.#send({ kind: 'block', bytes: chunk }, [chunk])
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

  /** True when the follower has taken the buffer. */
  #follow(offset: number, chunk: ArrayBuffer, length: number): boolean {
    if (this.#data.follower === null || this.#isBehind) return false
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
    this.#data.follower?.close()
    return false
  }

  #followerConsumed(offset: number): void {
    this.#consumedBytes = offset
    if (!this.#isBehind) return
    if (offset < this.#writtenBytes) this.#sendToFollower({ kind: 'in-file', offset: this.#writtenBytes })
    else this.#isBehind = false
  }

  #sendToFollower(message: ToFollower, transfer: ArrayBuffer[] = []): void {
    const follower: MessagePort | null = this.#data.follower
    follower?.postMessage(message, transfer)
  }
}

function errnoName(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'
}
