import type { AppError } from '../../shared/base/errors.ts'
import type { Disposable } from '../../shared/base/disposable.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { isProcessAlive } from '../os/process-alive.ts'
import { collectCommand, collectLadder, type CollectLoss, type CollectRequest } from '../protocol/collect-request.ts'
import { decodeSessionId } from '../protocol/decode.ts'
import { encodeCollectTracing, type EncodedRequest } from '../protocol/encode.ts'
import { errorCodes, isUnknownCommand } from '../protocol/error-codes.ts'
import { sessionReadBufferBytes, type Connection } from '../transport/connection.ts'
import type { Endpoint } from '../transport/endpoint.ts'
import { exchangeAlive, stopTracing } from './client.ts'
import { collectTimeoutMs, type Exchange } from './exchange.ts'

/*
 * One event session.
 *
 *     starting ──OK──> streaming ──stop()──> stopping ──answer to StopTracing──> draining ──EOF──> ended
 *        │                 └──EOF (target ended, connection lost)──────────────────────────────────^
 *        └──error──> no session                stopping, draining ──30 s of silence, abandon()──> abandoned
 *
 * Rules that keep the target unharmed: the stream is read until its end, whatever happens; StopTracing is sent exactly once
 * and never after the end; a session whose opener lost interest is still stopped; giving up needs 30 s without one byte.
 */

export type SessionState = 'starting' | 'streaming' | 'stopping' | 'draining' | 'ended' | 'abandoned'

export interface SessionEnd {
  /**
   * - `stopped`: by `stop()`, read to the end
   * - `target-ended`: the stream ended with its process
   * - `connection-lost`: the stream ended, the process lives
   * - `abandoned`: given up before its end
   */
  readonly reason: 'stopped' | 'target-ended' | 'connection-lost' | 'abandoned'
  readonly receivedBytes: number
}

/** Both may be called before `openSession` resolves: the first bytes come together with the answer. */
export interface SessionHooks {
  /** A fresh buffer of exactly the bytes received; the callee owns it and may transfer it. The first one begins at `Nettrace`. */
  onChunk(bytes: ArrayBuffer): void
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
  /** Called once when nothing of this attempt is left in the target, be it after an error or after the session's end. */
  readonly onClean?: () => void
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
  /** Gives up: closes the stream without waiting for its end. For a person who does not want to wait for the rundown. */
  abandon(): void
  /** `stop()` without waiting for it. */
  dispose(): void
}

const defaultStopSilenceMs = 30_000
/** What the last bytes of a session get when nothing more can be expected from its runtime. */
const afterFailureMs = 2000

/**
 * Opens a session with the lowest version of CollectTracing that can express the request. When the signal aborts or the
 * deadline passes after the request has left, the session that may still come to be is stopped and drained in the background.
 */
export async function openSession(
  endpoint: Endpoint,
  request: CollectRequest,
  hooks: SessionHooks,
  options: OpenSessionOptions,
): Promise<Result<Session, AppError>> {
  const attempt: Attempt = { isPending: false }
  const opened = await open(endpoint, request, hooks, options, attempt)
  if (!opened.ok && !attempt.isPending) options.onClean?.()
  return opened
}

/** Whether a request is on its way whose answer nobody waits for any more. */
interface Attempt {
  isPending: boolean
}

async function open(
  endpoint: Endpoint,
  request: CollectRequest,
  hooks: SessionHooks,
  options: OpenSessionOptions,
  attempt: Attempt,
): Promise<Result<Session, AppError>> {
  const ladder = collectLadder(request, options.runtimeVersion)
  if (!ladder.ok) return ladder
  let refusal: AppError = { kind: 'cancelled' }
  for (const step of ladder.value) {
    if (options.signal?.aborted) return err({ kind: 'cancelled' })
    const encoded = encodeCollectTracing(step.request, step.version)
    if (!encoded.ok) return encoded
    const started = await start(endpoint, encoded.value, options, attempt)
    if (started.ok) {
      const id = decodeSessionId(started.value.payload, collectCommand(step.version))
      if (id.ok) return ok(new RunningSession(started.value, id.value, step.losses, hooks, options))
      started.value.connection.dispose()
      return id
    }
    refusal = started.error
    if (!isUnknownCommand(refusal)) break
  }
  return err(wording(refusal, endpoint))
}

/** E_FAIL is all a runtime says when its 64 slots are taken; a target that is just ending says it as well. */
function wording(error: AppError, endpoint: Endpoint): AppError {
  if (error.kind !== 'runtime-error' || error.code !== errorCodes.fail) return error
  if (endpoint.transport !== 'tcp' && !isProcessAlive(endpoint.pid)) return { kind: 'process-gone', pid: endpoint.pid }
  return { kind: 'session-limit', limit: 64, owner: 'target' }
}

/**
 * The exchange itself ignores the signal and the deadline: it goes on until the runtime has answered or its process has ended, so that
 * no session is ever left unread. Who asked is answered in time.
 */
