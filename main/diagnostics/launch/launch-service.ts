import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { LaunchOutput, LaunchPhase, LaunchState, NameRule, PortRule } from '../../../shared/model/port.ts'
import { lookAtForeign } from '../../foreign/foreign-files.ts'
import { withOwnDescriptorsClosed } from '../../os/linux/own-descriptors.ts'
import { isGroupAlive } from '../../os/process-group.ts'
import { removeWithin } from '../../os/remove-within.ts'
import { diagnosticPortsValue } from '../ports/port-address.ts'
import type { BeforeResume, PortService } from '../ports/port-service.ts'
import { launchEnvironment } from './launch-environment.ts'
import { OutputFile } from './output-file.ts'
import { programVersion, whyNotSuspended } from './program-version.ts'
import { StopRequest } from './stop-request.ts'

/*
 * Starts a command so that its runtimes come to a port of ours before they run anything: the only way to see a start-up. The port
 * is inherited by everything the command starts; each of those processes waits too and is let go by the rule, so that `dotnet
 * run`, `dotnet test` and MSBuild do not stand still.
 */

export interface LaunchRequest {
  readonly command: string
  readonly args: readonly string[]
  readonly folder: string
  /** Null removes a variable. Values are secrets: they are neither logged nor told to the page again. */
  readonly variables: Readonly<Record<string, string | null>>
  /** Whether its runtimes wait at their start. */
  readonly suspends: boolean
  /** For the first runtime that comes. */
  readonly firstRule: PortRule
  /** For those that come later. */
  readonly rule: PortRule
  /** By the name of the program, before `rule`. */
  readonly nameRules?: readonly NameRule[]
  readonly beforeResume?: BeforeResume
}

export interface LaunchServiceOptions {
  readonly ports: PortService
  /** Folder for output; one folder per launch in it. */
  readonly folder: string
  readonly onChange: () => void
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Told each pid that was started with a port (the watchdog). */
  readonly onStarted?: (pid: number) => void
  /** How long a program may take to end when it is asked to; tests do not wait as long. */
  readonly stopWithinMs?: number
}

const lookEveryMs = 500
/** Of output in one answer. */
const maxReadBytes = 256 * 1024

interface Launch {
  readonly id: string
  readonly request: LaunchRequest
  readonly startedMs: number
  readonly stdout: OutputFile
  readonly stderr: OutputFile
  readonly portId: string
  readonly stopRequest: StopRequest
  child: ChildProcess | null
  phase: LaunchPhase
  endedMs: number | null
  exitCode: number | null
  signal: string | null
  error: AppError | null
}

export class LaunchService {
  readonly #options: LaunchServiceOptions
  readonly #launches = new Map<string, Launch>()
  #timer: NodeJS.Timeout | null = null
  #nextNumber = 1

  constructor(options: LaunchServiceOptions) {
    this.#options = options
  }

