import fs from 'node:fs'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { asProcessKey } from '../../../shared/model/ids.ts'
import type { MachineRef } from '../../../shared/model/machine.ts'
import type { LaunchOutput, LaunchPhase, LaunchState } from '../../../shared/model/port.ts'
import { FarLaunch, type FarProgram, type FarVariables } from '../../machines/far-launch.ts'
import type { WatchPace } from '../../machines/far-launch-script.ts'
import type { SshLink } from '../../machines/ssh-link.ts'
import { pause } from '../../os/pause.ts'
import type { AllProcesses } from '../machines/all-processes.ts'
import { diagnosticPortsValue } from '../ports/port-address.ts'
import type { Waiting } from '../ports/peer-facts.ts'
import type { PortElsewhere, PortService } from '../ports/port-service.ts'
import { FarOutput } from './far-output.ts'
import { farProgramVersion } from './far-program-version.ts'
import type { LaunchRequest } from './launch-service.ts'
import { OutputFile } from './output-file.ts'
import { whyNotSuspended } from './program-version.ts'
import { StopRequest } from './stop-request.ts'

/*
 * Starts a command on another machine, so that its runtimes come to a port of ours before they run anything: they connect to a socket there, in a folder of
 * the person's account alone, which sshd leads back to this machine. What is known of the program is what that machine says.
 *
 *     starting ──> running ──nothing of it is left──> ended
 *         └──refused (not listed)   └──the connection ends──> lost
 */

export interface FarLaunchRequest extends LaunchRequest {
  /** Its id. */
  readonly machine: string
}

export interface FarLaunchServiceOptions {
  readonly ports: PortService
  readonly processes: Pick<AllProcesses, 'of'>
  readonly machineOf: (id: string) => { readonly name: string; readonly link: SshLink | null } | null
  /** Folder for output; one folder per launch in it. */
  readonly folder: string
  readonly onChange: () => void
  /** Tests do not wait as long. */
  readonly pace?: WatchPace
  readonly stopWithinMs?: number
}

interface Launch {
  readonly id: string
  readonly machine: MachineRef
  readonly request: FarLaunchRequest
  readonly startedMs: number
  /** By a clock that nobody sets. */
  readonly startedAt: number
  readonly portId: string
  readonly far: FarLaunch
  readonly stdout: OutputFile
  readonly stderr: OutputFile
  readonly outputs: Readonly<Record<'stdout' | 'stderr', FarOutput>>
  readonly stopRequest: StopRequest
  readonly stopListening: () => Promise<void>
  /** Processes of it, and whether they wait at their start. */
  waiting: ReadonlyMap<number, boolean>
  pid: number | null
  phase: LaunchPhase
  endedMs: number | null
  exitCode: number | null
  isLookedAt: boolean
}

const lookEveryMs = 1000
/** Two looks at that machine, on a slow link. */
const listedWithinMs = 10_000
const listedLookMs = 100
/** A disconnect waits so long for programs that are being started. */
const startingWithinMs = 4000
/** Would make the program wait for somebody else, or turn off what it is launched for. */
const diagnosticVariables = ['DOTNET', 'COMPlus'].flatMap((prefix) =>
  [
    'DiagnosticPorts',
    'DefaultDiagnosticPortSuspend',
    'EnableDiagnostics',
    'EnableDiagnostics_IPC',
    'EnableDiagnostics_Debugger',
    'EnableDiagnostics_Profiler',
  ].map((name) => `${prefix}_${name}`),
)
/** Of output in one answer. */
const maxReadBytes = 256 * 1024
/**
 * A shell says 128 and the number of the signal that ended a program. Those that programs answer by ending themselves with that very code, as .NET
 * does, are left as they are.
 */
const signalNames: Readonly<Record<number, string>> = { 134: 'SIGABRT', 137: 'SIGKILL', 139: 'SIGSEGV' }

export class FarLaunchService {
  readonly #options: FarLaunchServiceOptions
  readonly #launches = new Map<string, Launch>()
  #timer: NodeJS.Timeout | null = null
  readonly #starting = new Set<{ readonly machine: string; readonly isStarted: Promise<unknown> }>()
  /** Connections that are about to be closed: nothing more is started through them. */
  readonly #closing = new WeakSet<SshLink>()
  #isOver = false
  #nextNumber = 1

  constructor(options: FarLaunchServiceOptions) {
    this.#options = options
  }

  has(id: string): boolean {
    return this.#launches.has(id)
  }

