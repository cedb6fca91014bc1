import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { MachineRef } from '../../../shared/model/machine.ts'
import type { LaunchOutput, LaunchState } from '../../../shared/model/port.ts'
import { FarLaunch, type FarAdoption } from '../../machines/far-launch.ts'
import type { WatchPace } from '../../machines/far-launch-script.ts'
import type { SshLink } from '../../machines/ssh-link.ts'
import type { AllProcesses } from '../machines/all-processes.ts'
import { diagnosticPortsValue } from '../ports/port-address.ts'
import type { PortService } from '../ports/port-service.ts'
import {
  earlierRequest,
  earlierState,
  isRunning,
  programOf,
  stateOf,
  type FarLaunchEntry,
  type FarLaunchRequest,
} from './far-launch-entry.ts'
import { FarLaunchFollower } from './far-launch-follower.ts'
import type { FarLaunchList, ListedFarLaunch } from './far-launch-list.ts'
import { FarLaunches } from './far-launches.ts'
import { farProgramVersion } from './far-program-version.ts'
import { openFarLaunchPort, portIn, type FarLaunchPort, type FarLaunchPortParts } from './open-far-launch-port.ts'
import { programLabel } from './program-label.ts'
import { whyNotSuspended } from './program-version.ts'
import { StartGate } from './start-gate.ts'

/*
 * Starts a command on another machine, so that its runtimes come to a port of ours before they run anything: they connect to a socket there, in a folder of
 * the person's account alone, which sshd leads back to this machine. What is known of the program is what that machine says.
 *
 *     starting ──> running ──nothing of it is left──> ended
 *         └──refused (not listed)   └──the connection ends──> lost ──found after a reconnect──> running
 *                                                           └──not there any more──> ended
 */

export interface FarLaunchServiceOptions {
  readonly ports: PortService
  readonly processes: Pick<AllProcesses, 'of'>
  readonly machineOf: (id: string) => { readonly name: string; readonly link: SshLink | null } | null
  /** Folder for output; one folder per launch in it. */
  readonly folder: string
  /** What was started there, for the next run. */
  readonly list: FarLaunchList
  readonly onChange: () => void
  /** Tests do not wait as long. */
  readonly pace?: WatchPace
  readonly stopWithinMs?: number
}

/** Of output in one answer. */
const maxReadBytes = 256 * 1024

export class FarLaunchService {
  readonly #options: FarLaunchServiceOptions
  readonly #launches: FarLaunches
  readonly #follower: FarLaunchFollower
  /** Of an earlier run, by their IDs in this one; nobody has been connected to their machines yet. */
  readonly #earlier = new Map<string, ListedFarLaunch>()
  #takingUp: Promise<void> = Promise.resolve()
  readonly #gate = new StartGate()
  #nextNumber = 1

  constructor(options: FarLaunchServiceOptions) {
    this.#options = options
    this.#launches = new FarLaunches(options.folder, options.stopWithinMs)
    this.#follower = new FarLaunchFollower(this.#launches, options)
    for (const listed of options.list.entries) this.#earlier.set(this.#newId(), listed)
  }

  has(id: string): boolean {
    return this.#launches.has(id) || this.#earlier.has(id)
  }