  async start(request: LaunchRequest): Promise<Result<LaunchState, AppError>> {
    const refused = await this.#check(request)
    if (refused) return err(refused)
    const id = `launch-${this.#nextNumber++}`
    const { beforeResume, firstRule, rule, nameRules, suspends } = request
    const opened = await this.#options.ports.open({
      address: null,
      suspends,
      rule,
      firstRule,
      ...(nameRules ? { nameRules } : {}),
      launchId: id,
      ...(beforeResume ? { beforeResume } : {}),
    })
    if (!opened.ok) return opened
    const prepared = await this.#prepare(id, request, opened.value.id)
    if (!prepared.ok) {
      await this.#options.ports.close(opened.value.id)
      return prepared
    }
    const launch = prepared.value
    this.#launches.set(id, launch)
    const started = await this.#spawn(launch, opened.value.address)
    if (!started.ok) {
      launch.phase = 'failed'
      launch.error = started.error
      launch.endedMs = Date.now()
      await this.#options.ports.close(opened.value.id)
    }
    this.#options.onChange()
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs).unref()
    return started.ok ? ok(stateOf(launch)) : started
  }

  list(): readonly LaunchState[] {
    return [...this.#launches.values()].map(stateOf)
  }

  output(id: string, stream: 'stdout' | 'stderr', fromOffset: number): Result<LaunchOutput, AppError> {
    const launch = this.#launches.get(id)
    if (!launch) return err({ kind: 'not-found', what: 'launch' })
    return ok({ stream, ...launch[stream].read(fromOffset, maxReadBytes) })
  }

  /**
   * Asks the whole process group to end. Whatever waits is resumed first: a suspended .NET 9 ignores SIGTERM, and a suspended .NET 10
   * dies of it and leaves its socket behind.
   */
  async stop(id: string, how: 'terminate' | 'kill'): Promise<Result<null, AppError>> {
    const launch = this.#launches.get(id)
    const pid = launch?.child?.pid
    if (!launch || pid === undefined) return err({ kind: 'not-found', what: 'launch' })
    if (how === 'terminate') await this.#options.ports.resumeAll(launch.portId)
    signalGroup(pid, how === 'kill' ? 'SIGKILL' : 'SIGTERM')
    if (how === 'terminate') launch.stopRequest.ask()
    this.#options.onChange()
    return ok(null)
  }

  /** Forgets one that has ended, with its output. */
  async remove(id: string): Promise<Result<null, AppError>> {
    const launch = this.#launches.get(id)
    if (!launch || !hasEnded(launch)) return err({ kind: 'not-found', what: 'ended launch' })
    this.#launches.delete(id)
    launch.stdout.dispose()
    launch.stderr.dispose()
    // Where it stays (on Windows what the command has left running has its output open) it goes with the folder of this run.
    await removeWithin(path.join(this.#options.folder, id))
    this.#options.onChange()
    return ok(null)
  }

  /** Whether that process is the command of a launch that has not ended. */
  isLaunched(pid: number): boolean {
    return [...this.#launches.values()].some((launch) => launch.child?.pid === pid && !hasEnded(launch))
  }

  /** Whether anything that was launched, or a child of it, may still start a runtime that comes to that port. */
  isInUse(portId: string): boolean {
    return [...this.#launches.values()].some((launch) => launch.portId === portId && !hasEnded(launch))
  }

  dispose(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    for (const launch of this.#launches.values()) {
      launch.stdout.dispose()
      launch.stderr.dispose()
    }
  }

  async #check({ command, args, folder, suspends, variables }: LaunchRequest): Promise<AppError | null> {
    const texts = [command, ...args, folder, ...Object.keys(variables), ...Object.values(variables)]
    if (texts.some((text) => text?.includes('\0')))
      return { kind: 'invalid-request', what: 'launch', detail: 'a text contains a NUL character' }
    const state = await lookAtForeign(folder)
    if (!state.ok || state.value.type !== 'folder')
      return { kind: 'io', operation: 'launch', path: folder, code: 'ENOENT' }
    const tooOld = suspends ? whyNotSuspended(await programVersion(command, args, folder)) : null
    if (tooOld !== null) return tooOld
    const odd = Object.keys(variables).find((name) => name === '' || name.includes('='))
    return odd === undefined ? null : { kind: 'invalid-request', what: 'variable name', detail: odd }
  }

  /** With the files for its output, which a full disk can refuse. */
  async #prepare(id: string, request: LaunchRequest, portId: string): Promise<Result<Launch, AppError>> {
    const folder = path.join(this.#options.folder, id)
    const stopRequest = new StopRequest(this.#options.stopWithinMs)
    const started = { id, request, portId, stopRequest, startedMs: Date.now() }
    try {
      await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 })
      const stdout = new OutputFile(path.join(folder, 'stdout.txt'))
      const stderr = new OutputFile(path.join(folder, 'stderr.txt'))
      const nothing = { child: null, endedMs: null, exitCode: null, signal: null, error: null }
      return ok({ ...started, stdout, stderr, phase: 'starting', ...nothing })
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
      return err({ kind: 'io', operation: 'launch', path: folder, code })
    }
  }

  #spawn(launch: Launch, address: string): Promise<Result<null, AppError>> {
    const { command, args, folder, suspends, variables } = launch.request
    const env = {
      ...launchEnvironment(this.#options.environment ?? process.env, variables),
      DOTNET_DiagnosticPorts: diagnosticPortsValue(address, suspends),
    }
    return new Promise((resolve) => {
      const fail = (error: NodeJS.ErrnoException): void =>
        resolve(err({ kind: 'io', operation: 'launch', path: command, code: error.code ?? error.name }))
      let child: ChildProcess
      try {
        // A group of its own: stopping reaches its children, and a Ctrl-C in our terminal is not theirs.
        child = withOwnDescriptorsClosed(() =>
          spawn(command, [...args], {
            cwd: folder,
            env,
            detached: process.platform !== 'win32',
            windowsHide: true,
            stdio: ['ignore', launch.stdout.descriptor, launch.stderr.descriptor],
          }),
        )
      } catch (error) {
        // E2BIG, EAGAIN and other failures that Node throws instead of reporting them.
        return fail(error as NodeJS.ErrnoException)
      }
      launch.child = child
      child.once('spawn', () => {
        launch.phase = 'running'
        if (child.pid !== undefined) this.#options.onStarted?.(child.pid)
        resolve(ok(null))
      })
      child.once('error', fail)
      child.once('exit', (code, signal) => {
        launch.exitCode = code
        launch.signal = signal
        this.#options.onChange()
      })
    })
  }

  /** The command has ended when nothing of its group is left: `dotnet run` ends after its program, a daemon lives on. */
  #look(): void {
    for (const launch of this.#launches.values()) {
      if (launch.phase !== 'running') continue
      launch.stdout.trim()
      launch.stderr.trim()
      const pid = launch.child?.pid ?? 0
      const isRunning = launch.child?.exitCode === null && launch.child.signalCode === null
      if (isRunning || isGroupAlive(pid)) {
        if (launch.stopRequest.look()) this.#options.onChange()
        continue
      }
      launch.phase = 'ended'
      launch.endedMs = Date.now()
      void this.#options.ports.close(launch.portId)
      this.#options.onChange()
    }
  }
}

function hasEnded({ phase }: Launch): boolean {
  return phase === 'ended' || phase === 'failed'
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // ESRCH: it has ended by itself.
  }
}

function stateOf(launch: Launch): LaunchState {
  const { request, child } = launch
  return {
    id: launch.id,
    machine: null,
    command: request.command,
    args: request.args,
    folder: request.folder,
    phase: launch.phase,
    pid: child?.pid ?? null,
    portId: launch.portId,
    startedMs: launch.startedMs,
    endedMs: launch.endedMs,
    exitCode: launch.exitCode,
    signal: launch.signal,
    stopping: launch.stopRequest.state,
    unseenEnd: null,
    isEarlier: false,
    stdoutBytes: launch.stdout.totalBytes,
    stderrBytes: launch.stderr.totalBytes,
    variableNames: Object.keys(request.variables),
    error: launch.error,
  }
}
