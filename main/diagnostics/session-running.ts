import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { isProcessAlive, isProcessFree } from '../os/process-alive.ts'
import type { CollectLoss } from '../protocol/collect-request.ts'
import { compareVersions } from '../protocol/runtime-version.ts'
import type { Connection } from '../transport/connection.ts'
import { isElsewhere, type Endpoint } from '../transport/endpoint.ts'
import { stopTracing } from './client.ts'
import { linkEndMs, type Exchange } from './exchange.ts'
import type { OpenSessionOptions, Session, SessionEnd, SessionHooks, SessionState } from './session-model.ts'
import { pause, pauseWhile } from '../os/pause.ts'

const defaultStopSilenceMs = 30_000
/** From StopTracing to closing the stream without its rundown: the target writes out its buffers first, in 3 to 120 ms. */
const withoutRundownMs = 300
/** For the answer to StopTracing after its stream was closed: the rundown goes into the void, which is quick. */
const lateAnswerMs = 30_000
/** What the last bytes of a session get when nothing more can be expected from its runtime. */
const afterFailureMs = 2000

/**
 * A stream that is closed before its end makes the runtime end the session by itself. .NET Core 3.1 dies of that now and then (4 of 60
 * processes; docs/decisions/0111), later versions were never seen to. An unknown version counts as 3.1.
 */
export function mayCloseEarly(runtimeVersion: string | null): boolean {
  return runtimeVersion !== null && compareVersions(runtimeVersion, '5.0') >= 0
}

export interface RunningOptions extends OpenSessionOptions {
  readonly hasRundown: boolean
}

/** A session from its OK answer to its end; `session.ts` has the picture of its states. */
export class RunningSession implements Session {
  readonly endpoint: Endpoint
  readonly sessionId: bigint
  readonly losses: readonly CollectLoss[]
  readonly whenEnded: Promise<SessionEnd>
  readonly #connection: Connection
  readonly #hooks: SessionHooks
  readonly #silenceMs: number
  readonly #hasRundown: boolean
  readonly #mayClose: boolean
  #state: SessionState = 'streaming'
  #receivedBytes = 0
  #lastByteMs = performance.now()
  readonly #beforeStop: (() => Promise<void>) | undefined
  #stopping: Promise<Result<SessionEnd, AppError>> | null = null
  /** Until StopTracing may be sent. */
  #stopTurn: Promise<unknown> = Promise.resolve()
  #stopSentMs: number | null = null
  /** Of StopTracing. */
  #answered: Promise<Result<bigint, AppError> | null> = Promise.resolve(null)
  #isCutShort = false
  #resolveEnded: (end: SessionEnd) => void = () => undefined
  readonly #onClean: () => void
  readonly #onAbandoned: () => void

  constructor(
    answer: Exchange,
    sessionId: bigint,
    losses: readonly CollectLoss[],
    hooks: SessionHooks,
    options: RunningOptions,
  ) {
    this.#hasRundown = options.hasRundown
    this.#mayClose = mayCloseEarly(options.runtimeVersion)
    this.#connection = answer.connection
    this.endpoint = answer.connection.endpoint
    this.sessionId = sessionId
    this.losses = losses
    this.#hooks = hooks
    this.#silenceMs = options.stopSilenceMs ?? defaultStopSilenceMs
    this.#beforeStop = options.beforeStop
    this.#onClean = options.onClean ?? (() => undefined)
    this.#onAbandoned = options.onAbandoned ?? (() => undefined)
    this.whenEnded = new Promise((resolve) => (this.#resolveEnded = resolve))
    if (answer.surplus.length > 0) this.#take(answer.surplus)
    this.#connection.listen({
      onBytes: (bytes) => this.#take(bytes),
      onEnd: () => void this.#endOfStream(),
    })
  }

  get state(): SessionState {
    return this.#state
  }

  get receivedBytes(): number {
    return this.#receivedBytes
  }

