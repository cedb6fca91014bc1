import type { AppError } from '../../../shared/base/errors.ts'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { InstrumentDescriptor, LiveGap, LiveMark, SeriesDescriptor } from '../../../shared/model/live.ts'
import type {
  ExportReply,
  ExportRequest,
  FromLiveWorker,
  LiveProtocol,
  LiveWorkerData,
  OpenFileReply,
  RangeRequest,
  RetentionLimits,
  SessionEndReason,
  SnapshotRequest,
  SessionStart,
} from './live-protocol.ts'
import { WorkerClient } from '../worker-client.ts'

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
/** It says once a second how far it is. */
const silenceMs = 120_000

/** Main's side of one live worker: the catalog so far, and how full its inbox is. */
export class LiveWorkerHost implements Disposable {
  readonly #client: WorkerClient<LiveProtocol>
  readonly #onMessage: (message: FromLiveWorker) => void
  readonly #instruments = new Map<number, InstrumentDescriptor>()
  readonly #series = new Map<number, SeriesDescriptor>()
  readonly #maxInboxBytes: number
  #pushedBytes = 0
  #takenBytes = 0
  #inboxPeakBytes = 0
  #discardedBytes = 0

  constructor(options: LiveWorkerOptions) {
    this.#onMessage = options.onMessage
    this.#maxInboxBytes = options.maxInboxBytes ?? maxInboxBytes
    const workerData: LiveWorkerData = {
      liveId: options.liveId,
      intervalMs: options.intervalMs,
      retention: options.retention,
    }
    this.#client = new WorkerClient({
      workerPath: options.workerPath,
      workerData,
      name: 'live worker',
      limits: { maxOldGenerationSizeMb: workerHeapLimitMb, maxYoungGenerationSizeMb: workerYoungLimitMb },
      onMessage: (message) => this.#receive(message),
      silenceMs: () => silenceMs,
      onCrash: (reason) => this.#onMessage({ kind: 'notice', notice: { what: 'worker-ended', reason } }),
    })
  }

  /** Everything known so far, for a view that joins late. */
  catalog(): { readonly instruments: readonly InstrumentDescriptor[]; readonly series: readonly SeriesDescriptor[] } {
    return { instruments: [...this.#instruments.values()], series: [...this.#series.values()] }
  }

  beginSession(session: SessionStart): void {
    this.#client.send({ kind: 'begin-session', session })
  }

  /** Bytes on their way to the worker or waiting in it, as of its last word; and those it was not given because it hangs. */
  get inbox(): {
    readonly fill: number
    readonly peak: number
    readonly limit: number
    readonly discarded: number
  } {
    return {
      fill: this.#client.isOpen ? this.#pushedBytes - this.#takenBytes : 0,
      peak: this.#inboxPeakBytes,
      limit: this.#maxInboxBytes,
      discarded: this.#discardedBytes,
    }
  }

  /** Transfers the chunk: the caller's buffer is empty afterwards. */
  push(sessionIndex: number, bytes: ArrayBuffer): void {
    const { byteLength } = bytes
    if (this.#client.isOpen && this.inbox.fill + byteLength > this.#maxInboxBytes) this.#client.terminate('inbox-full')
    if (!this.#client.isOpen) {
      this.#discardedBytes += byteLength
      return
    }
    this.#pushedBytes += byteLength
    this.#inboxPeakBytes = Math.max(this.#inboxPeakBytes, this.inbox.fill)
    this.#client.send({ kind: 'chunk', sessionIndex, bytes }, [bytes])
  }

  endSession(sessionIndex: number, reason: SessionEndReason): void {
    this.#client.send({ kind: 'end-session', sessionIndex, reason })
  }

  acceptMeterSession(sessionIndex: number, meterSessionId: string): void {
    this.#client.send({ kind: 'accept-meter-session', sessionIndex, meterSessionId })
  }

  setInterval(intervalMs: number): void {
    this.#client.send({ kind: 'interval', intervalMs })
  }

  /** Marks and gaps are the service's; the worker keeps the newest list for exports. */
  setMarks(marks: readonly LiveMark[], gaps: readonly LiveGap[]): void {
    this.#client.send({ kind: 'marks', marks, gaps })
  }

  range(request: RangeRequest): Promise<Result<ArrayBuffer, AppError>> {
    return this.#client.ask('range', request)
  }

  /** Frames for a view that joins late (values, then lanes); see SnapshotRequest for when to add it. */
  snapshot(request: SnapshotRequest): Promise<Result<readonly ArrayBuffer[], AppError>> {
    return this.#client.ask('snapshot', request)
  }

  export(request: ExportRequest): Promise<Result<ExportReply, AppError>> {
    return this.#client.ask('export', request)
  }

  /** Reads a whole .nettrace from disk in the worker; values, catalog and notices come as if it were live. */
  openFile(path: string): Promise<Result<OpenFileReply, AppError>> {
    return this.#client.ask('open-file', { path })
  }

  /** Ends the thread and removes its folder. Resolves when it is gone. */
  close(): Promise<void> {
    return this.#client.close()
  }

  dispose(): void {
    void this.close()
  }

  #receive(message: FromLiveWorker): void {
    if (message.kind === 'progress') this.#takenBytes = message.takenBytes
    if (message.kind === 'catalog') {
      for (const instrument of message.instruments) this.#instruments.set(instrument.index, instrument)
      for (const series of message.series) this.#series.set(series.index, series)
    }
    this.#onMessage(message)
    if (message.kind === 'frame') this.#client.send({ kind: 'credit', frames: 1 })
  }
}

export function startLiveWorker(options: LiveWorkerOptions): LiveWorkerHost {
  return new LiveWorkerHost(options)
}
