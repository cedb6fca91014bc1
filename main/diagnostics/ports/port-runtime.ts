import type { AppError } from '../../../shared/base/errors.ts'
import type { Disposable } from '../../../shared/base/disposable.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { asPid } from '../../../shared/model/ids.ts'
import type { PortRuntimePhase, WaitsFor } from '../../../shared/model/port.ts'
import type { PeerIdentity } from '../../../shared/model/process.ts'
import { isProcessAlive } from '../../os/process-alive.ts'
import type { Connection, ConnectOptions } from '../../transport/connection.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import type { ListenAddress } from '../../transport/listener.ts'
import { resumeRuntime } from '../client.ts'
import { resumeDefaultPort } from './default-port.ts'
import type { Waiting } from './peer-facts.ts'
import { pause } from '../../os/pause.ts'

/*
 * One runtime at a port. It keeps exactly one idle connection; a command consumes it and the next one comes when the runtime's
 * server has finished the command: at once for most, after the OK for a session, after minutes for a dump.
 *
 *     arrive ──> idle ──take()──> (none) ──next advertise──> idle ...
 *                  └──EOF, process gone──> gone
 */

/** For the replacement of a connection that is in use; on top of what the caller allows for connecting. */
const replacementMs = 5000
/** A runtime whose process cannot be watched is gone when its connection ended and none came for this long. */
const remoteGraceMs = 5000
const lookEveryMs = 500
/** After a resume: until it counts as waiting for somebody else. */
const resumedWithinMs = 3000

export interface PortRuntimeOptions {
  readonly cookie: string
  readonly targetPid: number
  /** On this machine; null when it is not known here (another namespace, another machine). */
  readonly pid: number | null
  readonly identity: PeerIdentity | null
  readonly address: ListenAddress
  /** Looks at the process; asked again while it waits, because somebody else can resume it. */
  readonly look: () => Waiting
  readonly onChange: () => void
}

interface Waiter {
  readonly give: (connection: Connection) => void
  readonly refuse: (error: AppError) => void
}

export class PortRuntime implements Disposable {
  readonly cookie: string
  readonly targetPid: number
  readonly pid: number | null
  readonly identity: PeerIdentity | null
  /** For every command and session; each takes a connection of its own. */
  readonly endpoint: Endpoint
  readonly arrivedMs = Date.now()
  readonly #onChange: () => void
  readonly #lookAtProcess: () => Waiting
  #waitsFor: readonly WaitsFor[]
  readonly #waiters: Waiter[] = []
  readonly #timer: NodeJS.Timeout
  #idle: Connection | null = null
  #lastSeenMs = performance.now()
  /** A command is being served: no idle connection is to be expected. */
  #busyCount = 0
  #phase: PortRuntimePhase
  #resuming: Promise<Result<null, AppError>> | null = null
  #error: AppError | null = null
  connectionCount = 0

  constructor(options: PortRuntimeOptions) {
    const { address, cookie, targetPid, pid } = options
    this.cookie = cookie
    this.targetPid = targetPid
    this.pid = pid
    this.identity = options.identity
    this.#onChange = options.onChange
    this.#lookAtProcess = options.look
    const { isWaiting, waitsFor } = options.look()
    this.#phase = isWaiting === null ? 'unknown' : isWaiting ? 'waiting' : 'running'
    this.#waitsFor = waitsFor
    this.endpoint = {
      // Without a process to look after, nothing but the connection tells that it lives: as over TCP.
      transport: pid === null ? 'tcp' : address.transport,
      path: `${address.path}#${cookie}`,
      pid: asPid(pid ?? 0),
      open: (connectOptions) => this.#take(connectOptions),
    }
    this.#timer = setInterval(() => this.#look(), lookEveryMs)
  }

  get phase(): PortRuntimePhase {
    return this.#phase
  }

  get waitsFor(): readonly WaitsFor[] {
    return this.#phase === 'waiting' || this.#phase === 'resuming' ? this.#waitsFor : []
  }

  /** A resume may be what it waits for: it does wait, or that is not known. On one that runs a resume does nothing. */
  get mayWait(): boolean {
    return this.#phase === 'waiting' || this.#phase === 'unknown'
  }

  /** It would wait without this port too, because of a variable of its own. */
  get waitsOnItsOwn(): boolean {
    return this.#phase === 'waiting' && this.#waitsFor.length > 0 && !this.#waitsFor.includes('this-port')
  }

  get error(): AppError | null {
    return this.#error
  }