  stop(): Promise<Result<SessionEnd, AppError>> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async stopWithoutRundown(): Promise<Result<SessionEnd, AppError>> {
    if (this.#state === 'ended' || this.#state === 'abandoned') return ok(await this.whenEnded)
    const stopped = this.stop()
    await this.#stopTurn
    while (this.#hasRundown && this.#mayClose && (this.#state === 'stopping' || this.#state === 'draining')) {
      const sentMs = this.#stopSentMs
      if (sentMs !== null && performance.now() - sentMs >= withoutRundownMs) {
        this.#isCutShort = true
        this.#connection.dispose()
        this.#finish('ended', 'stopped-without-rundown')
        break
      }
      await Promise.race([stopped, pause(20)])
    }
    return stopped
  }

  abandon(): void {
    this.#giveUp('abandoned')
  }

  dispose(): void {
    void this.stop()
  }

  #giveUp(reason: 'locked-up' | 'abandoned'): void {
    if (this.#state === 'ended' || this.#state === 'abandoned') return
    if (this.#mayClose) this.#connection.dispose()
    else this.#drainForNobody()
    this.#finish('abandoned', reason)
  }

  #take(bytes: Uint8Array): void {
    this.#receivedBytes += bytes.length
    this.#lastByteMs = performance.now()
    if (this.#hooks.onBytes) this.#hooks.onBytes(bytes)
    else this.#hooks.onChunk(Uint8Array.from(bytes).buffer)
  }

  async #stop(): Promise<Result<SessionEnd, AppError>> {
    if (this.#state === 'streaming' && this.#beforeStop !== undefined) {
      this.#stopTurn = Promise.race([this.#beforeStop(), this.whenEnded])
      await this.#stopTurn
    }
    if (this.#state !== 'streaming') return ok(await this.whenEnded)
    this.#state = 'stopping'
    const gaveUp = new AbortController()
    const answered = stopTracing(this.endpoint, this.sessionId, {
      signal: gaveUp.signal,
      // The stream may have ended while we connected: then the id may already be another session's.
      maySend: () => {
        if (this.#state !== 'stopping') return false
        this.#stopSentMs = performance.now()
        return true
      },
    }).then((answer) => {
      if (answer.ok && this.#state === 'stopping') this.#state = 'draining'
      return answer
    })
    this.#answered = answered
    const end = await Promise.race([this.whenEnded, this.#silence(answered)])
    if (end !== null) {
      // The end of the stream usually comes first; the command's connection stays until its answer is there.
      if (end.reason === 'stopped') await Promise.race([answered, pause(1000)])
      if (this.#isCutShort) void Promise.race([answered, pause(lateAnswerMs)]).then(() => gaveUp.abort())
      else gaveUp.abort()
      return ok(end)
    }
    gaveUp.abort()
    const last = await answered
    const isSilent = last.ok || last.error.kind === 'cancelled'
    const isLockedUp = isSilent && this.#isLockedUp()
    this.#giveUp(isLockedUp ? 'locked-up' : 'abandoned')
    if ((!last.ok && last.error.kind === 'process-gone') || !this.#mayLive()) return ok(await this.whenEnded)
    if (!isSilent) return last
    if (isLockedUp) return err({ kind: 'locked-up', silentMs: this.#silenceMs })
    return err({ kind: 'timeout', operation: 'StopTracing', timeoutMs: this.#silenceMs })
  }

  /** After the silence: .NET Core 3 that is free to run and yet says nothing. Where nobody can know that, it is not claimed. */
  #isLockedUp(): boolean {
    return !this.#mayClose && !isElsewhere(this.endpoint) && isProcessFree(this.endpoint.pid)
  }

  /**
   * Resolves when waiting for the end has become pointless: no byte for the whole silence; or our command failed, or the process
   * is gone, and two seconds more brought nothing. (With a failed command events may flow for ever: closing ends the session then,
   * because the runtime's next write fails.)
   */
  async #silence(answered: Promise<Result<bigint, AppError>>): Promise<null> {
    let failedMs: number | null = null
    void answered.then((answer) => {
      if (!answer.ok) failedMs = performance.now()
    })
    const roundMs = Math.min(250, this.#silenceMs)
    let silentMs = 0
    while (this.#state === 'stopping' || this.#state === 'draining') {
      const roundStartMs = performance.now()
      await pause(roundMs)
      const nowMs = performance.now()
      // A round that took longer was not all silence: we were held up, or asleep, and read what came meanwhile only after it.
      silentMs = this.#lastByteMs >= roundStartMs ? 0 : silentMs + Math.min(roundMs, nowMs - roundStartMs)
      if (silentMs >= this.#silenceMs) return null
      if (failedMs !== null && nowMs - failedMs >= afterFailureMs) return null
      if (silentMs >= afterFailureMs && !this.#mayLive()) return null
    }
    // The end of the stream decides.
    await this.whenEnded
    return null
  }

  /** The stream stays open and is read, for as long as it takes; only we no longer look at it. */
  #drainForNobody(): void {
    this.#connection.listen({
      onBytes: () => undefined,
      onEnd: () => {
        this.#connection.dispose()
        this.#onClean()
      },
    })
  }

  #mayLive(): boolean {
    return isElsewhere(this.endpoint) || isProcessAlive(this.endpoint.pid)
  }

  #isLinkLost(): boolean {
    return this.endpoint.link?.isUp() === false
  }

  async #endOfStream(): Promise<void> {
    if (this.#state === 'ended' || this.#state === 'abandoned') return
    const wasAsked = this.#state !== 'streaming'
    // Set at once: from here on the id may belong to somebody else's session and must not be stopped.
    this.#state = 'ended'
    this.#connection.dispose()
    if (wasAsked && (await this.#wasStopped())) return this.#finish('ended', 'stopped')
    // A runtime closes its streams a moment before its process is gone.
    // The same goes for a link and what goes through it.
    await pauseWhile(() => this.#mayLive() && !this.#isLinkLost(), linkEndMs)
    if (this.#isLinkLost()) return this.#finish('ended', 'link-lost')
    this.#finish('ended', this.#mayLive() ? 'connection-lost' : 'target-ended')
  }

  /** The end of the stream usually comes a moment before the answer, and also when the process is killed while it stops. */
  async #wasStopped(): Promise<boolean> {
    const answer = await Promise.race([this.#answered, pause(1000)])
    if (answer === undefined || answer?.ok === true) return true
    if (this.#stopSentMs === null) return false
    await pauseWhile(() => this.#mayLive() && !this.#isLinkLost(), 500)
    return this.#mayLive() && !this.#isLinkLost()
  }

  #finish(state: 'ended' | 'abandoned', reason: SessionEnd['reason']): void {
    this.#state = state
    const end: SessionEnd = { reason, receivedBytes: this.#receivedBytes }
    this.#resolveEnded(end)
    this.#hooks.onEnd(end)
    // Behind a link that broke nothing tells the runtime: a quiet session stays in it until another one is opened (protocol-facts 6.5).
    const isLeft = reason === 'link-lost' || (reason === 'connection-lost' && this.endpoint.transport === 'ssh')
    if (state === 'abandoned' || isLeft) this.#onAbandoned()
    else this.#onClean()
  }
}
