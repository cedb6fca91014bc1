import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { PeerIdentity } from '../../shared/model/process.ts'
import type { CommandName } from '../protocol/commands.ts'
import { decodeErrorPayload, ResponseReader } from '../protocol/decode.ts'
import { findLayoutFault, needsDescriptor } from '../protocol/request-layout.ts'
import type { DescriptorRequest, EncodedRequest } from '../protocol/seal.ts'
import { pauseWhile } from '../os/pause.ts'
import { connect, type Connection } from '../transport/connection.ts'
import type { Endpoint } from '../transport/endpoint.ts'

/** Deadline for the connection itself. It says little: the operating system accepts for hung processes too. */
export const connectTimeoutMs = 2000
/** Deadline for the answer to commands that take no time in the runtime. */
export const answerTimeoutMs = 5000
/** So long after what went through a link its own end may become known. */
export const linkEndMs = 1000
/** The server may be finishing somebody else's rundown before it looks at our request. */
export const collectTimeoutMs = 10_000

export interface ExchangeOptions {
  readonly signal?: AbortSignal | undefined
  readonly connectTimeoutMs?: number
  /** Null waits for ever. */
  readonly answerTimeoutMs?: number | null
  readonly readBufferBytes?: number
  /** What the credentials of the socket prove about who answers. */
  readonly onPeer?: (identity: PeerIdentity | null) => void
  /** Sees every byte that comes while the answer is waited for; a view, valid during the call. */
  readonly onBytes?: (bytes: Uint8Array) => void
  /** Asked once, between connecting and writing: false sends nothing and ends as cancelled. */
  readonly maySend?: () => boolean
}

export interface Exchange {
  /** Open; the caller closes it, or goes on reading what follows the answer. */
  readonly connection: Connection
  readonly payload: Uint8Array
  /** First bytes after the answer, already received. A copy. */
  readonly surplus: Uint8Array
}

/**
 * One command on a connection of its own: connect, one write, one answer. On every failure, an error answer included, our
 * end is closed here, because some error paths of runtimes leave theirs open for good.
 */
export async function exchange(
  endpoint: Endpoint,
  request: EncodedRequest,
  options: ExchangeOptions,
): Promise<Result<Exchange, AppError>> {
  const fault = lastLook(request)
  if (fault) return err(fault)
  const connected = await connect(endpoint, {
    timeoutMs: options.connectTimeoutMs ?? connectTimeoutMs,
    signal: options.signal,
    onPeer: options.onPeer,
    ...(options.readBufferBytes === undefined ? {} : { readBufferBytes: options.readBufferBytes }),
  })
  if (!connected.ok) return connected
  return exchangeChecked(connected.value, request, options)
}

async function exchangeChecked(
  connection: Connection,
  request: EncodedRequest,
  options: ExchangeOptions,
): Promise<Result<Exchange, AppError>> {
  if (options.maySend && !options.maySend()) {
    connection.dispose()
    return err({ kind: 'cancelled' })
  }
  const answer = awaitAnswer(connection, request.command, options)
  connection.write(request.bytes)
  const answered = await answer
  if (answered.ok) return answered
  connection.dispose()
  return err(await blameLink(connection.endpoint, answered.error))
}

/** The end of a link, or its refusal, is known a moment after the end of what goes through it: then the process has closed nothing. */
async function blameLink({ link }: Endpoint, error: AppError): Promise<AppError> {
  if (link === undefined || error.kind !== 'connection-closed') return error
  await pauseWhile(() => link.isUp() && !link.isRefused(), linkEndMs)
  const { machine } = link
  if (!link.isUp()) return { kind: 'link-lost', machine }
  return link.isRefused() ? { kind: 'forwarding-refused', machine } : error
}

/**
 * A request whose runtime waits for a file descriptor: both leave in one call, on a fresh connection, or nothing does. `descriptor`
 * is copied by the operating system; the caller closes its own.
 */
export async function exchangeWithDescriptor(
  endpoint: Endpoint,
  request: DescriptorRequest,
  descriptor: number,
  options: ExchangeOptions,
): Promise<Result<Exchange, AppError>> {
  const reason =
    findLayoutFault(request.bytes) ?? (needsDescriptor(request.bytes) ? null : 'the command takes no file descriptor')
  if (reason !== null) return err({ kind: 'refused-harmful', operation: request.command, reason })
  const connected = await connect(endpoint, {
    timeoutMs: options.connectTimeoutMs ?? connectTimeoutMs,
    signal: options.signal,
  })
  if (!connected.ok) return connected
  const connection = connected.value
  const sent = connection.writeWithDescriptor(request.bytes, descriptor)
  const answered = sent.ok ? await awaitAnswer(connection, request.command, options) : sent
  if (!answered.ok) connection.dispose()
  return answered
}

/** Right before the socket: the bytes may have been changed since they were sealed. */
function lastLook({ command, bytes }: EncodedRequest): AppError | null {
  const reason =
    findLayoutFault(bytes) ?? (needsDescriptor(bytes) ? 'it would be sent without its file descriptor' : null)
  return reason === null ? null : { kind: 'refused-harmful', operation: command, reason }
}

function awaitAnswer(
  connection: Connection,
  command: CommandName,
  options: ExchangeOptions,
): Promise<Result<Exchange, AppError>> {
  const timeoutMs = options.answerTimeoutMs === undefined ? answerTimeoutMs : options.answerTimeoutMs
  return new Promise((resolve) => {
    const reader = new ResponseReader(command)
    const settle = (outcome: Result<Exchange, AppError>): void => {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', onAbort)
      // Until the next listener the connection keeps what comes.
      connection.listen(null)
      resolve(outcome)
    }
    const onAbort = (): void => settle(err({ kind: 'cancelled' }))
    const timer =
      timeoutMs === null
        ? undefined
        : setTimeout(() => settle(err({ kind: 'timeout', operation: command, timeoutMs })), timeoutMs)
    options.signal?.addEventListener('abort', onAbort)
    connection.listen({
      onBytes(bytes) {
        options.onBytes?.(bytes)
        const pushed = reader.push(bytes)
        if (!pushed.ok) return settle(pushed)
        if (pushed.value === null) return
        const { response, surplus } = pushed.value
        if (!response.isOk) return settle(err(decodeErrorPayload(response.payload, command)))
        settle(ok({ connection, payload: response.payload, surplus: Uint8Array.from(surplus) }))
      },
      onEnd(error) {
        settle(err(error ?? { kind: 'connection-closed', operation: command, receivedBytes: reader.receivedBytes }))
      },
    })
  })
}
