import type { LoadedRuntime, OperatingSystem, OsProcess, OsProcessDetails, OsUsage } from '../os/operating-system.ts'
import {
  parseAuxiliaryVector,
  parseCgroup,
  parseCommandLine,
  parseEnvironment,
  processOf,
  type ProcStat,
} from '../os/linux/proc-parse.ts'
import { hasRuntimeStarted } from '../os/linux/runtime-threads.ts'
import { textOf, type FarProcess, type FarReply } from './far-replies.ts'

/** As long as the local list reads them. */
const maxCommandLineBytes = 128 * 1024

interface Known {
  readonly process: FarProcess
  readonly environment: ReadonlyMap<string, string> | null
  stat: ProcStat
  /** When `stat` was read, and the one before, for the share of CPU. */
  readMs: number
  before: { readonly cpuTicks: number; readonly readMs: number } | null
  isIdle: boolean
  isGone: boolean
}

/** What the last answers said about processes of another machine. Only those with a socket of a runtime are known. */
export class RemoteSystem implements OperatingSystem {
  readonly userId: number | null
  readonly hostName: string | null
  readonly #known = new Map<number, Known>()
  readonly #pageSize: number
  readonly #ticksPerSecond: number
  readonly #bootTimeMs: number

  /** `nowMs`: when the answer came; start times are by this machine's clock, whatever the other's says. */
  constructor(hello: FarReply, nowMs: number) {
    const uid = /^Uid:\s+\d+\s+(\d+)/m.exec(textOf(hello, 'status'))
    this.userId = uid === null ? null : Number(uid[1])
    this.hostName = /^[A-Za-z0-9_.-]{1,64}$/.exec(textOf(hello, 'host').trim())?.[0] ?? null
    const auxv = hello.parts.get('auxv') ?? Buffer.alloc(0)
    const constants = parseAuxiliaryVector(auxv.subarray(0, 4096))
    this.#pageSize = inRange(constants.pageSize, 1024, 1024 * 1024, 4096)
    this.#ticksPerSecond = inRange(constants.ticksPerSecond, 1, 10_000, 100)
    const uptimeSeconds = Number.parseFloat(textOf(hello, 'uptime'))
    this.#bootTimeMs = nowMs - (Number.isFinite(uptimeSeconds) ? uptimeSeconds : 0) * 1000
  }

  get knownPids(): readonly number[] {
    return [...this.#known].flatMap(([pid, { isGone }]) => (isGone ? [] : [pid]))
  }

  /** Those whose figures are read in this step: every other one, of idle processes every fourth, and each while one is new or waits at its start. */
  pidsToRead(step: number): readonly number[] {
    return this.knownPids.filter((pid) => step % this.#stepsOf(pid) === 0)
  }

  /** Null when it is not known, or has ended. */
  startKeyOf(pid: number): string | null {
    return this.process(pid)?.startKey ?? null
  }

  learn(process: FarProcess, environment: Buffer | null, readMs: number): void {
    const variables = environment === null ? null : parseEnvironment(environment.toString('utf8'))
    this.#known.set(process.pid, {
      process,
      environment: variables,
      stat: process.stat,
      readMs,
      before: null,
      isIdle: false,
      isGone: false,
    })
  }

