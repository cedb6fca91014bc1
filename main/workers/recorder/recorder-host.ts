import type { MessagePort } from 'node:worker_threads'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import {
  blockBytes,
  removedCode,
  type FromRecorder,
  type RecorderData,
  type RecorderProtocol,
  type Written,
} from './recorder-protocol.ts'
import { WorkerClient } from '../worker-client.ts'
import type { KeptPiece } from './kept-pieces.ts'
import type { RingBounds } from './ring-files.ts'

/** Bytes that may wait for the disk. At 200 MB/s more than a second of a disk that does not move at all. */
export const defaultQueueLimitBytes = 256 * 1024 * 1024
const maxFreeBlocks = 16
/** A block that is not full waits this long; where only the last stretch is kept nobody waits for it but a save, which asks for it. */
const flushMs = 20
const keptFlushMs = 1000
/** Once somebody looked at it. */
const watchedFlushMs = 250
const smallBytes = 64 * 1024
/** Without a single written byte. */
const stuckDiskMs = 30_000
const defaultFollowerLimitBytes = 32 * 1024 * 1024

export interface RecorderOptions {
  /** The bundled entry, `out/main/recorder.cjs`. */
  readonly workerPath: string
  readonly path: string
  readonly queueLimitBytes?: number
  /** Of a decoder's worker; transferred. */
  readonly follower?: MessagePort
  readonly followerLimitBytes?: number
  /** Keeps the last stretch only; `path` is a folder then. */
  readonly ring?: RingBounds | null
  /** Once: nothing more reaches the file. `too-slow`: the queue was full. */
  readonly onFailed: (failure: RecorderFailure) => void
}

export interface RecorderFailure {
  readonly kind: 'too-slow' | 'disk-full' | 'write-failed' | 'file-removed'
  /** errno's name, where the operating system gave one. */
  readonly code: string | null
}

/**
 * Main's side of one file being written: a bounded queue to the worker that never holds up whoever pushes. When it is full, the
 * recording ends and what follows is thrown away and counted.
 */
export class RecorderHost {
  readonly #client: WorkerClient<RecorderProtocol>
  /** More than that may not wait for the disk. */
  readonly limitBytes: number
  readonly #onFailed: (failure: RecorderFailure) => void
  /** The file is closed, or the thread is gone. */
  readonly #ended: Promise<void>
  #resolveEnded: () => void = () => undefined
  #written: Written = { writtenBytes: 0, lastWholeBlockOffset: 0, isComplete: false, ring: null }
  #pieces: readonly KeptPiece[] = []
  #sentBytes = 0
  #peakQueuedBytes = 0
  #flushMs: number
  #block: Uint8Array<ArrayBuffer> | null = null
  #filledBytes = 0
  #flushTimer: NodeJS.Timeout | undefined
  /** Written and given back; filling them again costs no memory and no collection. */
  readonly #freeBlocks: Uint8Array<ArrayBuffer>[] = []
  #discardedBytes = 0
  #failure: RecorderFailure | null = null
  #isFinishing = false
  #onOpened: (outcome: Result<null, AppError>) => void = () => undefined

