import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { advertiseSizeBytes, decodeAdvertise } from '../../protocol/decode.ts'
import type { Connection } from '../../transport/connection.ts'
import { listen, type ListenAddress, type Listener } from '../../transport/listener.ts'
import { readExactly } from '../../transport/read-exactly.ts'
import { peerLook, unknownWaiting, type PeerLook } from './peer-facts.ts'
import { PortRuntime } from './port-runtime.ts'
import { pause } from '../../os/pause.ts'

/*
 * A port that runtimes come to. Each connection has to say who it is within its own deadline, so that a silent one delays
 * nobody; runtimes are told apart by their cookies.
 */

const advertiseTimeoutMs = 2000
/** Connections that have not said who they are; more are closed at once. */
const maxUnknown = 64
/** Rows of runtimes that are gone. */
const maxGone = 50
/** While closing: how long to wait for runtimes that are just arriving, and for those that do not take their resume. */
const settleMs = 300
const releaseMs = 3000

export interface RuntimePortOptions {
  readonly address: ListenAddress
  /** How to find out about who comes; default: the look at this machine. */
  readonly look?: PeerLook
  /** While closing, runtimes that wait because of a variable of their own are resumed as well. */
  readonly resumesAll?: boolean
  readonly onRuntime: (runtime: PortRuntime) => void
  readonly onChange: () => void
}

export class RuntimePort {
  readonly #options: RuntimePortOptions
  readonly #runtimes = new Map<string, PortRuntime>()
  readonly #unknown = new Set<Connection>()
  #listener: Listener | null = null
  #rejectedCount = 0
  #isReleasing = false

  private constructor(options: RuntimePortOptions) {
    this.#options = options
  }

  static async open(options: RuntimePortOptions): Promise<Result<RuntimePort, AppError>> {
    const port = new RuntimePort(options)
    const listening = await listen(options.address, { onConnection: (connection) => void port.#accept(connection) })
    if (!listening.ok) return listening
    port.#listener = listening.value
    return ok(port)
  }

  get address(): ListenAddress {
    return this.#listener?.address ?? this.#options.address
  }

  get rejectedCount(): number {
    return this.#rejectedCount
  }

  runtimes(): readonly PortRuntime[] {
    return [...this.#runtimes.values()]
  }

  runtime(cookie: string): PortRuntime | null {
    return this.#runtimes.get(cookie) ?? null
  }

  /** Resumes everything that waits, also what comes while doing so. The port goes on. */
  async resumeAll(): Promise<void> {
    await Promise.all(this.runtimes().map((runtime) => runtime.resume()))
  }

  /** Nobody is left waiting: resumes all, then closes. */
  async close(limitMs = releaseMs): Promise<void> {
    this.#isReleasing = true
    await Promise.race([this.#release(), pause(limitMs)])
    await this.#listener?.close()
    for (const connection of this.#unknown) connection.dispose()
    for (const runtime of this.#runtimes.values()) runtime.dispose()
  }

  async #release(): Promise<void> {
    await this.#resumeOurs()
    // A runtime that has just found the port would wait for ever.
    if (this.#unknown.size > 0) await pause(settleMs)
    await this.#resumeOurs()
  }

  /** Who waits because of a variable of its own would wait without us as well: a person or another tool means it to. */
  async #resumeOurs(): Promise<void> {
    const ours = this.runtimes().filter((runtime) => this.#options.resumesAll === true || !runtime.waitsOnItsOwn)
    await Promise.all(ours.map((runtime) => runtime.resume()))
  }

  async #accept(connection: Connection): Promise<void> {
    if (this.#unknown.size >= maxUnknown) return this.#reject(connection)
    this.#unknown.add(connection)
    const bytes = await readExactly(connection, advertiseSizeBytes, {
      operation: 'advertise',
      timeoutMs: advertiseTimeoutMs,
    })
    this.#unknown.delete(connection)
    const advertise = bytes.ok ? decodeAdvertise(bytes.value) : bytes
    if (!advertise.ok || advertise.value.targetPid > 0xffff_ffffn) return this.#reject(connection)
    const { cookie, targetPid } = advertise.value
    const look = this.#options.look ?? peerLook
    const facts = look.identify(connection, Number(targetPid))
    const known = this.#runtimes.get(cookie)
    if (known && known.phase !== 'gone') {
      // A cookie is no secret: whoever has read it from a runtime could come in its place.
      if (known.identity === 'verified' && known.pid !== facts.pid) return this.#reject(connection)
      known.offer(connection)
      this.#options.onChange()
      return
    }
    const { pid, identity } = facts
    const runtime = new PortRuntime({
      cookie,
      targetPid: Number(targetPid),
      pid,
      address: this.address,
      identity,
      look: () =>
        pid === null
          ? (look.waitingElsewhere?.(Number(targetPid)) ?? unknownWaiting)
          : look.waiting(pid, this.address.path),
      onChange: () => this.#options.onChange(),
    })
    this.#forgetOldest()
    this.#runtimes.set(cookie, runtime)
    runtime.offer(connection)
    if (this.#isReleasing) void this.#resumeOurs()
    else this.#options.onRuntime(runtime)
    this.#options.onChange()
  }

  #reject(connection: Connection): void {
    this.#rejectedCount++
    connection.dispose()
    this.#options.onChange()
  }

  #forgetOldest(): void {
    const gone = this.runtimes().filter(({ phase }) => phase === 'gone')
    const [oldest] = gone
    if (oldest && gone.length >= maxGone) this.#runtimes.delete(oldest.cookie)
  }
}