  /** One poll: a process that was asked about and is not in it has ended, and so has one whose number belongs to another now. */
  update(asked: readonly number[], stats: ReadonlyMap<number, ProcStat>, readMs: number): void {
    for (const pid of asked) {
      const known = this.#known.get(pid)
      if (known === undefined) continue
      const stat = stats.get(pid)
      if (stat === undefined || stat.startTicks !== known.stat.startTicks) {
        known.isGone = true
        continue
      }
      known.isIdle = isIdle(known.stat, stat, ((readMs - known.readMs) / 1000) * this.#ticksPerSecond)
      known.before = { cpuTicks: known.stat.cpuTicks, readMs: known.readMs }
      known.stat = stat
      known.readMs = readMs
    }
  }

  forget(pid: number): void {
    this.#known.delete(pid)
  }

  listPids(): Promise<readonly number[]> {
    return Promise.resolve(this.knownPids)
  }

  process(pid: number): OsProcess | null {
    const known = this.#known.get(pid)
    if (known === undefined || known.isGone) return null
    return processOf(pid, known.stat, { bootTimeMs: this.#bootTimeMs, ticksPerSecond: this.#ticksPerSecond })
  }

  details(pid: number): OsProcessDetails {
    const process = this.#known.get(pid)?.process
    const line = process?.commandLine.subarray(0, maxCommandLineBytes) ?? null
    // A process of somebody else shows its command line as well; an empty one says nothing.
    const args = line === null || line.length === 0 ? null : parseCommandLine(line.toString('utf8'))
    return {
      userId: process?.userId ?? null,
      userName: process?.userName ?? null,
      isSameUser: process !== undefined && process.userId === this.userId,
      commandLine: args === null ? null : args.join(' '),
      arguments: args,
      commandLineBytes: line?.length ?? null,
      executable: process?.executable ?? null,
      workingFolder: process?.workingFolder ?? null,
      container: process === undefined ? null : containerOf(process),
    }
  }

  environment(pid: number): ReadonlyMap<string, string> | null {
    return this.#known.get(pid)?.environment ?? null
  }

  /** Its memory map is too long to be read over a link; debugger pipes beside its socket tell CoreCLR. */
  loadedRuntime(pid: number): LoadedRuntime | 'none' | 'unreadable' {
    return this.#known.get(pid)?.process.hasDebuggerPipe === true ? { flavour: 'coreclr', version: null } : 'unreadable'
  }

  hasRuntimeStarted(pid: number): boolean | null {
    const known = this.#known.get(pid)
    if (known === undefined) return null
    // More threads than a runtime has that waits: it went on since they were read.
    if (known.stat.threadCount > suspendedThreads) return true
    return hasRuntimeStarted(known.process.threadNames)
  }

  usage(pids: readonly number[]): Promise<readonly OsUsage[]> {
    return Promise.resolve(
      pids.flatMap((pid) => {
        const known = this.#known.get(pid)
        if (known === undefined || known.isGone) return []
        const { stat, before, readMs } = known
        const seconds = before === null ? 0 : (readMs - before.readMs) / 1000
        const ticks = before === null ? 0 : stat.cpuTicks - before.cpuTicks
        const cpuPercent = seconds > 0 ? Math.max(0, (ticks / this.#ticksPerSecond / seconds) * 100) : null
        const workingSetBytes = Math.max(0, stat.residentPages) * this.#pageSize
        return [{ pid, cpuPercent, workingSetBytes, threadCount: stat.threadCount }]
      }),
    )
  }

  #stepsOf(pid: number): number {
    const known = this.#known.get(pid)
    if (known?.before === null || this.hasRuntimeStarted(pid) === false) return 1
    return known?.isIdle === true ? 4 : 2
  }

  userName(userId: number): string | null {
    for (const { process } of this.#known.values()) if (process.userId === userId) return process.userName
    return null
  }
}

/** Of a suspended runtime there are two or three (main/os/linux/runtime-threads.ts), and one for each session. */
const suspendedThreads = 6

/** Hardly anything that a person would see moved: 1 % of a core, or of its memory. */
function isIdle(before: ProcStat, now: ProcStat, ticks: number): boolean {
  if (Math.abs(now.residentPages - before.residentPages) > before.residentPages / 100) return false
  return now.threadCount === before.threadCount && now.cpuTicks - before.cpuTicks <= ticks / 100
}

function containerOf({ cgroup, namespacePids }: FarProcess): OsProcessDetails['container'] {
  const named = parseCgroup(cgroup)
  const innerPid = namespacePids.length > 1 ? (namespacePids.at(-1) ?? null) : null
  if (named === null && innerPid === null) return null
  return { id: named?.id ?? 'namespace', engine: named?.engine ?? 'other', innerPid }
}

function inRange(value: number, least: number, most: number, otherwise: number): number {
  return Number.isInteger(value) && value >= least && value <= most ? value : otherwise
}