  async start(request: FarLaunchRequest): Promise<Result<LaunchState, AppError>> {
    const machine = this.#options.machineOf(request.machine)
    if (machine === null) return err({ kind: 'not-found', what: 'machine' })
    const { link, name } = machine
    if (link === null) return err({ kind: 'link-lost', machine: name })
    if (this.#gate.isClosing(link)) return err(beingDisconnected(name, request))
    const opened = FarLaunch.open(link, name, this.#options.pace)
    if (!opened.ok) return opened
    const far = opened.value
    const isStarted = this.#startThrough(far, link, request, { id: request.machine, name })
    const started = await this.#gate.during(request.machine, isStarted)
    if (!started.ok) far.dispose()
    return started
  }

  /** In the order they were started in, whichever of those of an earlier run was found first. */
  list(): readonly LaunchState[] {
    const earlier = [...this.#earlier].map(([id, listed]) => earlierState(id, listed))
    return [...earlier, ...this.#launches.all().map(stateOf)].toSorted((a, b) =>
      a.id.localeCompare(b.id, 'en', { numeric: true }),
    )
  }

  output(id: string, stream: 'stdout' | 'stderr', fromOffset: number): Result<LaunchOutput, AppError> {
    if (this.#earlier.has(id))
      return ok({ stream, text: '', offset: 0, nextOffset: 0, droppedBytes: 0, missingBytes: 0 })
    const launch = this.#launches.get(id)
    if (launch === null) return err({ kind: 'not-found', what: 'launch' })
    return ok({ stream, ...launch[stream].read(fromOffset, maxReadBytes) })
  }

  /** Whatever waits goes on first: see LaunchService. */
  async stop(id: string, how: 'terminate' | 'kill'): Promise<Result<null, AppError>> {
    const launch = this.#launches.get(id)
    if (launch?.phase !== 'running' || launch.far === null) return err({ kind: 'not-found', what: 'launch' })
    if (how === 'terminate' && launch.portId !== null) await this.#options.ports.resumeAll(launch.portId)
    const signalled = await launch.far.signal(how === 'kill' ? 'KILL' : 'TERM')
    if (signalled.ok && how === 'terminate') launch.stopRequest.ask()
    this.#options.onChange()
    return signalled
  }

  /** Forgets one that has ended or whose connection is gone, with its output. */
  async remove(id: string): Promise<Result<null, AppError>> {
    const listed = this.#earlier.get(id)
    if (listed !== undefined) {
      this.#earlier.delete(id)
      await this.#options.list.forget(listed.id)
      this.#options.onChange()
      return ok(null)
    }
    const launch = this.#launches.get(id)
    if (launch === null || isRunning(launch)) return err({ kind: 'not-found', what: 'ended launch' })
    await this.#launches.remove(launch)
    await this.#options.list.forget(launch.folder)
    this.#options.onChange()
    return ok(null)
  }

  /** Before the connection to a machine is closed: nothing is left waiting there, and nothing more is started. */
  async release(machineId: string): Promise<void> {
    const link = this.#options.machineOf(machineId)?.link ?? null
    if (link !== null) this.#gate.close(link)
    await this.#gate.whenStarted(machineId)
    const running = this.#launches.all().filter(({ machine, phase }) => machine.id === machineId && phase === 'running')
    await Promise.all(
      running.map(async (launch) => {
        await this.#follower.whenArrived(launch)
        await this.#follower.end(launch, 'lost')
        // Its port has let it go on.
        launch.waiting = new Map([...launch.waiting.keys()].map((pid) => [pid, false]))
      }),
    )
  }

  /** Before everything ends, so that nothing is started behind that: what is being started is waited for. */
  async startNoMore(): Promise<void> {
    this.#gate.closeAll()
    await this.#gate.whenStarted(null)
    await Promise.all(this.#launches.all().map((launch) => this.#follower.whenArrived(launch)))
  }

  #newId(): string {
    return `far-launch-${this.#nextNumber++}`
  }

  /** Whether this port is for a program that is being started on another machine, or has just been: nothing waits at it yet. */
  isStarting(portId: string): boolean {
    const isStarted = (launch: FarLaunchEntry): boolean =>
      launch.portId === portId && launch.phase !== 'starting' && !this.#follower.isAwaited(launch)
    return this.#options.ports.isElsewhere(portId) && !this.#launches.all().some(isStarted)
  }

  /** On its ports nothing waits any more. */
  dispose(): void {
    this.#follower.dispose()
    this.#launches.dispose()
  }

  async #startThrough(
    far: FarLaunch,
    link: SshLink,
    request: FarLaunchRequest,
    machine: MachineRef,
  ): Promise<Result<LaunchState, AppError>> {
    const place = await far.check(programOf(request, []))
    if (!place.ok) return place
    const version = request.suspends ? await farProgramVersion(link, machine.name, place.value, request.args) : null
    const tooOld = whyNotSuspended(version)
    if (tooOld !== null) return err(tooOld)
    const made = await far.makeFolder()
    if (!made.ok) return made
    const started = await this.#startIn(made.value, far, link, request, machine)
    if (!started.ok) await far.removeFolder()
    return started
  }

  async #startIn(
    folder: string,
    far: FarLaunch,
    link: SshLink,
    request: FarLaunchRequest,
    machine: MachineRef,
  ): Promise<Result<LaunchState, AppError>> {
    const id = this.#newId()
    const opened = await this.#openPort({ id, folder, link, far, machine, request }, false)
    if (!opened.ok) return opened
    const { portId, stopListening } = opened.value
    const prepared = this.#gate.isClosing(link)
      ? err(beingDisconnected(machine.name, request))
      : await this.#launches.add(id, {
          machine,
          request,
          folder,
          link,
          far,
          portId,
          stopListening,
          isEarlier: false,
          startedMs: Date.now(),
        })
    if (!prepared.ok) {
      await this.#options.ports.close(portId)
      await stopListening()
      return prepared
    }
    const launch = prepared.value
    // From now on something may run there.
    await this.#options.list.keep(listedOf(launch))
    const variable = ['DOTNET_DiagnosticPorts', diagnosticPortsValue(portIn(folder), request.suspends)] as const
    const started = await far.start(programOf(request, [variable]))
    if (!started.ok) {
      await this.#notStarted(launch, started.error)
      return started
    }
    launch.pid = started.value
    launch.phase = 'running'
    this.#follower.start()
    this.#options.onChange()
    return ok(stateOf(launch))
  }

