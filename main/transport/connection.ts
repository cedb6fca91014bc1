import net from 'node:net'
import type { AppError } from '../../shared/base/errors.ts'
import type { Disposable } from '../../shared/base/disposable.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { PeerIdentity } from '../../shared/model/process.ts'
import type { Endpoint } from './endpoint.ts'
import { descriptorOf, nativeCalls, sendWithDescriptor } from './native-sockets.ts'
import { peerCredentials, type PeerCredentials } from './peer-credentials.ts'
import { judgePeer } from './peer-identity.ts'
import { shortenSocketPath } from './socket-path.ts'
import { parseTcpAddress } from './tcp-address.ts'
import { pause } from '../os/pause.ts'

/** For answers; a session asks for `sessionReadBufferBytes`. */
const answerReadBufferBytes = 16 * 1024
/** Measured: one fixed buffer of this size reads 4 GB/s, `data` events 0.9 GB/s. */
export const sessionReadBufferBytes = 256 * 1024
/** A full listen queue (unix: EAGAIN) is tried again this often until the deadline. */
const busyRetryMs = 50

export interface ConnectOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  readonly readBufferBytes?: number
  /** What the socket's credentials prove about the peer, once connected; not called for an impostor, which is an error. */
  readonly onPeer?: ((identity: PeerIdentity | null) => void) | undefined
}

/** Receives what the peer sends. Exactly one call of `onEnd`, after the last bytes. */
export interface ConnectionListener {
  /** A view into the read buffer, valid during the call only. */
  onBytes(bytes: Uint8Array): void
  /** Null: the peer closed in an orderly way. */
  onEnd(error: AppError | null): void
}

/**
 * One connected byte stream. It never stops reading: a runtime whose stream nobody drains cannot exit and freezes its
 * diagnostics. Bytes that arrive before a listener is set are kept.
 */
export class Connection implements Disposable {
  #endpoint: Endpoint
  readonly #socket: net.Socket
  #listener: ConnectionListener | null = null
  #early: Uint8Array[] = []
  #end: { readonly error: AppError | null } | null = null
  #receivedBytes = 0
  #isDisposed = false

  /** Use `connect`. */
  constructor(endpoint: Endpoint, socket: net.Socket) {
    this.#endpoint = endpoint
    this.#socket = socket
  }

  get endpoint(): Endpoint {
    return this.#endpoint
  }

  /** A connection that came to us belongs to whom its first message names; not known before. */
  identify(endpoint: Endpoint): void {
    this.#endpoint = endpoint
  }

  get receivedBytes(): number {
    return this.#receivedBytes
  }

  /** Of a unix socket that is open; null where the system doesn't say. */
  peerCredentials(): PeerCredentials | null {
    return this.#endpoint.transport === 'unix' ? peerCredentials(this.#socket) : null
  }

  get isEnded(): boolean {
    return this.#end !== null || this.#isDisposed
  }

