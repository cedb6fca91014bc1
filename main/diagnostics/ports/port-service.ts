import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { fitsPattern } from '../../../shared/base/name-pattern.ts'
import { pidOfKey } from '../../../shared/model/machine.ts'
import type { NameRule, PortRule, PortRuntimeState, PortState } from '../../../shared/model/port.ts'
import type { OsProcessDetails } from '../../os/operating-system.ts'
import { removeWithin } from '../../os/remove-within.ts'
import { readTargetView } from '../../os/target-view.ts'
import type { ProcessInfo } from '../../protocol/decode.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import type { ListenAddress } from '../../transport/listener.ts'
import { processInfo } from '../client.ts'
import { answeredCommandLineBytes } from '../processes/harm-guard.ts'
import { addressFault, diagnosticPortsValue, makePrivateAddress } from './port-address.ts'
import { unknownWaiting, type PeerLook, type Waiting } from './peer-facts.ts'
import type { PortRuntime } from './port-runtime.ts'
import { RuntimePort } from './runtime-port.ts'

/** What a port tells the process that outlives us (main/watchdog). */
export interface PortWatcher {
  watch(address: ListenAddress): void
  forget(address: ListenAddress): void
}

/**
 * Runs before a runtime is resumed, when the rule is `record`: a session opened here sees everything from the start. Gives why there
 * is none; the runtime goes on all the same.
 */
export type BeforeResume = (runtime: {
  readonly endpoint: Endpoint
  readonly info: ProcessInfo | null
  /** Of the process list; null when it is not on this machine. */
  readonly processKey: string | null
}) => Promise<AppError | null>

export interface PortServiceOptions {
  readonly watcher: PortWatcher
  readonly onChange: () => void
  readonly startKeyOf?: (pid: number) => string | null
  /** What the operating system knows of a process; default: nothing, and then nothing is asked that could harm. */
  readonly detailsOf?: (pid: number) => OsProcessDetails
  readonly look?: PeerLook
  /** From the process list: one that goes on at once is not asked here. `learnt` says when there is more to be had. */
  readonly versionOf?: (processKey: string) => string | null
}

/**
 * Runtimes of another machine: they come through a socket there that a connection of ours leads to this port, so that this machine knows nothing of
 * their processes. By the number that a runtime says it has.
 */
export interface PortElsewhere {
  /** Of the socket there, as it goes into the variable. */
  readonly address: string
  readonly waiting: (targetPid: number) => Waiting
  /** Of the process list; null while it is not on it, and for a process that does not belong to the launch. */
  readonly processKeyOf: (targetPid: number) => string | null
  readonly detailsOf: (targetPid: number) => OsProcessDetails | null
  /** A runtime that runs when it comes was let go on through an earlier port: the rules are not for it. */
  readonly mayRunAlready?: boolean
  /** Resolves when the process list has it, or would have had it by now. */
  readonly whenListed: (targetPid: number) => Promise<void>
}

export interface OpenPortOptions {
  /** Null makes a private one: a socket in a folder of its own, or a pipe. */
  readonly address: ListenAddress | null
  readonly rule: PortRule
  readonly suspends: boolean
  readonly launchId?: string | null
  /** For the first runtime of a launch, which is the one that was meant; later ones follow the rule. */
  readonly firstRule?: PortRule
  /** By the name of the program, before `rule`. */
  readonly nameRules?: readonly NameRule[]
  readonly beforeResume?: BeforeResume
  readonly elsewhere?: PortElsewhere
}

interface OpenPort {
  readonly id: string
  readonly port: RuntimePort
  readonly options: OpenPortOptions
  readonly openedMs: number
  readonly privateFolder: string | null
  readonly infos: Map<string, ProcessInfo>
  /** Of those that were not asked. Kept: the process list forgets them when they have gone. */
  readonly versions: Map<string, string>
  /** Whose version has been announced: one may be known for a while before anybody is told. */
  readonly told: Set<string>
  readonly recordings: Map<string, { readonly error: AppError | null }>
  readonly decided: Map<string, NonNullable<PortRuntimeState['decided']>>
  rule: PortRule
  nameRules: readonly NameRule[]
  seenCount: number
}

