import { Worker } from 'node:worker_threads'
import type { AppError } from '../../shared/base/errors.ts'
import type { Disposable } from '../../shared/base/disposable.ts'
import { err, type Result } from '../../shared/base/result.ts'
import type { InstrumentDescriptor, LiveGap, LiveMark, SeriesDescriptor } from '../../shared/model/live.ts'
import type {
  ExportReply,
  ExportRequest,
  FromLiveWorker,
  LiveWorkerData,
  LiveWorkerReply,
  LiveWorkerRequest,
  OpenFileReply,
  RangeRequest,
  RetentionLimits,
  SessionEndReason,
  SnapshotRequest,
  SessionStart,
  ToLiveWorker,
} from './live-protocol.ts'

export interface LiveWorkerOptions {
  /** The bundled entry, `out/main/live-worker.cjs`. */
  readonly workerPath: string
  readonly liveId: string
  readonly intervalMs: number
  readonly retention: RetentionLimits
  readonly onMessage: (message: FromLiveWorker) => void
  /** See `maxInboxBytes`. */
  readonly maxInboxBytes?: number
}

/** V8 heap of one worker; typed arrays lie outside it. A worker that runs out ends with a notice, main lives on. */
const workerHeapLimitMb = 256
/**
 * A third of it is where new objects are made. V8 doubles it as long as it runs, to 16 MB, though what lives from one collection to the
 * next is a few messages: without a limit half an hour of Live looks like a leak.
 */
const workerYoungLimitMb = 3
/**
 * Bytes of sessions that a worker has not decoded yet. It says once a second how far it is, so this is more than a second of the fastest
 * stream; one that is behind by more hangs, and is ended: reading on for it would fill the memory.
 */
const maxInboxBytes = 256 * 2 ** 20
/** A worker that does not end by itself after `close` is terminated. */
const closeDeadlineMs = 2000

/** Main's side of one live worker: requests by number, the catalog so far, crash report. */
export class LiveWorkerHost implements Disposable {
  readonly #worker: Worker
  readonly #onMessage: (message: FromLiveWorker) => void
  readonly #requests = new Map<number, (outcome: Result<LiveWorkerReply, AppError>) => void>()
  readonly #instruments = new Map<number, InstrumentDescriptor>()
  readonly #series = new Map<number, SeriesDescriptor>()
  readonly #ended: Promise<void>
  readonly #maxInboxBytes: number
  #nextRequestId = 1
  #pushedBytes = 0
  #takenBytes = 0
  #inboxPeakBytes = 0
  #discardedBytes = 0
  #isOpen = true

