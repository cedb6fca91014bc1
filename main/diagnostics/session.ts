import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { isProcessAlive } from '../os/process-alive.ts'
import { collectCommand, collectLadder, type CollectRequest } from '../protocol/collect-request.ts'
import type { CommandName } from '../protocol/commands.ts'
import { decodeSessionId } from '../protocol/decode.ts'
import { encodeCollectTracing } from '../protocol/encode-collect.ts'
import { encodeUserEvents, type UserEventsRequest } from '../protocol/encode-user-events.ts'
import { errorCodes, isUnknownCommand } from '../protocol/error-codes.ts'
import type { TargetFacts } from '../protocol/target-facts.ts'
import { sessionReadBufferBytes } from '../transport/connection.ts'
import { isElsewhere, type Endpoint } from '../transport/endpoint.ts'
import { exchangeAlive } from './client.ts'
import { collectTimeoutMs, exchangeWithDescriptor, type Exchange } from './exchange.ts'
import type { OpenSessionOptions, Session, SessionHooks } from './session-model.ts'
import { RunningSession } from './session-running.ts'

/*
 * One event session.
 *
 *     starting ──OK──> streaming ──stop()──> stopping ──answer to StopTracing──> draining ──EOF──> ended
 *        │                 └──EOF (target ended, connection lost)──────────────────────────────────^
 *        └──error──> no session                stopping, draining ──30 s of silence, abandon()──> abandoned
 *
 * `stopWithoutRundown()` goes the way of `stop()`, but closes the stream itself a moment after StopTracing has been sent (or at
 * once, when that was long ago): the target writes its rundown into the void, the state is ended.
 *
 * .NET Core 3 can die of a stream that is closed early. There nothing is closed: `stopWithoutRundown()` is `stop()`, and an abandoned
 * stream is read on for nobody until it ends.
 *
 * Rules that keep the target unharmed: the stream is read until its end, whatever happens; StopTracing is sent exactly once
 * and never after the end; a session whose opener lost interest is still stopped; giving up needs 30 s without one byte.
 */

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
  if (!opened.ok && !attempt.isPending) failed(opened.error, options)
  return opened
}

/** What is left in the target of a request that came to nothing. */
function failed(error: AppError, { onAbandoned, onClean }: OpenSessionOptions): void {
  // It may have been heard there: nothing tells the runtime that nobody reads what comes of it.
  if (error.kind === 'link-lost') onAbandoned?.()
  else onClean?.()
}

/**
 * A session that writes into tracepoints of the kernel; its connection carries no events, and its end is the end of the session.
 * `descriptor`: `user_events_data`, open for writing, which takes root. Linux, .NET 10.
 */
export async function openUserEventsSession(
  target: { readonly endpoint: Endpoint; readonly facts: TargetFacts },
  request: UserEventsRequest,
  descriptor: number,
  options: OpenSessionOptions,
): Promise<Result<Session, AppError>> {
  const encoded = encodeUserEvents(request, target.facts)
  if (!encoded.ok) return encoded
  const attempt: Attempt = { isPending: false }
  const { command } = encoded.value
  const send = (): Promise<Result<Exchange, AppError>> =>
    exchangeWithDescriptor(target.endpoint, encoded.value, descriptor, { answerTimeoutMs: null })
  const started = await start(command, send, options, attempt)
  const id = started.ok ? decodeSessionId(started.value.payload, command) : started
  if (started.ok && id.ok)
    return ok(new RunningSession(started.value, id.value, [], nobody, { ...options, hasRundown: false }))
  if (started.ok) started.value.connection.dispose()
  if (!attempt.isPending) options.onClean?.()
  return id.ok ? err({ kind: 'cancelled' }) : err(wording(id.error, target.endpoint))
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
    const send = (): Promise<Result<Exchange, AppError>> =>
      exchangeAlive(endpoint, encoded.value, { answerTimeoutMs: null, readBufferBytes: sessionReadBufferBytes })
    const started = await start(encoded.value.command, send, options, attempt)
    if (started.ok) {
      const id = decodeSessionId(started.value.payload, collectCommand(step.version))
      if (id.ok) {
        const hasRundown = step.request.rundown !== 'none'
        return ok(new RunningSession(started.value, id.value, step.losses, hooks, { ...options, hasRundown }))
      }
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
  if (!isElsewhere(endpoint) && !isProcessAlive(endpoint.pid)) return { kind: 'process-gone', pid: endpoint.pid }
  return { kind: 'session-limit', limit: 64, owner: 'target' }
}

/**
 * The exchange itself ignores the signal and the deadline: it goes on until the runtime has answered or its process has ended, so that
 * no session is ever left unread. Who asked is answered in time.
 */
function start(
  command: CommandName,
  send: () => Promise<Result<Exchange, AppError>>,
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
    const timer = setTimeout(() => settle(err({ kind: 'timeout', operation: command, timeoutMs })), timeoutMs)
    options.signal?.addEventListener('abort', onAbort)
    void send().then((answered) => {
      attempt.isPending = false
      if (isWanted) settle(answered)
      else if (answered.ok) discard(answered.value, command, options)
      else failed(answered.error, options)
    })
  })
}

const nobody: SessionHooks = { onChunk: () => undefined, onEnd: () => undefined }

/** The answer came too late for whoever asked: stop the session, read it to its end, tell nobody. */
function discard(answer: Exchange, command: CommandName, options: OpenSessionOptions): void {
  const id = decodeSessionId(answer.payload, command)
  if (!id.ok) {
    answer.connection.dispose()
    return failed(id.error, options)
  }
  new RunningSession(answer, id.value, [], nobody, { ...options, hasRundown: false }).dispose()
}