/** Every port of this run. A runtime that waits is never left behind: a rule lets it go on, or a person, or the closing. */
export class PortService {
  readonly #options: PortServiceOptions
  readonly #ports = new Map<string, OpenPort>()
  #nextNumber = 1

  constructor(options: PortServiceOptions) {
    this.#options = options
  }

  async open(options: OpenPortOptions): Promise<Result<PortState, AppError>> {
    const made = options.address === null ? makePrivateAddress() : { address: options.address, folder: null }
    const fault = addressFault(made.address)
    if (fault !== null) return err({ kind: 'invalid-request', what: 'port address', detail: fault })
    const id = `port-${this.#nextNumber++}`
    const opened = await RuntimePort.open({
      address: made.address,
      ...lookOf(options.elsewhere, this.#options.look),
      // What was launched here waits because of us, whichever variable it is.
      resumesAll: options.launchId != null,
      onRuntime: (runtime) => void this.#arrived(id, runtime),
      onChange: this.#options.onChange,
    })
    if (!opened.ok) {
      if (made.folder !== null) await removeWithin(made.folder)
      return opened
    }
    const port = opened.value
    // Before anybody can have learnt the address.
    this.#options.watcher.watch(port.address)
    this.#ports.set(id, {
      id,
      port,
      options,
      openedMs: Date.now(),
      privateFolder: made.folder,
      infos: new Map(),
      versions: new Map(),
      told: new Set(),
      recordings: new Map(),
      decided: new Map(),
      rule: options.rule,
      nameRules: options.nameRules ?? [],
      seenCount: 0,
    })
    this.#options.onChange()
    return ok(this.#stateOf(this.#ports.get(id)))
  }

