import type { AppError } from '../../shared/base/errors.ts'
import { err, type Result } from '../../shared/base/result.ts'
import { asPid } from '../../shared/model/ids.ts'
import { connect, type Connection, type ConnectOptions } from '../transport/connection.ts'
import type { Discovery, FoundEndpoint } from '../transport/discovery.ts'
import type { Endpoint } from '../transport/endpoint.ts'
import { readLook, readSockets, readStats, textOf, type FarReply, type FarSocket } from './far-replies.ts'
import type { RemoteSystem } from './remote-system.ts'
import type { SshLink } from './ssh-link.ts'

/** Sockets in other folders and in containers are looked for this often: that reads more. */
const wideEveryMs = 20_000
/** CPU and memory are read in steps of this length, of each process in some: that takes longer there than to see that none has come or gone. */
const stepMs = 1500
/** A socket that was not a runtime's is looked at again after this. */
const againMs = 30_000
const maxProcesses = 500

interface Found extends FoundEndpoint {
  readonly farPath: string
  readonly userId: number
  /** As the user who is logged in. */
  readonly mayConnect: boolean
}

interface Asked {
  readonly pids: readonly number[]
  readonly read: readonly number[]
  readonly nowMs: number
}

const statOf = (pid: number): string => `/proc/${pid}/stat`

export interface RemoteDiscoveryOptions {
  readonly machine: { readonly id: string; readonly name: string }
  readonly system: RemoteSystem
  readonly now?: () => number
  readonly onProcesses?: (count: number) => void
  /** Whether a connection of a socket that is there was made, or refused by the far side's sshd. */
  readonly onForward?: (isMade: boolean) => void
}

/**
 * Endpoints of another machine: each poll brings the sockets and processes when one has come or gone, and the figures of those whose turn it is;
 * what is new is looked at once. A name counts when a process with that number and start time owns the socket.
 */
export class RemoteDiscovery implements Discovery {
  readonly searchedFolders = ['/tmp']
  readonly unwatchedFolderCount = 0
  readonly #options: RemoteDiscoveryOptions
  readonly #now: () => number
  readonly #endpoints = new Map<string, Found>()
  readonly #notBeforeMs = new Map<string, number>()
  /** As of the last poll. */
  #near: readonly FarSocket[] = []
  #step = 0
  #nextStepMs = -Infinity
  #wide: readonly FarSocket[] = []
  #nextWideMs = -Infinity
  #link: SshLink | null
  #isDisposed = false

