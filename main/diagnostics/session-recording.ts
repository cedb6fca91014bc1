import type { MessagePort } from 'node:worker_threads'
import type { Disposable } from '../../shared/base/disposable.ts'
import type { AppError } from '../../shared/base/errors.ts'
import { ok, type Result } from '../../shared/base/result.ts'
import type { CollectLoss, CollectRequest } from '../protocol/collect-request.ts'
import type { Endpoint } from '../transport/endpoint.ts'
import type { Written } from '../workers/recorder/recorder-protocol.ts'
import { RecorderHost, type RecorderFailure } from '../workers/recorder/recorder-host.ts'
import type { RecorderQueues } from './recorder-queues.ts'
import type { KeptPiece } from '../workers/recorder/kept-pieces.ts'
import type { RingBounds } from '../workers/recorder/ring-files.ts'
import type { Session, SessionEnd } from './session-model.ts'
import type { SessionRegistry } from './session-registry.ts'
import { mayCloseEarly } from './session-running.ts'
import { pause } from '../os/pause.ts'
import { removeWithin } from '../os/remove-within.ts'

/*
 * A session whose stream goes to a file, byte for byte as the runtime sends it. The socket is read whatever the disk does: chunks
 * wait in the recorder's bounded queue, and when that is full, or the disk is, the recording ends there, marked at its last whole
 * block; the session is stopped and the rest of its stream is read and thrown away.
 */

export interface StartRecordingOptions {
  readonly endpoint: Endpoint
  readonly request: CollectRequest
  /** As ProcessInfo told it; null when unknown. */
  readonly runtimeVersion: string | null
  /** Must not exist. */
  readonly path: string
  /** The bundled worker, `out/main/recorder.cjs`. */
  readonly recorderPath: string
  /** See `RegistryOpenOptions`. */
  readonly isStarting?: boolean
  readonly signal?: AbortSignal
  readonly queueLimitBytes?: number
  /** For the answer of the runtime, where it may take longer than usual. */
  readonly answerTimeoutMs?: number
  /** See `RegistryOpenOptions`. */
  readonly spareUntil?: Promise<void>
  /** To a decoder's worker (RecordingFollower), which reads what is written back from the file, in order. Transferred. */
  readonly follower?: MessagePort
  /** Keeps the last stretch only; `path` is a folder then. */
  readonly ring?: RingBounds
  /** Where what waits for the disk is shown. */
  readonly queues?: RecorderQueues
}

export interface RecordingProgress {
  readonly state: 'recording' | 'stopping' | 'draining' | 'ended'
  readonly receivedBytes: number
  readonly writtenBytes: number
  /** On the way to the disk. */
  readonly queuedBytes: number
  /** Received and not in the file; more than 0 only after a failure. */
  readonly discardedBytes: number
  /** Received, over about the last second. */
  readonly bytesPerSecond: number
  /** Since the last byte; an idle session sends nothing for as long as it likes. */
  readonly lastByteAgoMs: number
  readonly elapsedMs: number
  /** Where the last stretch is kept: how far back it goes, and what it takes on the disk. */
  readonly ring: Written['ring']
}

export interface RecordingEnd {
  readonly path: string
  /** Of the file; 0 when it was removed. */
  readonly sizeBytes: number
  readonly receivedBytes: number
  readonly discardedBytes: number
  /** The stream's end marker is in the file. Everything else is a part. */
  readonly isComplete: boolean
  /** No block is cut before this offset. */
  readonly lastWholeBlockOffset: number
  readonly reason: SessionEnd['reason'] | 'disk-full' | 'disk-too-slow' | 'write-failed' | 'file-removed'
  /** errno's name, where the operating system gave one. */
  readonly errorCode: string | null
  /** What the last stretch lies in; empty where the stream is one file. */
  readonly pieces: readonly KeptPiece[]
}