  list(): readonly PortState[] {
    return [...this.#ports.values()].map((open) => this.#stateOf(open))
  }

  /** Of this machine, also where runtimes know it by another address. */
  listeningAt(portId: string): string | null {
    return this.#ports.get(portId)?.port.address.path ?? null
  }

  /** Whether its runtimes are on another machine. */
  isElsewhere(portId: string): boolean {
    return this.#ports.get(portId)?.options.elsewhere !== undefined
  }

  setRule(portId: string, rule: PortRule): Result<null, AppError> {
    const open = this.#ports.get(portId)
    if (!open) return err({ kind: 'not-found', what: 'port' })
    open.rule = rule
    // Whoever waited for a person goes on when nobody is to wait any more.
    if (rule === 'resume') void open.port.resumeAll()
    this.#options.onChange()
    return ok(null)
  }

  /** Who waits already goes on waiting: a person is at it. */
  setNameRules(portId: string, nameRules: readonly NameRule[]): Result<null, AppError> {
    const open = this.#ports.get(portId)
    if (!open) return err({ kind: 'not-found', what: 'port' })
    open.nameRules = nameRules
    this.#options.onChange()
    return ok(null)
  }

  async resume(portId: string, cookie: string): Promise<Result<null, AppError>> {
    const runtime = this.#ports.get(portId)?.port.runtime(cookie) ?? null
    return runtime === null ? err({ kind: 'not-found', what: 'runtime' }) : runtime.resume()
  }

  /** The process list has found out the version of a process: told only when it is one of ours that had none. */
  learnt(processKey: string): void {
    let isNews = false
    const toldPid = pidOfKey(processKey)
    for (const open of this.#ports.values())
      for (const runtime of open.port.runtimes()) {
        const { cookie } = runtime
        const pid = runtime.pid ?? runtime.targetPid
        if (open.infos.has(cookie) || open.told.has(cookie) || pid !== toldPid) continue
        const isIts = this.#processKeyOf(open, runtime) === processKey
        if (!isIts || this.#versionOf(open, cookie, processKey) === null) continue
        open.told.add(cookie)
        isNews = true
      }
    if (isNews) this.#options.onChange()
  }

  /** The waiting runtime of a process, at whichever port; null when none of ours has it. */
  resumeProcess(processKey: string): Promise<Result<null, AppError>> | null {
    for (const { id, runtimes } of this.list())
      for (const { cookie, phase, processKey: key } of runtimes)
        if (key === processKey && (phase === 'waiting' || phase === 'unknown')) return this.resume(id, cookie)
    return null
  }

  /** All ports, or one. */
  async resumeAll(portId: string | null): Promise<Result<null, AppError>> {
    const ports = [...this.#ports.values()].filter(({ id }) => portId === null || id === portId)
    await Promise.all(ports.map(({ port }) => port.resumeAll()))
    return ok(null)
  }

  runtime(portId: string, cookie: string): PortRuntime | null {
    return this.#ports.get(portId)?.port.runtime(cookie) ?? null
  }

  /** Resumes what waits and closes. `keepsWatch`: processes that inherited the address may still start, so the watchdog stays. */
  async close(portId: string, keepsWatch = false): Promise<Result<null, AppError>> {
    const open = this.#ports.get(portId)
    if (!open) return err({ kind: 'not-found', what: 'port' })
    this.#ports.delete(portId)
    await open.port.close()
    if (!keepsWatch) {
      this.#options.watcher.forget(open.port.address)
      if (open.privateFolder !== null) await removeWithin(open.privateFolder)
    }
    this.#options.onChange()
    return ok(null)
  }

  /** `isWanted`: of only some of them. */
  async closeAll(
    keepsWatch: (port: PortState) => boolean,
    isWanted: (port: PortState) => boolean = () => true,
  ): Promise<void> {
    const all = [...this.#ports.values()].filter((open) => isWanted(this.#stateOf(open)))
    await Promise.all(all.map((open) => this.close(open.id, keepsWatch(this.#stateOf(open)))))
  }

  async #arrived(id: string, runtime: PortRuntime): Promise<void> {
    const open = this.#ports.get(id)
    // Came between listening and being noted: nothing may be left waiting.
    if (!open) return void runtime.resume()
    if (open.options.elsewhere?.mayRunAlready === true && runtime.phase === 'running') {
      await open.options.elsewhere.whenListed(runtime.targetPid)
      return void (await this.#ask(open, runtime))
    }
    open.seenCount++
    // The rules are for those that wait at this port; a variable of its own is the person's to lift.
    if (runtime.waitsOnItsOwn) return void (await this.#ask(open, runtime))
    const firstRule = open.seenCount === 1 ? (open.options.firstRule ?? null) : null
    const byName = firstRule === null && open.nameRules.length > 0
    // First of all: a build with hundreds of processes must not be slowed down by questions that nobody needs.
    if (!byName && (firstRule ?? open.rule) === 'resume') {
      open.decided.set(runtime.cookie, { rule: 'resume', pattern: null })
      return void (await runtime.resume())
    }
    await open.options.elsewhere?.whenListed(runtime.targetPid)
    const info = await this.#ask(open, runtime)
    const decided = byName ? ruleByName(open, info?.entryAssembly ?? nameOf(runtime.pid)) : null
    const { rule } = decided ?? { rule: firstRule ?? open.rule }
    open.decided.set(runtime.cookie, decided ?? { rule, pattern: null })
    this.#options.onChange()
    if (rule === 'resume') return void (await runtime.resume())
    if (rule === 'record' && open.options.beforeResume) {
      try {
        const processKey = this.#runtimeState(open, runtime).processKey
        const error = await open.options.beforeResume({ endpoint: runtime.endpoint, info, processKey })
        open.recordings.set(runtime.cookie, { error })
        this.#options.onChange()
      } finally {
        await runtime.resume()
      }
    } else if (rule === 'record') {
      await runtime.resume()
    }
  }

  /** Only when the command line of the process that connected is known and short enough: a longer one can end the runtime. */
  async #ask(open: OpenPort, runtime: PortRuntime): Promise<ProcessInfo | null> {
    const { pid, targetPid } = runtime
    const { elsewhere } = open.options
    const detailsHere = () => (pid === null ? null : (this.#options.detailsOf?.(pid) ?? null))
    const details = elsewhere === undefined ? detailsHere() : elsewhere.detailsOf(targetPid)
    const commandLineBytes = details === null ? null : answeredCommandLineBytes(details)
    const answered = await processInfo(runtime.endpoint, { commandLineBytes })
    if (!answered.ok || answered.value === null) return null
    open.infos.set(runtime.cookie, answered.value.info)
    this.#options.onChange()
    return answered.value.info
  }

  #stateOf(open: OpenPort | undefined): PortState {
    if (!open) throw new Error('the port is not open')
    const { port } = open
    const address = open.options.elsewhere?.address ?? port.address.path
    return {
      id: open.id,
      transport: port.address.transport,
      address,
      variable: diagnosticPortsValue(address, open.options.suspends),
      rule: open.rule,
      nameRules: open.nameRules,
      launchId: open.options.launchId ?? null,
      openedMs: open.openedMs,
      rejectedCount: port.rejectedCount,
      runtimes: port.runtimes().map((runtime) => this.#runtimeState(open, runtime)),
    }
  }

  #runtimeState(open: OpenPort, runtime: PortRuntime): PortRuntimeState {
    const info = open.infos.get(runtime.cookie) ?? null
    const processKey = this.#processKeyOf(open, runtime)
    return {
      cookie: runtime.cookie,
      phase: runtime.phase,
      waitsFor: runtime.waitsFor,
      targetPid: runtime.targetPid,
      pid: runtime.pid,
      identity: runtime.identity,
      processKey,
      name: info?.entryAssembly ?? nameOf(runtime.pid),
      runtimeVersion: info?.runtimeVersion ?? this.#versionOf(open, runtime.cookie, processKey),
      arrivedMs: runtime.arrivedMs,
      connectionCount: runtime.connectionCount,
      decided: open.decided.get(runtime.cookie) ?? null,
      recording: open.recordings.get(runtime.cookie) ?? null,
      error: runtime.error,
    }
  }

  #processKeyOf({ options }: OpenPort, { pid, targetPid }: PortRuntime): string | null {
    if (options.elsewhere !== undefined) return options.elsewhere.processKeyOf(targetPid)
    const startKey = pid === null ? null : (this.#options.startKeyOf?.(pid) ?? null)
    return startKey === null ? null : `${pid}:${startKey}`
  }

  #versionOf({ versions }: OpenPort, cookie: string, processKey: string | null): string | null {
    const known = versions.get(cookie)
    if (known !== undefined || processKey === null) return known ?? null
    const found = this.#options.versionOf?.(processKey) ?? null
    if (found !== null) versions.set(cookie, found)
    return found
  }
}

/** Nothing that connects is a process of this machine: the connection is ssh's. */
function lookOf(elsewhere: PortElsewhere | undefined, look: PeerLook | undefined): { readonly look?: PeerLook } {
  if (elsewhere === undefined) return look === undefined ? {} : { look }
  const { waiting } = elsewhere
  const nobody = { pid: null, identity: null }
  return { look: { identify: () => nobody, waiting: () => unknownWaiting, waitingElsewhere: waiting } }
}

function ruleByName(open: OpenPort, name: string | null): { readonly rule: PortRule; readonly pattern: string } | null {
  const found = open.nameRules.find(({ pattern }) => name !== null && fitsPattern(pattern, name))
  return found === undefined ? null : { rule: found.rule, pattern: found.pattern }
}

function nameOf(pid: number | null): string | null {
  const files = pid === null ? null : readTargetView(pid)?.memory.files
  return files?.[0] === undefined ? null : path.basename(files[0])
}