  constructor(options: LiveWorkerOptions) {
    this.#onMessage = options.onMessage
    this.#maxInboxBytes = options.maxInboxBytes ?? maxInboxBytes
    const workerData: LiveWorkerData = {
      liveId: options.liveId,
      intervalMs: options.intervalMs,
      retention: options.retention,
    }
    this.#worker = new Worker(options.workerPath, {
      workerData,
      name: `live ${options.liveId}`,
      resourceLimits: { maxOldGenerationSizeMb: workerHeapLimitMb, maxYoungGenerationSizeMb: workerYoungLimitMb },
    })
    let failure = 'the worker thread ended'
    this.#worker.on('message', (message: FromLiveWorker) => this.#receive(message))
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      failure = error.code ?? error.message
    })
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#fail(failure)
        resolve()
      })
    })
  }

  /** Everything known so far, for a view that joins late. */
  catalog(): { readonly instruments: readonly InstrumentDescriptor[]; readonly series: readonly SeriesDescriptor[] } {
    return { instruments: [...this.#instruments.values()], series: [...this.#series.values()] }
  }

  beginSession(session: SessionStart): void {
    this.#send({ kind: 'begin-session', session })
  }

  /** Bytes on their way to the worker or waiting in it, as of its last word; and those it was not given because it hangs. */
  get inbox(): {
    readonly fill: number
    readonly peak: number
    readonly limit: number
    readonly discarded: number
  } {
    return {
      fill: this.#isOpen ? this.#pushedBytes - this.#takenBytes : 0,
      peak: this.#inboxPeakBytes,
      limit: this.#maxInboxBytes,
      discarded: this.#discardedBytes,
    }
  }

  /** Transfers the chunk: the caller's buffer is empty afterwards. */
  push(sessionIndex: number, bytes: ArrayBuffer): void {
    const { byteLength } = bytes
    if (this.#isOpen && this.inbox.fill + byteLength > this.#maxInboxBytes) {
      this.#fail('inbox-full')
      void this.#worker.terminate()
    }
    if (!this.#isOpen) {
      this.#discardedBytes += byteLength
      return
    }
    this.#pushedBytes += byteLength
    this.#inboxPeakBytes = Math.max(this.#inboxPeakBytes, this.inbox.fill)
    this.#send({ kind: 'chunk', sessionIndex, bytes }, [bytes])
  }

  endSession(sessionIndex: number, reason: SessionEndReason): void {
    this.#send({ kind: 'end-session', sessionIndex, reason })
  }

  acceptMeterSession(sessionIndex: number, meterSessionId: string): void {
    this.#send({ kind: 'accept-meter-session', sessionIndex, meterSessionId })
  }

  setInterval(intervalMs: number): void {
    this.#send({ kind: 'interval', intervalMs })
  }

  /** Marks and gaps are the service's; the worker keeps the newest list for exports. */
  setMarks(marks: readonly LiveMark[], gaps: readonly LiveGap[]): void {
    this.#send({ kind: 'marks', marks, gaps })
  }

  async range(request: Omit<RangeRequest, 'kind'>): Promise<Result<ArrayBuffer, AppError>> {
    return (await this.#request({ kind: 'range', ...request })) as Result<ArrayBuffer, AppError>
  }

  /** Frames for a view that joins late (values, then lanes); see SnapshotRequest for when to add it. */
  async snapshot(request: Omit<SnapshotRequest, 'kind'>): Promise<Result<readonly ArrayBuffer[], AppError>> {
    return (await this.#request({ kind: 'snapshot', ...request })) as Result<readonly ArrayBuffer[], AppError>
  }

  async export(request: Omit<ExportRequest, 'kind'>): Promise<Result<ExportReply, AppError>> {
    return (await this.#request({ kind: 'export', ...request })) as Result<ExportReply, AppError>
  }

  /** Reads a whole .nettrace from disk in the worker; values, catalog and notices come as if it were live. */
  async openFile(path: string): Promise<Result<OpenFileReply, AppError>> {
    return (await this.#request({ kind: 'open-file', path })) as Result<OpenFileReply, AppError>
  }

  /** Ends the thread and removes its folder. Resolves when it is gone. */
  async close(): Promise<void> {
    if (this.#isOpen) {
      this.#send({ kind: 'close' })
      this.#isOpen = false
    }
    const timer = setTimeout(() => void this.#worker.terminate(), closeDeadlineMs)
    await this.#ended
    clearTimeout(timer)
  }

  dispose(): void {
    void this.close()
  }

  #request(request: LiveWorkerRequest): Promise<Result<LiveWorkerReply, AppError>> {
    if (!this.#isOpen) return Promise.resolve(err({ kind: 'not-found', what: 'live worker' }))
    const requestId = this.#nextRequestId++
    return new Promise((resolve) => {
      this.#requests.set(requestId, resolve)
      this.#send({ kind: 'request', requestId, request })
    })
  }

  #send(message: ToLiveWorker, transfer: ArrayBuffer[] = []): void {
    if (this.#isOpen) this.#worker.postMessage(message, transfer)
  }

  #receive(message: FromLiveWorker): void {
    if (message.kind === 'reply') {
      const resolve = this.#requests.get(message.requestId)
      this.#requests.delete(message.requestId)
      resolve?.(message.outcome)
      return
    }
    if (message.kind === 'progress') this.#takenBytes = message.takenBytes
    if (message.kind === 'catalog') {
      for (const instrument of message.instruments) this.#instruments.set(instrument.index, instrument)
      for (const series of message.series) this.#series.set(series.index, series)
    }
    this.#onMessage(message)
    if (message.kind === 'frame') this.#send({ kind: 'credit', frames: 1 })
  }

  #fail(reason: string): void {
    const wasOpen = this.#isOpen
    this.#isOpen = false
    for (const resolve of this.#requests.values()) resolve(err({ kind: 'cancelled' }))
    this.#requests.clear()
    if (wasOpen) this.#onMessage({ kind: 'notice', notice: { what: 'worker-ended', reason } })
  }
}

export function startLiveWorker(options: LiveWorkerOptions): LiveWorkerHost {
  return new LiveWorkerHost(options)
}
