import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import {
  decodeEnvironment,
  decodeEnvironmentSize,
  decodeProcessInfo,
  decodeSessionId,
  type EnvironmentEntry,
  type ProcessInfo,
} from '../protocol/decode.ts'
import { encodePlain, encodeProcessInfo, encodeStopTracing } from '../protocol/encode.ts'
import { isUnknownCommand } from '../protocol/error-codes.ts'
import type { EncodedRequest } from '../protocol/seal.ts'
import { unknownTarget } from '../protocol/target-facts.ts'
import { isProcessAlive } from '../os/process-alive.ts'
import { isElsewhere, type Endpoint } from '../transport/endpoint.ts'
import { readExactly } from '../transport/read-exactly.ts'
import { exchange, type Exchange, type ExchangeOptions } from './exchange.ts'

/** One method per command, each on a connection of its own. Retries nothing, except the ladder of ProcessInfo versions. */

export interface ProcessInfoAnswer {
  readonly version: 1 | 2 | 3
  readonly info: ProcessInfo
}

export interface ProcessInfoOptions extends ExchangeOptions {
  /** Of the target's command line with its executable's full path, as the operating system knows it; null when it does not. */
  readonly commandLineBytes: number | null
}

/** Between two pieces of a ProcessEnvironment answer, which is written in many small ones. */
const continuationTimeoutMs = 2000

/**
 * ProcessInfo3, then 2, then 1, one step down on UNKNOWN_COMMAND only. `null` = the runtime knows none of them (.NET Core 3).
 *
 * Nothing is sent without a command line that is known to be short enough: up to .NET 10 a runtime whose answer would pass
 * 64 KB dies of it.
 */
export async function processInfo(
  endpoint: Endpoint,
  options: ProcessInfoOptions,
): Promise<Result<ProcessInfoAnswer | null, AppError>> {
  for (const version of [3, 2, 1] as const) {
    const request = encodeProcessInfo(version, { ...unknownTarget, commandLineBytes: options.commandLineBytes })
    if (!request.ok) return request
    const answered = await ask(endpoint, request.value, options)
    if (answered.ok) {
      const info = decodeProcessInfo(answered.value, version)
      return info.ok ? ok({ version, info: info.value }) : info
    }
    if (!isUnknownCommand(answered.error)) return answered
  }
  return ok(null)
}

/** Every variable with its value: secrets. The caller keeps them in main. */
export async function processEnvironment(
  endpoint: Endpoint,
  options: ExchangeOptions = {},
): Promise<Result<readonly EnvironmentEntry[], AppError>> {
  const request = encodePlain('ProcessEnvironment')
  const answered = await exchangeAlive(endpoint, request, { ...options, readBufferBytes: 64 * 1024 })
  if (!answered.ok) return answered
  const { connection, payload, surplus } = answered.value
  try {
    const size = decodeEnvironmentSize(payload)
    if (!size.ok) return size
    const bytes = await readExactly(connection, size.value, {
      operation: request.command,
      timeoutMs: continuationTimeoutMs,
      signal: options.signal,
      already: surplus,
    })
    return bytes.ok ? decodeEnvironment(bytes.value) : bytes
  } finally {
    connection.dispose()
  }
}

/** Lets a runtime that waits at start-up go on. On a running one it does nothing. Only the port that was suspended counts. */
export async function resumeRuntime(
  endpoint: Endpoint,
  options: ExchangeOptions = {},
): Promise<Result<null, AppError>> {
  const answered = await ask(endpoint, encodePlain('ResumeRuntime'), options)
  return answered.ok ? ok(null) : answered
}

/**
 * Any id is answered with OK, also one that never was. At most once per session and only before its stream has ended: ids are
 * addresses and the next session often gets the same. No deadline: the answer comes after the rundown.
 */
export async function stopTracing(
  endpoint: Endpoint,
  sessionId: bigint,
  options: ExchangeOptions = {},
): Promise<Result<bigint, AppError>> {
  const answered = await ask(endpoint, encodeStopTracing(sessionId), { answerTimeoutMs: null, ...options })
  return answered.ok ? decodeSessionId(answered.value, 'StopTracing') : answered
}

/** Sends any other prepared command whose OK answer has no continuation; resolves with the answer's payload. */
export async function ask(
  endpoint: Endpoint,
  request: EncodedRequest,
  options: ExchangeOptions,
): Promise<Result<Uint8Array, AppError>> {
  const answered = await exchangeAlive(endpoint, request, options)
  if (!answered.ok) return answered
  const payload = Uint8Array.from(answered.value.payload)
  answered.value.connection.dispose()
  return ok(payload)
}

/** `exchange`, with a vanished endpoint told apart: process gone, or a socket that nobody serves. */
export async function exchangeAlive(
  endpoint: Endpoint,
  request: EncodedRequest,
  options: ExchangeOptions,
): Promise<Result<Exchange, AppError>> {
  const answered = await exchange(endpoint, request, options)
  if (answered.ok || isElsewhere(endpoint)) return answered
  const { kind } = answered.error
  const mayBeGone = kind === 'endpoint-stale' || kind === 'connection-closed'
  if (mayBeGone && !isProcessAlive(endpoint.pid)) return err({ kind: 'process-gone', pid: endpoint.pid })
  return answered
}