export interface RecordingHandle {
  readonly path: string
  /** What the runtime was too old for. */
  readonly losses: readonly CollectLoss[]
  /** Wall clock, milliseconds since 1970. */
  readonly startedAtMs: number
  readonly whenEnded: Promise<RecordingEnd>
  progress(): RecordingProgress
  /** What is kept now of the last stretch, with the bytes that have come. It stays until `release`. */
  hold(): Promise<Result<readonly KeptPiece[], AppError>>
  release(): void
  /** Where the last stretch is kept: a reader joins (RecordingFollower). Transferred. */
  follow(port: MessagePort): void
  /** Idempotent. Waits for the rundown as long as bytes arrive. */
  stop(): Promise<RecordingEnd>
  /** Closes the stream without the names of methods; also while a `stop()` is waiting for them. */
  stopWithoutRundown(): Promise<RecordingEnd>
}

/** The file is created first: a path that cannot be written is told before the target is touched. */
export async function startRecording(
  registry: Pick<SessionRegistry, 'open'>,
  options: StartRecordingOptions,
): Promise<Result<RecordingHandle, AppError>> {
  const recording = new Recording(options)
  const opened = await recording.recorder.whenOpened()
  if (!opened.ok) {
    await recording.discard()
    return opened
  }
  const session = await registry.open(
    options.endpoint,
    options.request,
    {
      onBytes: (bytes) => recording.take(bytes),
      onChunk: (bytes) => recording.take(new Uint8Array(bytes)),
      onEnd: (end) => void recording.end(end),
    },
    {
      runtimeVersion: options.runtimeVersion,
      signal: options.signal,
      isStarting: options.isStarting === true,
      ...(options.answerTimeoutMs === undefined ? {} : { deadlineMs: options.answerTimeoutMs }),
      ...(options.spareUntil === undefined ? {} : { spareUntil: options.spareUntil }),
    },
  )
  if (!session.ok) {
    await recording.discard()
    // Ours: created a moment ago, and empty.
    await removeWithin(options.path)
    return session
  }
  recording.attach(session.value)
  return ok(recording)
}

const rateWindowMs = 1000
const counterArgument = 'EventCounterIntervalSec='
/** From the opening of the session: the first tick of counters, which come once a second at most there, on a slow machine. */
const ripeMs = 2500
const quietMs = 150
/** Events of others may leave no such gap. */
const quietLimitMs = 6000

class Recording implements RecordingHandle {
  readonly path: string
  readonly startedAtMs = Date.now()
  readonly whenEnded: Promise<RecordingEnd>
  readonly recorder: RecorderHost
  readonly #startMs = performance.now()
  readonly #stopsBetweenTicks: boolean
  readonly #shownQueue: Disposable | undefined
  #session: Session | null = null
  #attachedMs = this.#startMs
  #receivedBytes = 0
  #lastByteMs = this.#startMs
  #window = { startMs: this.#startMs, startBytes: 0, bytesPerSecond: 0 }
  #endedMs: number | null = null
  #resolveEnded: (end: RecordingEnd) => void = () => undefined