  constructor(options: RecorderOptions) {
    this.limitBytes = options.queueLimitBytes ?? defaultQueueLimitBytes
    this.#onFailed = options.onFailed
    this.#flushMs = options.ring == null ? flushMs : keptFlushMs
    const workerData: RecorderData = {
      path: options.path,
      follower: options.follower ?? null,
      followerLimitBytes: options.followerLimitBytes ?? defaultFollowerLimitBytes,
      ring: options.ring ?? null,
    }
    this.#client = new WorkerClient({
      workerPath: options.workerPath,
      name: 'recorder',
      workerData,
      transferList: options.follower ? [options.follower] : [],
      onMessage: (message) => this.#receive(message, options.path),
      onCrash: (reason) => {
        // One that has been asked to finish ends by itself.
        if (!this.#isFinishing) this.#fail('write-failed', reason)
      },
    })
    this.#ended = new Promise((resolve) => (this.#resolveEnded = resolve))
    void this.#client.ended.then(() => {
      this.#onOpened(err({ kind: 'io', operation: 'create', path: options.path, code: 'worker ended' }))
      this.#resolveEnded()
    })
  }

  /** Resolves when the file is there and empty. */
  whenOpened(): Promise<Result<null, AppError>> {
    return new Promise((resolve) => (this.#onOpened = resolve))
  }

  get written(): Written {
    return this.#written
  }

  /** On the way to the disk. */
  get queuedBytes(): number {
    return this.#sentBytes - this.#written.writtenBytes
  }

  /** The most that was, since the start. */
  get peakQueuedBytes(): number {
    return this.#peakQueuedBytes
  }

  /** Came after the end of the recording, or could not be written. */
  get discardedBytes(): number {
    return this.#discardedBytes
  }

  get failure(): RecorderFailure | null {
    return this.#failure
  }

  /** What the last stretch lies in, after the end. */
  get pieces(): readonly KeptPiece[] {
    return this.#pieces
  }

  /** What is kept now, with all that has been pushed; it stays until `release`. */
  hold(): Promise<Result<readonly KeptPiece[], AppError>> {
    this.#flush()
    return this.#client.ask('hold', null)
  }

  release(): void {
    void this.#client.ask('release', null)
  }

  /** Of a recorder that keeps the last stretch: somebody looks at it from now on. Transfers the port. */
  follow(port: MessagePort): void {
    this.#flushMs = Math.min(this.#flushMs, watchedFlushMs)
    this.#flush()
    this.#client.send({ kind: 'follow', port }, [port])
  }

  /** Copies the bytes into the block that is sent next: the view may be used again at once. */
  push(bytes: Uint8Array): void {
    if (this.#failure !== null || this.#isFinishing) {
      this.#discardedBytes += bytes.length
      return
    }
    if (this.queuedBytes + bytes.length > this.limitBytes) {
      this.#discardedBytes += bytes.length
      return this.#fail('too-slow', null)
    }
    this.#sentBytes += bytes.length
    this.#peakQueuedBytes = Math.max(this.#peakQueuedBytes, this.queuedBytes)
    for (let at = 0; at < bytes.length;) {
      this.#block ??= this.#freeBlocks.pop() ?? new Uint8Array(blockBytes)
      const taken = Math.min(bytes.length - at, blockBytes - this.#filledBytes)
      this.#block.set(bytes.subarray(at, at + taken), this.#filledBytes)
      this.#filledBytes += taken
      at += taken
      if (this.#filledBytes === blockBytes) this.#flush()
    }
    if (this.#filledBytes > 0) this.#flushTimer ??= setTimeout(() => this.#flush(), this.#flushMs)
  }

  #flush(): void {
    clearTimeout(this.#flushTimer)
    this.#flushTimer = undefined
    const block = this.#block
    const length = this.#filledBytes
    if (block === null || length === 0) return
    // A little is copied, so that a quiet stream does not send blocks of a megabyte around.
    const isSmall = length <= smallBytes
    const bytes = isSmall ? block.slice(0, length).buffer : block.buffer
    if (!isSmall) this.#block = null
    this.#filledBytes = 0
    this.#client.send({ kind: 'chunk', bytes, length }, [bytes])
  }

  /**
   * Writes what is queued, closes the file and lets the worker end. Resolves with what is on disk; a disk that does not move at all
   * for half a minute is not waited for.
   */
  async finish(): Promise<Written> {
    if (this.#failure === null) this.#flush()
    clearTimeout(this.#flushTimer)
    this.#isFinishing = true
    this.#client.send({ kind: 'finish' })
    for (;;) {
      const before = this.#written.writtenBytes
      let timer: NodeJS.Timeout | undefined
      const stuck = new Promise<'stuck'>((resolve) => (timer = setTimeout(() => resolve('stuck'), stuckDiskMs)))
      const outcome = await Promise.race([this.#ended, stuck])
      clearTimeout(timer)
      if (outcome !== 'stuck') return this.#written
      if (this.#written.writtenBytes === before) break
    }
    this.#fail('write-failed', 'ETIMEDOUT')
    this.#client.terminate()
    return this.#written
  }

  #receive(message: FromRecorder, path: string): void {
    switch (message.kind) {
      case 'opened':
        return this.#onOpened(ok(null))
      case 'not-opened':
        this.#isFinishing = true
        this.#onOpened(err({ kind: 'io', operation: 'create', path, code: message.code }))
        this.#client.terminate()
        return
      case 'block':
        if (this.#freeBlocks.length < maxFreeBlocks) this.#freeBlocks.push(new Uint8Array(message.bytes))
        return
      case 'written':
        this.#written = pick(message)
        return
      case 'finished':
        this.#written = pick(message)
        this.#pieces = message.pieces ?? []
        // The thread ends by itself; taking it down takes longer than closing the file, and nobody has to wait for it.
        return this.#resolveEnded()
      case 'write-failed':
        this.#written = pick(message)
        this.#dropBlock()
        this.#discardedBytes += this.#sentBytes - message.writtenBytes
        this.#sentBytes = message.writtenBytes
        return this.#fail(kindOf(message.code), message.code)
    }
  }

  /** Its bytes are counted as sent, and will not be. */
  #dropBlock(): void {
    clearTimeout(this.#flushTimer)
    this.#discardedBytes += this.#filledBytes
    this.#sentBytes = Math.max(this.#written.writtenBytes, this.#sentBytes - this.#filledBytes)
    this.#filledBytes = 0
  }

  #fail(kind: RecorderFailure['kind'], code: string | null): void {
    if (this.#failure !== null) return
    this.#failure = { kind, code }
    if (kind === 'too-slow') this.#flush()
    else this.#dropBlock()
    this.#onFailed(this.#failure)
  }
}

function pick({ writtenBytes, lastWholeBlockOffset, isComplete, ring }: Written): Written {
  return { writtenBytes, lastWholeBlockOffset, isComplete, ring }
}

function kindOf(code: string): RecorderFailure['kind'] {
  if (code === removedCode) return 'file-removed'
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' ? 'disk-full' : 'write-failed'
}