function start(
  endpoint: Endpoint,
  request: EncodedRequest,
  options: OpenSessionOptions,
  attempt: Attempt,
): Promise<Result<Exchange, AppError>> {
  const timeoutMs = options.deadlineMs ?? collectTimeoutMs
  return new Promise((resolve) => {
    attempt.isPending = true
    let isWanted = true
    const settle = (outcome: Result<Exchange, AppError>): void => {
      isWanted = false
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', onAbort)
      resolve(outcome)
    }
    const onAbort = (): void => settle(err({ kind: 'cancelled' }))
    const timer = setTimeout(() => settle(err({ kind: 'timeout', operation: request.command, timeoutMs })), timeoutMs)
    options.signal?.addEventListener('abort', onAbort)
    void exchangeAlive(endpoint, request, { answerTimeoutMs: null, readBufferBytes: sessionReadBufferBytes }).then(
      (answered) => {
        attempt.isPending = false
        if (isWanted) settle(answered)
        else if (answered.ok) discard(answered.value, request, options)
        else options.onClean?.()
      },
    )
  })
}

/** The answer came too late for whoever asked: stop the session, read it to its end, tell nobody. */
function discard(answer: Exchange, request: EncodedRequest, options: OpenSessionOptions): void {
  const id = decodeSessionId(answer.payload, request.command)
  if (!id.ok) return answer.connection.dispose()
  const nobody: SessionHooks = { onChunk: () => undefined, onEnd: () => undefined }
  new RunningSession(answer, id.value, [], nobody, options).dispose()
}

class RunningSession implements Session {
  readonly endpoint: Endpoint
  readonly sessionId: bigint
  readonly losses: readonly CollectLoss[]
  readonly whenEnded: Promise<SessionEnd>
  readonly #connection: Connection
  readonly #hooks: SessionHooks
  readonly #silenceMs: number
  #state: SessionState = 'streaming'
  #receivedBytes = 0
  #lastByteMs = performance.now()
  #stopping: Promise<Result<SessionEnd, AppError>> | null = null
  #resolveEnded: (end: SessionEnd) => void = () => undefined
  readonly #onClean: () => void

  constructor(
    answer: Exchange,
    sessionId: bigint,
    losses: readonly CollectLoss[],
    hooks: SessionHooks,
    options: OpenSessionOptions,
  ) {
    this.#connection = answer.connection
    this.endpoint = answer.connection.endpoint
    this.sessionId = sessionId
    this.losses = losses
    this.#hooks = hooks
    this.#silenceMs = options.stopSilenceMs ?? defaultStopSilenceMs
    this.#onClean = options.onClean ?? (() => undefined)
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

  abandon(): void {
    if (this.#state === 'ended' || this.#state === 'abandoned') return
    this.#connection.dispose()
    this.#finish('abandoned', 'abandoned')
  }

  dispose(): void {
    void this.stop()
  }

  #take(bytes: Uint8Array): void {
    this.#receivedBytes += bytes.length
    this.#lastByteMs = performance.now()
    this.#hooks.onChunk(Uint8Array.from(bytes).buffer)
  }

  async #stop(): Promise<Result<SessionEnd, AppError>> {
    if (this.#state !== 'streaming') return ok(await this.whenEnded)
    this.#state = 'stopping'
    const gaveUp = new AbortController()
    const answered = stopTracing(this.endpoint, this.sessionId, {
      signal: gaveUp.signal,
      // The stream may have ended while we connected: then the id may already be another session's.
      maySend: () => this.#state === 'stopping',
    }).then((answer) => {
      if (answer.ok && this.#state === 'stopping') this.#state = 'draining'
      return answer
    })
    const end = await Promise.race([this.whenEnded, this.#silence(answered)])
    if (end !== null) {
      // The end of the stream usually comes first; the command's connection stays until its answer is there.
      if (end.reason === 'stopped') await Promise.race([answered, delay(1000)])
      gaveUp.abort()
      return ok(end)
    }
    gaveUp.abort()
    const last = await answered
    this.abandon()
    const { kind } = last.ok ? { kind: 'timeout' } : last.error
    if (kind === 'process-gone' || !this.#mayLive()) return ok(await this.whenEnded)
    if (!last.ok && kind !== 'cancelled') return last
    return err({ kind: 'timeout', operation: 'StopTracing', timeoutMs: this.#silenceMs })
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
    const startMs = performance.now()
    while (this.#state === 'stopping' || this.#state === 'draining') {
      await delay(Math.min(250, this.#silenceMs))
      const nowMs = performance.now()
      const silentMs = nowMs - Math.max(startMs, this.#lastByteMs)
      if (silentMs >= this.#silenceMs) return null
      if (failedMs !== null && nowMs - failedMs >= afterFailureMs) return null
      if (silentMs >= afterFailureMs && !this.#mayLive()) return null
    }
    // The end of the stream decides.
    await this.whenEnded
    return null
  }

  #mayLive(): boolean {
    return this.endpoint.transport === 'tcp' || isProcessAlive(this.endpoint.pid)
  }

  async #endOfStream(): Promise<void> {
    if (this.#state === 'ended' || this.#state === 'abandoned') return
    const wasAsked = this.#state !== 'streaming'
    // Set at once: from here on the id may belong to somebody else's session and must not be stopped.
    this.#state = 'ended'
    this.#connection.dispose()
    if (wasAsked) return this.#finish('ended', 'stopped')
    // A runtime closes its streams a moment before its process is gone.
    for (let waitedMs = 0; waitedMs < 1000 && this.#mayLive(); waitedMs += 50) await delay(50)
    this.#finish('ended', this.#mayLive() ? 'connection-lost' : 'target-ended')
  }

  #finish(state: 'ended' | 'abandoned', reason: SessionEnd['reason']): void {
    this.#state = state
    const end: SessionEnd = { reason, receivedBytes: this.#receivedBytes }
    this.#resolveEnded(end)
    this.#hooks.onEnd(end)
    if (reason !== 'abandoned') this.#onClean()
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