  #openPort(parts: FarLaunchPortParts, mayRunAlready: boolean): Promise<Result<FarLaunchPort, AppError>> {
    const { ports, processes } = this.#options
    const options = { ports, processes, launches: this.#launches, follower: this.#follower }
    return openFarLaunchPort(options, parts, mayRunAlready)
  }

  /** After a reconnect: what was lost there is looked for, and followed again. */
  takeUp(): void {
    this.#takingUp = this.#takingUp.then(() => this.#takeUpAll())
  }

  async #takeUpAll(): Promise<void> {
    await Promise.all([...this.#earlier].map(([id, listed]) => this.#takeUpEarlier(id, listed)))
    for (const launch of this.#launches.all()) {
      const link = launch.phase === 'lost' ? (this.#options.machineOf(launch.machine.id)?.link ?? null) : null
      // Once over each connection.
      if (link === null || link === launch.link || this.#gate.isClosing(link)) continue
      launch.link = link
      void this.#gate.during(launch.machine.id, this.#takeUpOver(link, launch))
    }
  }

  /** As if their connections had just been lost. */
  async #takeUpEarlier(id: string, listed: ListedFarLaunch): Promise<void> {
    const link = this.#options.machineOf(listed.machine.id)?.link ?? null
    if (link === null || this.#gate.isClosing(link)) return
    const prepared = await this.#launches.add(id, {
      machine: listed.machine,
      request: earlierRequest(listed),
      folder: listed.id,
      link: null,
      far: null,
      portId: null,
      stopListening: () => Promise.resolve(),
      isEarlier: true,
      startedMs: listed.startedMs,
    })
    if (!prepared.ok) return
    prepared.value.phase = 'lost'
    // Removed meanwhile.
    if (!this.#earlier.delete(id)) await this.#launches.remove(prepared.value)
  }

  async #takeUpOver(link: SshLink, launch: FarLaunchEntry): Promise<void> {
    await launch.whenLeft
    const opened = FarLaunch.open(link, launch.machine.name, this.#options.pace)
    if (!opened.ok) return
    const far = opened.value
    const found = await far.adopt(launch.folder)
    if (found.ok && found.value.state === 'found' && (await this.#follow(launch, link, far, found.value))) return
    far.dispose()
    if (!found.ok || found.value.state !== 'gone' || !this.#launches.has(launch.id)) return
    // Its folder there goes when nothing of it is left.
    launch.unseenEnd = [...launch.waiting.values()].includes(true) ? 'waited' : 'unknown'
    launch.phase = 'ended'
    await this.#options.list.forget(launch.folder)
    this.#options.onChange()
  }

  async #follow(
    launch: FarLaunchEntry,
    link: SshLink,
    far: FarLaunch,
    { pid, hasWaited }: FarAdoption,
  ): Promise<boolean> {
    // What goes on by now is not held once more.
    const state = await far.state([...launch.waiting.keys()])
    if (!state.ok) return false
    launch.waiting = state.value.isWaiting
    const port = state.value.isOver ? null : await this.#openPort({ ...launch, link, far }, true)
    // Where sshd makes no socket any more its output and its end are followed all the same.
    if (port?.ok === true) Object.assign(launch, port.value)
    if (!this.#launches.has(launch.id)) {
      if (port?.ok === true)
        await Promise.all([this.#options.ports.close(port.value.portId), port.value.stopListening()])
      return false
    }
    launch.far = far
    launch.pid ??= pid
    launch.endedMs = null
    launch.unseenEnd = hasWaited ? 'waited' : null
    launch.phase = 'running'
    this.#follower.start()
    this.#options.onChange()
    void this.#follower.lookOnce(launch)
    return true
  }

  /** Without an answer nobody knows whether it runs there: it stays on the list. */
  async #notStarted(launch: FarLaunchEntry, { kind }: AppError): Promise<void> {
    const isCertain = kind === 'not-launched-there' || kind === 'invalid-request'
    if (!isCertain) {
      launch.phase = 'running'
      return this.#follower.end(launch, 'lost')
    }
    await this.#launches.remove(launch)
    await this.#options.list.forget(launch.folder)
    if (launch.portId !== null) await this.#options.ports.close(launch.portId)
    await launch.stopListening()
  }
}

function listedOf({ folder, machine, request, startedMs }: FarLaunchEntry): ListedFarLaunch {
  const { suspends, firstRule, rule, nameRules = [] } = request
  const label = programLabel(request)
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}')
    .slice(0, 600)
  return { id: folder, machine, label, startedMs, suspends, firstRule, rule, nameRules: [...nameRules] }
}

function beingDisconnected(machine: string, { command }: FarLaunchRequest): AppError {
  return { kind: 'not-launched-there', machine, reason: 'disconnecting', path: command, searched: null }
}