  constructor(options: StartRecordingOptions) {
    this.path = options.path
    const hasCounters = options.request.providers.some(
      ({ arguments: text }) => text?.includes(counterArgument) ?? false,
    )
    this.#stopsBetweenTicks = hasCounters && !mayCloseEarly(options.runtimeVersion)
    this.whenEnded = new Promise((resolve) => (this.#resolveEnded = resolve))
    this.recorder = new RecorderHost({
      workerPath: options.recorderPath,
      path: options.path,
      ...(options.queueLimitBytes === undefined ? {} : { queueLimitBytes: options.queueLimitBytes }),
      ...(options.follower === undefined ? {} : { follower: options.follower }),
      // From the file, so that it holds no memory; of pieces that come and go there is none.
      ...(options.ring === undefined ? { followerLimitBytes: 0 } : { ring: options.ring }),
      // Nothing more is kept: the target need not go on collecting.
      onFailed: () => void this.#session?.stopWithoutRundown(),
    })
    this.#shownQueue = options.queues?.follow(this.recorder)
  }

  get losses(): readonly CollectLoss[] {
    return this.#session?.losses ?? []
  }

  attach(session: Session): void {
    this.#session = session
    this.#attachedMs = performance.now()
    if (this.recorder.failure !== null) void session.stopWithoutRundown()
  }

  take(bytes: Uint8Array): void {
    this.#receivedBytes += bytes.length
    this.#lastByteMs = performance.now()
    this.recorder.push(bytes)
  }

  /** It never began: no bytes come. */
  async discard(): Promise<void> {
    await this.recorder.finish()
    this.#shownQueue?.dispose()
  }

  async end(end: SessionEnd): Promise<void> {
    const written = await this.recorder.finish()
    this.#shownQueue?.dispose()
    this.#endedMs = performance.now()
    const { failure, discardedBytes } = this.recorder
    this.#resolveEnded({
      path: this.path,
      sizeBytes: failure?.kind === 'file-removed' ? 0 : written.writtenBytes,
      receivedBytes: this.#receivedBytes,
      discardedBytes,
      isComplete: written.isComplete,
      lastWholeBlockOffset: written.lastWholeBlockOffset,
      reason: failure === null ? end.reason : failureReasons[failure.kind],
      errorCode: failure?.code ?? null,
      pieces: this.recorder.pieces,
    })
  }

  progress(): RecordingProgress {
    const nowMs = performance.now()
    this.#measureRate(nowMs)
    return {
      state: this.#state(),
      receivedBytes: this.#receivedBytes,
      writtenBytes: this.recorder.written.writtenBytes,
      queuedBytes: this.recorder.queuedBytes,
      discardedBytes: this.recorder.discardedBytes,
      bytesPerSecond: this.#window.bytesPerSecond,
      lastByteAgoMs: nowMs - this.#lastByteMs,
      elapsedMs: (this.#endedMs ?? nowMs) - this.#startMs,
      ring: this.recorder.written.ring,
    }
  }

  hold(): Promise<Result<readonly KeptPiece[], AppError>> {
    return this.recorder.hold()
  }

  release(): void {
    this.recorder.release()
  }

  follow(port: MessagePort): void {
    this.recorder.follow(port)
  }

  async stop(): Promise<RecordingEnd> {
    if (this.#stopsBetweenTicks) await this.#quiet()
    await this.#session?.stop()
    return this.whenEnded
  }

  async stopWithoutRundown(): Promise<RecordingEnd> {
    if (this.#stopsBetweenTicks) await this.#quiet()
    await this.#session?.stopWithoutRundown()
    return this.whenEnded
  }

  /** Counters have been set up, and their timer does not write just now (docs/decisions/0050, 0111). */
  async #quiet(): Promise<void> {
    const isRipe = (nowMs: number): boolean => nowMs - this.#attachedMs >= ripeMs && nowMs - this.#lastByteMs >= quietMs
    const endMs = performance.now() + quietLimitMs
    while (!isRipe(performance.now()) && performance.now() < endMs && this.#endedMs === null) await pause(20)
  }

  #state(): RecordingProgress['state'] {
    if (this.#endedMs !== null) return 'ended'
    const state = this.#session?.state ?? 'streaming'
    // The stream is over and the last bytes are still being written.
    if (state === 'ended' || state === 'abandoned') return 'draining'
    return state === 'stopping' || state === 'draining' ? state : 'recording'
  }

  #measureRate(nowMs: number): void {
    const elapsedMs = nowMs - this.#window.startMs
    if (elapsedMs < rateWindowMs && this.#window.startBytes > 0) return
    if (elapsedMs <= 0) return
    const bytesPerSecond = ((this.#receivedBytes - this.#window.startBytes) * 1000) / elapsedMs
    this.#window = { startMs: nowMs, startBytes: this.#receivedBytes, bytesPerSecond }
  }
}

const failureReasons: Readonly<Record<RecorderFailure['kind'], RecordingEnd['reason']>> = {
  'disk-full': 'disk-full',
  'too-slow': 'disk-too-slow',
  'write-failed': 'write-failed',
  'file-removed': 'file-removed',
}