  /** Replaces the listener; what came before is delivered before this returns. Null: keep what comes for the next one. */
  listen(listener: ConnectionListener | null): void {
    this.#listener = listener
    if (listener === null) return
    while (this.#listener === listener) {
      const bytes = this.#early.shift()
      if (bytes === undefined) break
      listener.onBytes(bytes)
    }
    if (this.#listener === listener && this.#end && !this.#isDisposed) listener.onEnd(this.#end.error)
  }

  /** Surplus of a reader, for the next listener. Only while nobody listens. */
  putBack(bytes: Uint8Array): void {
    if (this.#isDisposed) return
    this.#early.unshift(Uint8Array.from(bytes))
  }

  /** The whole message in one write: on Windows a runtime takes a header that comes alone for a broken message. */
  write(bytes: Uint8Array): void {
    if (!this.isEnded) this.#socket.write(bytes)
  }

  /**
   * `bytes` and right after them one byte that carries an open file descriptor (unix sockets on Linux). Only as the first thing
   * written. On failure the connection is closed: its peer would wait for the descriptor and serve nobody.
   */
  writeWithDescriptor(bytes: Uint8Array, descriptor: number): Result<null, AppError> {
    const calls = nativeCalls()
    const fd = descriptorOf(this.#socket)
    if (this.isEnded) return err({ kind: 'connection-closed', operation: 'write', receivedBytes: this.#receivedBytes })
    if (calls === null || fd === null || this.endpoint.transport !== 'unix') {
      this.dispose()
      return err({ kind: 'unsupported', feature: 'descriptor-passing', neededVersion: null, actualVersion: null })
    }
    const reason = sendWithDescriptor(calls, fd, bytes, descriptor)
    if (reason === null) return ok(null)
    this.dispose()
    return err({ kind: 'io', operation: 'send-descriptor', path: this.endpoint.path, code: reason })
  }

  /** Called once when the socket is closed, by whichever side. */
  onceClosed(listener: () => void): void {
    if (this.#socket.destroyed) listener()
    else this.#socket.once('close', listener)
  }

  /** Half-close; answers still arrive. */
  endWriting(): void {
    if (!this.isEnded) this.#socket.end()
  }

  /** Closes at once; the listener hears nothing more. */
  dispose(): void {
    this.#isDisposed = true
    this.#listener = null
    this.#early = []
    this.#socket.destroy()
  }

  /** @internal called by the socket's read callback */
  accept(bytes: Uint8Array): void {
    if (this.#isDisposed) return
    this.#receivedBytes += bytes.length
    if (this.#listener) this.#listener.onBytes(bytes)
    else this.#early.push(Uint8Array.from(bytes))
  }

  /** @internal called once by the socket's events */
  finish(error: AppError | null): void {
    if (this.#end) return
    this.#end = { error }
    if (!this.#isDisposed) this.#listener?.onEnd(error)
  }
}

/**
 * Connects within the deadline. Being connected proves nothing about the peer: the operating system accepts on behalf of
 * busy, stopped and hung processes.
 */
export async function connect(endpoint: Endpoint, options: ConnectOptions): Promise<Result<Connection, AppError>> {
  if (endpoint.open) return endpoint.open(options)
  const deadlineMs = performance.now() + options.timeoutMs
  for (;;) {
    const leftMs = deadlineMs - performance.now()
    const attempt = await connectOnce(endpoint, { ...options, timeoutMs: Math.max(1, leftMs) })
    if (attempt !== 'busy') return attempt.ok ? checkPeer(attempt.value, options) : attempt
    if (performance.now() + busyRetryMs >= deadlineMs)
      return err({ kind: 'timeout', operation: 'connect', timeoutMs: options.timeoutMs })
    await pause(busyRetryMs)
  }
}

/** Before a byte is sent. Connecting and closing again harms nobody. */
function checkPeer(connection: Connection, { onPeer }: ConnectOptions): Result<Connection, AppError> {
  const { endpoint } = connection
  const peer = connection.peerCredentials()
  const verdict = judgePeer(endpoint, peer)
  if (verdict === 'impostor') {
    connection.dispose()
    return err({ kind: 'impostor-endpoint', path: endpoint.path, peerPid: peer?.pid ?? 0 })
  }
  onPeer?.(verdict)
  return ok(connection)
}

function connectOnce(endpoint: Endpoint, options: ConnectOptions): Promise<Result<Connection, AppError> | 'busy'> {
  const { signal, timeoutMs } = options
  if (signal?.aborted) return Promise.resolve(err({ kind: 'cancelled' }))
  const target = socketOptions(endpoint)
  if (!target.ok) return Promise.resolve(target)
  const { path, host, port, release } = target.value
  return new Promise((resolve) => {
    let connection: Connection | null = null
    let isSettled = false
    const socket = net.connect({
      ...(path === undefined ? { host, port, noDelay: true } : { path }),
      onread: {
        buffer: new Uint8Array(options.readBufferBytes ?? answerReadBufferBytes),
        callback: (count, buffer) => {
          connection?.accept(buffer.subarray(0, count))
          return true
        },
      },
    } as net.NetConnectOpts)
    connection = new Connection(endpoint, socket)
    const opened = connection
    const settle = (outcome: Result<Connection, AppError> | 'busy'): void => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      release()
      if (outcome === 'busy' || !outcome.ok) socket.destroy()
      resolve(outcome)
    }
    const onAbort = (): void => settle(err({ kind: 'cancelled' }))
    const timer = setTimeout(() => settle(err({ kind: 'timeout', operation: 'connect', timeoutMs })), timeoutMs)
    signal?.addEventListener('abort', onAbort)
    socket.once('connect', () => settle(ok(opened)))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (isSettled) return
      if (error.code === 'EAGAIN' || error.code === 'EBUSY') return settle('busy')
      settle(err(mapSocketError(error, endpoint, opened.receivedBytes)))
    })
    reportEnd(socket, opened)
    // The stream itself yields nothing (onread takes the bytes), but only a flowing one reports its end.
    socket.resume()
  })
}

/** Passes the end of a socket on, with the error it ended with. */
export function reportEnd(socket: net.Socket, connection: Connection): void {
  socket.on('error', (error: NodeJS.ErrnoException) => {
    const { endpoint, receivedBytes } = connection
    connection.finish(isEndOfPipe(error, endpoint) ? null : mapSocketError(error, endpoint, receivedBytes))
  })
  socket.once('end', () => connection.finish(null))
  socket.once('close', () => connection.finish(null))
}

/** A runtime on Windows disconnects its pipe after the last byte: the read that would find the end fails with this instead. */
function isEndOfPipe({ code, syscall }: NodeJS.ErrnoException, { transport }: Endpoint): boolean {
  return transport === 'pipe' && code === 'EPIPE' && syscall === 'read'
}

interface SocketOptions {
  readonly path?: string
  readonly host?: string
  readonly port?: number
  /** To be called when the connection stands or has failed. */
  readonly release: () => void
}

function socketOptions(endpoint: Endpoint): Result<SocketOptions, AppError> {
  if (endpoint.transport === 'tcp') {
    const address = parseTcpAddress(endpoint.path)
    if (address === null) return err({ kind: 'invalid-request', what: 'TCP address', detail: endpoint.path })
    return ok({ ...address, release: nothing })
  }
  if (endpoint.transport === 'pipe') return ok({ path: endpoint.path, release: nothing })
  return shortenSocketPath(endpoint.path)
}

function nothing(): void {
  // Nothing was taken.
}

/** Errno names to our errors; whether the process still lives is for the caller to find out. */
export function mapSocketError(error: NodeJS.ErrnoException, endpoint: Endpoint, receivedBytes: number): AppError {
  const code = error.code ?? error.name
  switch (code) {
    case 'ENOENT':
    case 'ECONNREFUSED':
    case 'ENOTSOCK':
      return { kind: 'endpoint-stale', path: endpoint.path }
    case 'EACCES':
    case 'EPERM':
      return { kind: 'no-permission', path: endpoint.path, owner: null }
    case 'ECONNRESET':
    case 'EPIPE':
      return { kind: 'connection-closed', operation: 'read', receivedBytes }
    default:
      return { kind: 'io', operation: 'connect', path: endpoint.path, code }
  }
}