  async start(request: FarLaunchRequest): Promise<Result<LaunchState, AppError>> {
    const machine = this.#options.machineOf(request.machine)
    if (machine === null) return err({ kind: 'not-found', what: 'machine' })
    const { link, name } = machine
    if (link === null) return err({ kind: 'link-lost', machine: name })
    if (this.#isClosing(link)) return err(beingDisconnected(name, request))
    const opened = FarLaunch.open(link, name, this.#options.pace)
    if (!opened.ok) return opened
    const far = opened.value
    const isStarted = this.#startThrough(far, link, request, { id: request.machine, name })
    const starting = { machine: request.machine, isStarted }
    this.#starting.add(starting)
    const started = await isStarted.finally(() => this.#starting.delete(starting))
    if (!started.ok) far.dispose()
    return started
  }

  list(): readonly LaunchState[] {
    return [...this.#launches.values()].map(stateOf)
  }

  output(id: string, stream: 'stdout' | 'stderr', fromOffset: number): Result<LaunchOutput, AppError> {
    const launch = this.#launches.get(id)
    if (launch === undefined) return err({ kind: 'not-found', what: 'launch' })
    return ok({ stream, ...launch[stream].read(fromOffset, maxReadBytes) })
  }

  /** Whatever waits goes on first: see LaunchService. */
  async stop(id: string, how: 'terminate' | 'kill'): Promise<Result<null, AppError>> {
    const launch = this.#launches.get(id)
    if (launch?.phase !== 'running') return err({ kind: 'not-found', what: 'launch' })
    if (how === 'terminate') await this.#options.ports.resumeAll(launch.portId)
    const signalled = await launch.far.signal(how === 'kill' ? 'KILL' : 'TERM')
    if (signalled.ok && how === 'terminate') launch.stopRequest.ask()
    this.#options.onChange()
    return signalled
  }

  /** Forgets one that has ended or whose connection is gone, with its output. */
  async remove(id: string): Promise<Result<null, AppError>> {
    const launch = this.#launches.get(id)
    if (launch === undefined || isRunning(launch)) return err({ kind: 'not-found', what: 'ended launch' })
    this.#launches.delete(id)
    this.#discard(launch)
    this.#options.onChange()
    return ok(null)
  }

  /** Before the connection to a machine is closed: nothing is left waiting there, and nothing more is started. */
  async release(machineId: string): Promise<void> {
    const link = this.#options.machineOf(machineId)?.link ?? null
    if (link !== null) this.#closing.add(link)
    await this.#whenStarted(machineId)
    const running = [...this.#launches.values()].filter(
      ({ machine, phase }) => machine.id === machineId && phase === 'running',
    )
    await Promise.all(
      running.map(async (launch) => {
        await this.#whenArrived(launch)
        await this.#end(launch, 'lost')
      }),
    )
  }

  /** Before everything ends, so that nothing is started behind that: what is being started is waited for. */
  async startNoMore(): Promise<void> {
    this.#isOver = true
    await this.#whenStarted(null)
    await Promise.all([...this.#launches.values()].map((launch) => this.#whenArrived(launch)))
  }

  #isClosing(link: SshLink): boolean {
    return this.#isOver || this.#closing.has(link)
  }

  /** One that was started a moment ago has not reached its port yet; without a port it would wait there until it is ended. */
  async #whenArrived(launch: Launch): Promise<void> {
    while (this.#isAwaited(launch)) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await Promise.all([this.#lookOnce(launch), pause(listedLookMs)])
    }
  }

  #isAwaited({ portId, request, phase, exitCode, startedAt }: Launch): boolean {
    if (!request.suspends || phase !== 'running' || exitCode !== null) return false
    const isAtPort = this.#options.ports.list().some(({ id, runtimes }) => id === portId && runtimes.length > 0)
    return !isAtPort && performance.now() < startedAt + startingWithinMs
  }

  /** On that machine, or on all. */
  async #whenStarted(machineId: string | null): Promise<void> {
    const starting = [...this.#starting].filter(({ machine }) => machineId === null || machine === machineId)
    if (starting.length === 0) return
    const waiting = new AbortController()
    const all = Promise.allSettled(starting.map(({ isStarted }) => isStarted))
    await Promise.race([all, pause(startingWithinMs, waiting.signal)])
    waiting.abort()
  }

  /** Whether this port is for a program that is being started on another machine, or has just been: nothing waits at it yet. */
  isStarting(portId: string): boolean {
    const isStarted = (launch: Launch): boolean =>
      launch.portId === portId && launch.phase !== 'starting' && !this.#isAwaited(launch)
    return this.#options.ports.isElsewhere(portId) && ![...this.#launches.values()].some(isStarted)
  }

  /** On its ports nothing waits any more. */
  dispose(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    for (const launch of this.#launches.values()) {
      launch.far.dispose()
      launch.stdout.dispose()
      launch.stderr.dispose()
    }
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
    const { ports } = this.#options
    const id = `far-launch-${this.#nextNumber++}`
    const address = `${folder}/port`
    const { suspends, firstRule, rule, nameRules, beforeResume } = request
    const opened = await ports.open({
      address: null,
      suspends,
      rule,
      firstRule,
      launchId: id,
      ...(nameRules ? { nameRules } : {}),
      ...(beforeResume ? { beforeResume } : {}),
      elsewhere: this.#elsewhere(id, machine, address, suspends),
    })
    if (!opened.ok) return opened
    const portId = opened.value.id
    const localAddress = ports.listeningAt(portId) ?? ''
    const listening = await link.listen(address, localAddress)
    if (!listening.ok) {
      await ports.close(portId)
      return err(link.isOpen ? far.forwardingForbidden(address) : { kind: 'link-lost', machine: machine.name })
    }
    const stopListening = (): Promise<void> => link.stopListening(address, localAddress)
    const prepared = this.#isClosing(link)
      ? err(beingDisconnected(machine.name, request))
      : this.#prepare(id, { machine, request, portId, far, stopListening })
    if (!prepared.ok) {
      await ports.close(portId)
      await stopListening()
      return prepared
    }
    const launch = prepared.value
    const variable = ['DOTNET_DiagnosticPorts', diagnosticPortsValue(address, suspends)] as const
    const started = await far.start(programOf(request, [variable]))
    if (!started.ok) {
      await this.#notStarted(launch, started.error)
      return started
    }
    launch.pid = started.value
    launch.phase = 'running'
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs).unref()
    this.#options.onChange()
    return ok(stateOf(launch))
  }

  /** Without an answer nobody knows whether it runs there: it stays on the list. */
  async #notStarted(launch: Launch, { kind }: AppError): Promise<void> {
    const isCertain = kind === 'not-launched-there' || kind === 'invalid-request'
    if (!isCertain) {
      launch.phase = 'running'
      return this.#end(launch, 'lost')
    }
    this.#launches.delete(launch.id)
    this.#discard(launch)
    await this.#options.ports.close(launch.portId)
    await launch.stopListening()
  }

  /** With the files for its output, which a full disk can refuse. */
  #prepare(
    id: string,
    parts: Pick<Launch, 'machine' | 'request' | 'portId' | 'far' | 'stopListening'>,
  ): Result<Launch, AppError> {
    const folder = path.join(this.#options.folder, id)
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
      const stdout = new OutputFile(path.join(folder, 'stdout.txt'))
      const stderr = new OutputFile(path.join(folder, 'stderr.txt'))
      const outputs = { stdout: new FarOutput('stdout', stdout), stderr: new FarOutput('stderr', stderr) }
      const nothing = {
        waiting: new Map<number, boolean>(),
        pid: null,
        endedMs: null,
        exitCode: null,
        isLookedAt: false,
        stopRequest: new StopRequest(this.#options.stopWithinMs),
      }
      const launch: Launch = {
        ...parts,
        id,
        startedMs: Date.now(),
        startedAt: performance.now(),
        stdout,
        stderr,
        outputs,
        phase: 'starting',
        ...nothing,
      }
      this.#launches.set(id, launch)
      return ok(launch)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
      return err({ kind: 'io', operation: 'launch', path: folder, code })
    }
  }

  #elsewhere(id: string, machine: MachineRef, address: string, suspends: boolean): PortElsewhere {
    const directory = () => this.#options.processes.of(machine.id)
    const waiting = (pid: number): Waiting => {
      // Whoever comes was told to wait, until that machine says otherwise.
      const isWaiting = this.#launches.get(id)?.waiting.get(pid) ?? suspends
      return { isWaiting, waitsFor: isWaiting ? ['this-port'] : [] }
    }
    const processKeyOf = (pid: number): string | null => {
      // A number that a stranger has sent is not a process of the launch.
      if (this.#launches.get(id)?.waiting.has(pid) !== true) return null
      const startKey = directory()?.startKeyOf(pid) ?? null
      return startKey === null ? null : `${machine.id}/${pid}:${startKey}`
    }
    const isListed = (pid: number): boolean => {
      const key = processKeyOf(pid)
      return key !== null && directory()?.endpointOf(asProcessKey(key)) != null
    }
    return {
      address,
      waiting,
      processKeyOf,
      detailsOf: (pid) => (processKeyOf(pid) === null ? null : (directory()?.detailsOf(pid) ?? null)),
      whenListed: async (pid) => {
        const endMs = performance.now() + listedWithinMs
        while (!isListed(pid) && performance.now() < endMs && this.#launches.get(id)?.phase !== 'lost') {
          const launch = this.#launches.get(id)
          // oxlint-disable-next-line no-await-in-loop -- one look after the other
          await Promise.all([launch && this.#lookOnce(launch), directory()?.refresh()])
          // oxlint-disable-next-line no-await-in-loop -- as above
          await pause(listedLookMs)
        }
      },
    }
  }

  #look(): void {
    for (const launch of this.#launches.values()) void this.#lookOnce(launch)
  }

  /** Not while a look goes on; each launch by itself, because a machine that is slow must not hold up the others. */
  async #lookOnce(launch: Launch): Promise<void> {
    if (launch.isLookedAt || launch.phase !== 'running') return
    launch.isLookedAt = true
    await this.#lookAt(launch).finally(() => (launch.isLookedAt = false))
  }

  async #lookAt(launch: Launch): Promise<void> {
    const port = this.#options.ports.list().find(({ id }) => id === launch.portId)
    const pids = port?.runtimes.filter(({ phase }) => phase !== 'gone').map(({ targetPid }) => targetPid) ?? []
    const state = await launch.far.state([...new Set(pids)])
    if (!state.ok) return this.#end(launch, 'lost')
    launch.waiting = state.value.isWaiting
    const { exitCode, isOver, sizes } = state.value
    const hasChanged = launch.stopRequest.look() || exitCode !== launch.exitCode
    launch.exitCode = exitCode
    const taken = [
      await launch.outputs.stdout.take(launch.far, sizes.stdout),
      await launch.outputs.stderr.take(launch.far, sizes.stderr),
    ]
    if (taken.some((result) => !result.ok)) return this.#end(launch, 'lost')
    if (isOver && taken.every((result) => result.ok && result.value)) await this.#end(launch, 'ended')
    else if (hasChanged) this.#options.onChange()
  }

  /** Its port goes, and with it the folder there; without a connection the loop beside the program removes that. */
  async #end(launch: Launch, phase: 'ended' | 'lost'): Promise<void> {
    if (launch.phase !== 'running') return
    launch.phase = phase
    launch.endedMs = Date.now()
    this.#options.onChange()
    await this.#options.ports.close(launch.portId)
    await launch.stopListening()
    if (phase === 'ended') await launch.far.removeFolder()
    launch.far.dispose()
    this.#options.onChange()
  }

