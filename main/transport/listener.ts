import fs from 'node:fs'
import net from 'node:net'
import type { Disposable } from '../../shared/base/disposable.ts'
import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { asPid } from '../../shared/model/ids.ts'
import { Connection, mapSocketError, reportEnd } from './connection.ts'
import type { Endpoint } from './endpoint.ts'
import { shortenSocketPath } from './socket-path.ts'
import { formatTcpAddress, parseTcpAddress } from './tcp-address.ts'

/** Where runtimes come to (the address in their DiagnosticPorts setting). */
export interface ListenAddress {
  readonly transport: Exclude<Endpoint['transport'], 'ssh'>
  /** Absolute socket path, `\\.\pipe\name`, or `host:port` (port 0: any free one). */
  readonly path: string
}

export interface Listener extends Disposable {
  /** With the port that was found, where 0 was asked for. */
  readonly address: ListenAddress
  /** Stops listening and removes the socket's file. Connections that were accepted live on. Idempotent. */
  close(): Promise<void>
}

export interface ListenOptions {
  /** The pid behind it is not known before its first message: the endpoint says 0. Whoever takes it disposes of it. */
  readonly onConnection: (connection: Connection) => void
}

/**
 * Listens for runtimes. A unix socket is for this user alone, its path may have any length, and a file that a crashed process left
 * there is replaced; one that somebody still listens on is not.
 */
export async function listen(address: ListenAddress, options: ListenOptions): Promise<Result<Listener, AppError>> {
  const first = await bind(address, options)
  if (first.ok || first.error.kind !== 'io' || first.error.code !== 'EADDRINUSE') return first
  if (address.transport !== 'unix' || !(await isLeftBehind(address.path))) return first
  fs.rmSync(address.path, { force: true })
  return bind(address, options)
}

function bind(address: ListenAddress, options: ListenOptions): Promise<Result<Listener, AppError>> {
  const where = listenOptions(address)
  if (!where.ok) return Promise.resolve(where)
  const { release } = where.value
  const server = net.createServer((socket) => accept(socket, address, options.onConnection))
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      release()
      const mapped = mapSocketError(error, { ...address, pid: asPid(0) }, 0)
      resolve(err(mapped.kind === 'io' ? { ...mapped, operation: 'listen' } : mapped))
    }
    server.once('error', fail)
    // The file gets its rights when it is made, which happens inside this call: nobody else can come in between.
    const mask = address.transport === 'unix' ? process.umask(0o177) : null
    server.listen(where.value.options, () => {
      server.off('error', fail)
      // Accepting can fail later (EMFILE): that connection is lost, the listener stands.
      server.on('error', () => undefined)
      resolve(ok(new ServerListener(server, boundAddress(server, address), release)))
    })
    if (mask !== null) process.umask(mask)
  })
}

class ServerListener implements Listener {
  readonly address: ListenAddress
  readonly #server: net.Server
  readonly #release: () => void
  #closing: Promise<void> | null = null

  constructor(server: net.Server, address: ListenAddress, release: () => void) {
    this.#server = server
    this.address = address
    this.#release = release
  }

  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      // Does not wait for accepted connections: those are not ours.
      this.#server.close()
      setImmediate(() => {
        this.#release()
        if (this.address.transport === 'unix') fs.rmSync(this.address.path, { force: true })
        resolve()
      })
    })
    return this.#closing
  }

  dispose(): void {
    void this.close()
  }
}

function accept(socket: net.Socket, address: ListenAddress, onConnection: (connection: Connection) => void): void {
  const endpoint: Endpoint = { ...address, pid: asPid(0) }
  const connection = new Connection(endpoint, socket)
  socket.on('data', (bytes) => connection.accept(bytes))
  reportEnd(socket, connection)
  onConnection(connection)
}

function listenOptions(
  address: ListenAddress,
): Result<{ readonly options: net.ListenOptions; readonly release: () => void }, AppError> {
  if (address.transport === 'tcp') {
    const tcp = parseTcpAddress(address.path)
    if (tcp === null) return err({ kind: 'invalid-request', what: 'TCP address', detail: address.path })
    return ok({ options: { host: tcp.host, port: tcp.port }, release: () => undefined })
  }
  if (address.transport === 'pipe') return ok({ options: { path: address.path }, release: () => undefined })
  const short = shortenSocketPath(address.path)
  if (!short.ok) return short
  return ok({ options: { path: short.value.path }, release: short.value.release })
}

function boundAddress(server: net.Server, asked: ListenAddress): ListenAddress {
  const bound = server.address()
  if (asked.transport !== 'tcp' || bound === null || typeof bound === 'string') return asked
  const host = parseTcpAddress(asked.path)?.host ?? bound.address
  return { transport: 'tcp', path: formatTcpAddress({ host, port: bound.port }) }
}

/** A socket whose owner is gone refuses at once. Anything that is no socket is left alone. */
function isLeftBehind(path: string): Promise<boolean> {
  if (fs.statSync(path, { throwIfNoEntry: false })?.isSocket() !== true) return Promise.resolve(false)
  const short = shortenSocketPath(path)
  if (!short.ok) return Promise.resolve(false)
  return new Promise((resolve) => {
    const settle = (isStale: boolean): void => {
      probe.destroy()
      short.value.release()
      resolve(isStale)
    }
    const probe = net.connect({ path: short.value.path })
    probe.once('connect', () => settle(false))
    probe.once('error', (error: NodeJS.ErrnoException) => settle(error.code === 'ECONNREFUSED'))
  })
}