  /** A connection with this cookie: the newest replaces an idle one. */
  offer(connection: Connection): void {
    if (this.#phase === 'gone') return connection.dispose()
    this.connectionCount++
    this.#lastSeenMs = performance.now()
    connection.identify(this.endpoint)
    this.#idle?.dispose()
    this.#idle = null
    const waiter = this.#waiters.shift()
    if (waiter) return waiter.give(connection)
    this.#idle = connection
    connection.listen({
      // Nothing may come before a command; whatever it is, it is not a runtime's.
      onBytes: () => connection.dispose(),
      onEnd: () => {
        if (this.#idle !== connection) return
        this.#idle = null
        this.#lastSeenMs = performance.now()
        connection.dispose()
        this.#look()
      },
    })
  }

  /** Lets it go on, once; later calls get the same outcome, after a failure they try again. */
  resume(): Promise<Result<null, AppError>> {
    if (this.#phase === 'running' || this.#phase === 'gone') return Promise.resolve(ok(null))
    this.#resuming ??= this.#resume()
    return this.#resuming
  }

  dispose(): void {
    clearInterval(this.#timer)
    this.#idle?.dispose()
    this.#idle = null
    this.#become('gone')
  }

  async #resume(): Promise<Result<null, AppError>> {
    const former = this.#phase
    this.#become('resuming')
    const atPort = await resumeRuntime(this.endpoint, { connectTimeoutMs: replacementMs })
    const atDefault = atPort.ok && this.pid !== null ? await resumeDefaultPort(this.pid) : atPort
    const resumed = atDefault.ok ? await this.#hasGoneOn() : atDefault
    this.#resuming = null
    this.#error = resumed.ok ? null : resumed.error
    if (!this.#hasGone()) this.#become(resumed.ok ? 'running' : former)
    return resumed
  }

  /** A port of another tool has to be resumed by that tool: then it still waits. */
  async #hasGoneOn(): Promise<Result<null, AppError>> {
    if (!this.#waitsFor.includes('other-port')) return ok(null)
    for (let waitedMs = 0; waitedMs < resumedWithinMs; waitedMs += lookEveryMs) {
      if (this.#lookAtProcess().isWaiting !== true) return ok(null)
      await pause(lookEveryMs)
    }
    return err({ kind: 'unsupported', feature: 'resume-other-port', neededVersion: null, actualVersion: null })
  }

  #take(options: ConnectOptions): Promise<Result<Connection, AppError>> {
    if (options.signal?.aborted) return Promise.resolve(err({ kind: 'cancelled' }))
    if (this.#hasGone()) return Promise.resolve(err(this.#goneError()))
    const idle = this.#idle
    if (idle !== null) {
      this.#idle = null
      idle.listen(null)
      return Promise.resolve(ok(this.#inUse(idle)))
    }
    const timeoutMs = options.timeoutMs + replacementMs
    return new Promise((resolve) => {
      const settle = (outcome: Result<Connection, AppError>): void => {
        clearTimeout(timer)
        options.signal?.removeEventListener('abort', onAbort)
        const at = this.#waiters.indexOf(waiter)
        if (at >= 0) this.#waiters.splice(at, 1)
        resolve(outcome)
      }
      const waiter: Waiter = {
        give: (connection) => settle(ok(this.#inUse(connection))),
        refuse: (error) => settle(err(error)),
      }
      const onAbort = (): void => settle(err({ kind: 'cancelled' }))
      const timer = setTimeout(() => settle(err({ kind: 'timeout', operation: 'connect', timeoutMs })), timeoutMs)
      options.signal?.addEventListener('abort', onAbort)
      this.#waiters.push(waiter)
    })
  }

  #inUse(connection: Connection): Connection {
    this.#busyCount++
    connection.onceClosed(() => {
      this.#busyCount--
      this.#lastSeenMs = performance.now()
    })
    return connection
  }

  #look(): void {
    if (this.mayWait) this.#lookWhetherItWaits()
    if (this.#hasGone() || this.#idle !== null) return
    if (this.pid !== null ? !isProcessAlive(this.pid) : this.#isSilent()) {
      clearInterval(this.#timer)
      this.#become('gone')
    }
  }

  #lookWhetherItWaits(): void {
    const { isWaiting, waitsFor } = this.#lookAtProcess()
    if (isWaiting === null) return
    this.#waitsFor = waitsFor
    this.#become(isWaiting ? 'waiting' : 'running')
  }

  #isSilent(): boolean {
    return this.#busyCount === 0 && performance.now() - this.#lastSeenMs > remoteGraceMs
  }

  #hasGone(): boolean {
    return this.#phase === 'gone'
  }

  #goneError(): AppError {
    return { kind: 'process-gone', pid: this.pid ?? this.targetPid }
  }

  #become(phase: PortRuntimePhase): void {
    if (this.#phase === phase || this.#hasGone()) return
    this.#phase = phase
    if (phase === 'gone') for (const waiter of Array.from(this.#waiters)) waiter.refuse(this.#goneError())
    this.#onChange()
  }
}