  #discard(launch: Launch): void {
    launch.stdout.dispose()
    launch.stderr.dispose()
    fs.rmSync(path.join(this.#options.folder, launch.id), { recursive: true, force: true })
  }
}

function beingDisconnected(machine: string, { command }: FarLaunchRequest): AppError {
  return { kind: 'not-launched-there', machine, reason: 'disconnecting', path: command, searched: null }
}

/** What the person sets comes after what is taken away, and the port after that. */
function programOf({ folder, command, args, variables }: FarLaunchRequest, last: FarVariables): FarProgram {
  const taken = diagnosticVariables.map((name) => [name, null] as const)
  return { folder, command, args, variables: [...taken, ...Object.entries(variables), ...last] }
}

function isRunning({ phase }: Launch): boolean {
  return phase === 'running' || phase === 'starting'
}

function stateOf(launch: Launch): LaunchState {
  const { request, exitCode } = launch
  const signal = exitCode === null ? null : (signalNames[exitCode] ?? null)
  return {
    id: launch.id,
    machine: launch.machine,
    command: request.command,
    args: request.args,
    folder: request.folder,
    phase: launch.phase,
    pid: launch.pid,
    portId: launch.portId,
    startedMs: launch.startedMs,
    endedMs: launch.endedMs,
    exitCode: signal === null ? exitCode : null,
    signal,
    stopping: launch.stopRequest.state,
    stdoutBytes: launch.stdout.totalBytes,
    stderrBytes: launch.stderr.totalBytes,
    variableNames: Object.keys(request.variables),
    error: null,
  }
}