  constructor(link: SshLink, options: RemoteDiscoveryOptions) {
    this.#link = link
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  get endpoints(): ReadonlyMap<string, FoundEndpoint> {
    return this.#endpoints
  }

  /** By the path of an endpoint: the socket there that somebody else owns; null when it is not one. */
  foreignSocket(name: string): { readonly farPath: string; readonly userId: number } | null {
    const found = this.#endpoints.get(name)
    return found === undefined || found.mayConnect ? null : found
  }

  /** Another connection to the same machine, or null while there is none: what was found stays, and is asked about again. */
  useLink(link: SshLink | null): void {
    this.#link = link
    this.#nextStepMs = -Infinity
    this.#nextWideMs = -Infinity
    this.#notBeforeMs.clear()
  }

  async start(): Promise<void> {
    await this.tick()
  }

  async tick(): Promise<boolean> {
    const link = this.#link
    if (link === null || !link.isOpen || this.#isDisposed) return false
    const before = [...this.#endpoints.keys()].join('\n')
    const { system } = this.#options
    const pids = system.knownPids
    const read = this.#pidsToRead()
    const polled = await link.ask('poll', [read.map(statOf).join(' '), ...pids.map(statOf)])
    if (!polled.ok || this.#link !== link) return false
    const nowMs = this.#now()
    this.#take(polled.value, { pids, read, nowMs })
    if (nowMs >= this.#nextWideMs) await this.#lookWide(link, nowMs)
    const sockets = new Map<string, FarSocket>()
    for (const socket of [...this.#near, ...this.#wide]) if (!sockets.has(socket.path)) sockets.set(socket.path, socket)
    this.#dropGone(link, sockets)
    const fresh = [...sockets.values()].filter(({ path }) => this.#isFresh(path, nowMs))
    await Promise.all(fresh.slice(0, maxProcesses).map((socket) => this.#look(link, socket)))
    this.#options.onProcesses?.(system.knownPids.length)
    return [...this.#endpoints.keys()].join('\n') !== before
  }

  dispose(): void {
    this.#isDisposed = true
    this.#link = null
  }

  #pidsToRead(): readonly number[] {
    const nowMs = this.#now()
    // Looks don't begin to the millisecond.
    if (nowMs < this.#nextStepMs - 100) return []
    this.#nextStepMs = Math.max(this.#nextStepMs + stepMs, nowMs + stepMs / 2)
    return this.#options.system.pidsToRead(this.#step++)
  }

  /** What has not changed is not in the answer; with the sockets the figures of all come. */
  #take({ parts }: FarReply, { pids, read, nowMs }: Asked): void {
    const sockets = parts.get('sockets')
    if (sockets !== undefined) this.#near = readSockets(sockets.toString('utf8'))
    const stats = parts.get('stats')
    if (stats === undefined) return
    this.#options.system.update(sockets === undefined ? read : pids, readStats(stats.toString('utf8')), nowMs)
  }

  async #lookWide(link: SshLink, nowMs: number): Promise<void> {
    this.#nextWideMs = nowMs + wideEveryMs
    const wide = await link.ask('wide')
    if (!wide.ok) return
    this.#wide = readSockets(textOf(wide.value, 'sockets'))
  }

  #isFresh(path: string, nowMs: number): boolean {
    return !this.#endpoints.has(this.#nameOf(path)) && nowMs >= (this.#notBeforeMs.get(path) ?? -Infinity)
  }

  #dropGone(link: SshLink, sockets: ReadonlyMap<string, FarSocket>): void {
    const { system } = this.#options
    for (const [name, { farPath, startKey, endpoint }] of this.#endpoints) {
      const isRunning = system.startKeyOf(endpoint.pid) === startKey
      if (isRunning && (sockets.has(farPath) || this.#wide.some(({ path }) => path === farPath))) continue
      this.#endpoints.delete(name)
      if (!isRunning) void link.stopForward(farPath)
    }
  }

  async #look(link: SshLink, socket: FarSocket): Promise<void> {
    // A socket inside a container is reached through the process that has that root.
    const pid = Number(/^\/proc\/(\d{1,10})\/root\//.exec(socket.path)?.[1] ?? socket.namedPid)
    const looked = await link.ask('look', [pid, socket.path])
    if (!looked.ok) return
    const process = readLook(looked.value, pid)
    const isIts =
      process !== null &&
      process.stat.startTicks === socket.startKey &&
      !process.stat.isKernelThread &&
      // Anybody may make a socket with any name in /tmp; the runtime's own belongs to its user.
      process.socketOwnerId === process.userId &&
      (process.namespacePids.at(-1) ?? pid) === socket.namedPid
    if (!isIts) return void this.#notBeforeMs.set(socket.path, this.#now() + againMs)
    const { system } = this.#options
    const isOwn = process.userId === system.userId || system.userId === 0
    const environment = isOwn && process.threadNames.length <= 6 ? await link.ask('environment', [pid]) : null
    if (this.#link !== link) return
    const variables = environment?.ok === true ? (environment.value.parts.get('environ') ?? null) : null
    system.learn(process, variables, this.#now())
    const name = this.#nameOf(socket.path)
    const endpoint: Endpoint = {
      transport: 'ssh',
      path: name,
      pid: asPid(pid),
      open: (options) => this.#connect(endpoint, socket.path, process.mayConnect, options),
    }
    this.#endpoints.set(name, {
      endpoint,
      startKey: socket.startKey,
      farPath: socket.path,
      userId: process.userId,
      mayConnect: process.mayConnect,
    })
  }

  #nameOf(path: string): string {
    return `ssh://${this.#options.machine.name}${path}`
  }

  async #connect(
    endpoint: Endpoint,
    farPath: string,
    mayConnect: boolean,
    options: ConnectOptions,
  ): Promise<Result<Connection, AppError>> {
    const link = this.#link
    const lost: AppError = { kind: 'link-lost', machine: this.#options.machine.name }
    if (link === null || !link.isOpen) return err(lost)
    // sshd connects as the user who is logged in.
    const relay = link.relayOf(farPath)
    const isRelayed = relay !== null && relay.refusal === null
    if (!mayConnect && !isRelayed)
      return err({ kind: 'no-permission', path: farPath, owner: this.#ownerOf(endpoint.pid) })
    const forwarded = await link.forward(farPath)
    if (!forwarded.ok) return err(link.isOpen ? { kind: 'endpoint-stale', path: farPath } : lost)
    const { open: _open, ...own } = endpoint
    const connected = await connect({ ...own, path: forwarded.value }, { ...options, onPeer: undefined })
    if (!connected.ok) return link.isOpen ? connected : err(lost)
    const connection = connected.value
    let isRefused = false
    // Of this link: a later one brings nothing of this connection back.
    connection.identify({
      ...endpoint,
      link: { machine: this.#options.machine.name, isUp: () => link.isOpen, isRefused: () => isRefused },
    })
    // It says nothing of forwardings.
    if (isRelayed) return connected
    const refusal = link.onRefusal(() => {
      if (connection.receivedBytes > 0) return
      isRefused = true
      this.#options.onForward?.(false)
    })
    connection.onceClosed(() => {
      refusal.dispose()
      if (connection.receivedBytes > 0) this.#options.onForward?.(true)
    })
    return connected
  }

  #ownerOf(pid: number): string | null {
    const { userName, userId } = this.#options.system.details(pid)
    return userName ?? (userId === null ? null : `${userId}`)
  }
}
