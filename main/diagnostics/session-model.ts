import type { AppError } from '../../shared/base/errors.ts'
import type { Disposable } from '../../shared/base/disposable.ts'
import type { Result } from '../../shared/base/result.ts'
import type { CollectLoss } from '../protocol/collect-request.ts'
import type { Endpoint } from '../transport/endpoint.ts'

export type SessionState = 'starting' | 'streaming' | 'stopping' | 'draining' | 'ended' | 'abandoned'

export interface SessionEnd {
  /**
   * - `stopped`: by `stop()`, read to the end
   * - `target-ended`: the stream ended with its process
   * - `connection-lost`: the stream ended, the process lives
   * - `link-lost`: so did the link to its machine; nothing is known about the process
   * - `stopped-without-rundown`: by `stopWithoutRundown()`; what came before the rundown was read
   * - `locked-up`: given up, because .NET Core 3 went silent for good while it stopped (docs/measurements/lock-ups.md)
   * - `abandoned`: given up before its end
   */
  readonly reason:
    'stopped' | 'stopped-without-rundown' | 'target-ended' | 'connection-lost' | 'link-lost' | 'locked-up' | 'abandoned'
  readonly receivedBytes: number
}

/** Both may be called before `openSession` resolves: the first bytes come together with the answer. */
export interface SessionHooks {
  /** A fresh buffer of exactly the bytes received; the callee owns it and may transfer it. The first one begins at `Nettrace`. */
  onChunk(bytes: ArrayBuffer): void
  /** In place of `onChunk`, for who copies anyway: a view that is valid during the call only. */
  onBytes?(bytes: Uint8Array): void
  /** Once, after the last chunk. */
  onEnd(end: SessionEnd): void
}

export interface OpenSessionOptions {
  readonly signal?: AbortSignal | undefined
  /** For the OK answer; default 10 s. */
  readonly deadlineMs?: number
  /** As ProcessInfo told it; null when unknown. Spares commands that this version cannot know. */
  readonly runtimeVersion: string | null
  /** Of silence while stopping, default 30 s. */
  readonly stopSilenceMs?: number
  /** Awaited before StopTracing is sent. */
  readonly beforeStop?: () => Promise<void>
  /** Called once when nothing of this attempt is left in the target, be it after an error or after the session's end. */
  readonly onClean?: () => void
  /** Called in its place when the session was given up: the target may keep its slot. */
  readonly onAbandoned?: () => void
}

export interface Session extends Disposable {
  readonly state: SessionState
  readonly endpoint: Endpoint
  /** Heap address in the target: equal for two sessions one after the other. */
  readonly sessionId: bigint
  /** What the runtime was too old for. */
  readonly losses: readonly CollectLoss[]
  readonly receivedBytes: number
  readonly whenEnded: Promise<SessionEnd>
  /** Stops and drains to the end. Idempotent: every call gets the same outcome. */
  stop(): Promise<Result<SessionEnd, AppError>>
  /**
   * Stops the session without waiting for the names of methods. The slot in the target is freed all the same; also for a `stop()`
   * that takes too long. Sessions without a rundown, and those of .NET Core 3, are just stopped.
   */
  stopWithoutRundown(): Promise<Result<SessionEnd, AppError>>
  /** Gives up: closes the stream without waiting for anything. The target may keep its slot until the next session is opened. */
  abandon(): void
  /** `stop()` without waiting for it. */
  dispose(): void
}
