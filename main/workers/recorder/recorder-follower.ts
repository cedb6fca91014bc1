import fs from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { FromFollower, ToFollower } from './recorder-protocol.ts'

/** Fits into a processor's second cache together with what the decoder touches (trace-file.ts). */
const readBytes = 512 * 1024

export interface FollowerListener {
  /** In order and without gaps. Valid during the call only. */
  onBytes(bytes: Uint8Array): void
  /** What comes next stands at this place of the stream; what lies between is left out. */
  onSkip?(offset: number): void
  /** After the last bytes. `code` is errno's name when the file could not be read; then bytes are missing. */
  onEnd(code: string | null): void
}

/**
 * The reading side of a recording, for a decoder's worker: bytes come through the port as long as it keeps up, and out of the
 * file when it lags. It can never hold up the recording.
 */
export class RecordingFollower implements Disposable {
  readonly #port: MessagePort
  readonly #path: string
  readonly #listener: FollowerListener
  #buffer: Uint8Array | null = null
  #fd: number | null = null
  #offset = 0
  #isOver = false
  #hasBytes = false
  #isRead = false

  constructor(port: MessagePort, path: string, listener: FollowerListener) {
    this.#port = port
    this.#path = path
    this.#listener = listener
    port.on('message', (message: ToFollower) => this.#receive(message))
    // The recorder's thread was ended by force, or by a bug of ours.
    port.on('close', () => {
      if (!this.#isOver) this.#end('recorder ended')
    })
  }

  /**
   * After the end: every byte handed on was read from the file, up to its end, and that file still bears its name. Never true for a
   * follower that was given bytes through the port.
   */
  get isRead(): boolean {
    return this.#isRead
  }

  dispose(): void {
    this.#isOver = true
    this.#buffer = null
    this.#port.close()
    if (this.#fd !== null) fs.closeSync(this.#fd)
    this.#fd = null
  }

  #receive(message: ToFollower): void {
    if (this.#isOver) return
    if (message.kind === 'skip') {
      this.#offset = message.offset
      this.#listener.onSkip?.(message.offset)
      return
    }
    try {
      if (message.kind === 'bytes') {
        this.#readFile(message.offset)
        this.#hasBytes = true
        this.#listener.onBytes(new Uint8Array(message.bytes, 0, message.length))
        this.#offset = message.offset + message.length
      } else this.#readFile(message.kind === 'end' ? message.sizeBytes : message.offset)
      if (message.kind === 'end') this.#isRead = !this.#hasBytes && this.#isWhole(message.sizeBytes)
    } catch (error) {
      // The file was taken away, or its disk is gone; the recording itself goes on.
      return this.#end((error as NodeJS.ErrnoException).code ?? 'unknown')
    }
    if (message.kind === 'end') return this.#end(null)
    this.#port.postMessage({ kind: 'consumed', offset: this.#offset } satisfies FromFollower)
  }

  #end(code: string | null): void {
    this.dispose()
    this.#listener.onEnd(code)
  }

  #isWhole(sizeBytes: number): boolean {
    if (this.#fd === null) return false
    const read = fs.fstatSync(this.#fd, { bigint: true })
    const named = fs.statSync(this.#path, { bigint: true, throwIfNoEntry: false })
    return named?.ino === read.ino && named.dev === read.dev && Number(read.size) === sizeBytes
  }

  #readFile(to: number): void {
    if (this.#offset >= to) return
    this.#fd ??= fs.openSync(this.#path, 'r')
    const buffer = (this.#buffer ??= new Uint8Array(readBytes))
    while (this.#offset < to) {
      const count = fs.readSync(this.#fd, buffer, 0, Math.min(buffer.length, to - this.#offset), this.#offset)
      if (count === 0) throw Object.assign(new Error('shorter than it was'), { code: 'truncated' })
      this.#listener.onBytes(buffer.subarray(0, count))
      this.#offset += count
    }
  }
}
