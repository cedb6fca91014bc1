import fs from 'node:fs'
import type { LoadedRuntime, OperatingSystem, OsProcess, OsProcessDetails, OsUsage } from '../operating-system.ts'
import { UserTable } from '../user-table.ts'
import {
  findVariable,
  parseAuxiliaryVector,
  parseCgroup,
  parseCommandLine,
  parseEnvironment,
  parseMaps,
  parseStat,
  parseStatus,
  processOf,
  type ProcStat,
} from './proc-parse.ts'
import { hasRuntimeStarted, readThreadNames } from './runtime-threads.ts'
import { readProcBytes, readProcLink, readProcText, shortLimitBytes } from './proc-files.ts'

/** Longest command line kept for a row; the length itself is measured further, see `commandLineLimitBytes`. */
const maxCommandLineBytes = 128 * 1024
const maxEnvironmentBytes = 4 * 1024 * 1024
/** One look at the machine asks for the same process several times (alive? parent of whom? how busy?): it is read once. */
const freshMs = 150
/** Runtimes are mapped early and their files lie together; a map this long has shown them. */
const maxMapsBytes = 2 * 1024 * 1024

/** With the moment it was read. */
type ReadStat = ProcStat & { readonly readMs: number }

/** Processes out of /proc, read by ourselves: docs/decisions/0020 has the comparison with the libraries. */
export class LinuxSystem implements OperatingSystem {
  readonly #procRoot: string
  readonly #users: UserTable
  readonly #pageSize: number
  readonly #ticksPerSecond: number
  readonly #bootTimeMs: number
  readonly #ownMountNamespace: string | null
  readonly #stats = new Map<number, ReadStat>()
  #statsMs = -Infinity
  #pids: readonly number[] = []
  #listedMs = -Infinity
  readonly #lastUsage = new Map<
    number,
    { readonly startTicks: string; readonly cpuTicks: number; readonly timeMs: number }
  >()

  /** Another root and user table serve tests. */
  constructor(options: { readonly procRoot?: string; readonly users?: UserTable } = {}) {
    this.#procRoot = options.procRoot ?? '/proc'
    this.#users = options.users ?? new UserTable('/etc/passwd')
    const constants = parseAuxiliaryVector(readProcBytes(`${this.#procRoot}/self/auxv`, 4096) ?? new Uint8Array(0))
    this.#pageSize = constants.pageSize
    this.#ticksPerSecond = constants.ticksPerSecond
    const uptimeSeconds = Number(readProcText(`${this.#procRoot}/uptime`, 200)?.split(' ', 1)[0] ?? 0)
    this.#bootTimeMs = Date.now() - uptimeSeconds * 1000
    this.#ownMountNamespace = readProcLink(`${this.#procRoot}/self/ns/mnt`)
  }

  listPids(): Promise<readonly number[]> {
    const nowMs = performance.now()
    if (nowMs - this.#listedMs < freshMs) return Promise.resolve(this.#pids)
    const pids: number[] = []
    for (const name of fs.readdirSync(this.#procRoot)) {
      const pid = Number(name)
      if (Number.isInteger(pid)) pids.push(pid)
    }
    this.#pids = pids
    this.#listedMs = nowMs
    return Promise.resolve(pids)
  }

  process(pid: number): OsProcess | null {
    const stat = this.#stat(pid)
    if (stat === null) return null
    return processOf(pid, stat, { bootTimeMs: this.#bootTimeMs, ticksPerSecond: this.#ticksPerSecond })
  }

  details(pid: number): OsProcessDetails {
    const status = parseStatus(readProcText(this.#file(pid, 'status'), shortLimitBytes) ?? '')
    const userId = status.effectiveUserId < 0 ? null : status.effectiveUserId
    const commandLineBytes = readProcBytes(this.#file(pid, 'cmdline'), maxCommandLineBytes)
    const size = commandLineBytes?.length ?? null
    const args = commandLineBytes === null ? null : parseCommandLine(Buffer.from(commandLineBytes).toString('utf8'))
    return {
      userId,
      userName: userId === null ? null : this.#users.nameOf(userId),
      isSameUser: userId !== null && userId === process.geteuid?.(),
      commandLine: args === null || args.length === 0 ? null : args.join(' '),
      arguments: args,
      commandLineBytes: size,
      executable: readProcLink(this.#file(pid, 'exe')),
      workingFolder: readProcLink(this.#file(pid, 'cwd')),
      container: this.#container(pid, status.namespacePids),
    }
  }

  environment(pid: number): ReadonlyMap<string, string> | null {
    const text = readProcText(this.#file(pid, 'environ'), maxEnvironmentBytes)
    return text === null ? null : parseEnvironment(text)
  }

  /** One variable, without making text of all the others. */
  environmentVariable(pid: number, name: string): string | null {
    const bytes = readProcBytes(this.#file(pid, 'environ'), maxEnvironmentBytes)
    return bytes === null ? null : findVariable(bytes, name)
  }

  loadedRuntime(pid: number): LoadedRuntime | 'none' | 'unreadable' {
    const maps = readProcText(this.#file(pid, 'maps'), maxMapsBytes)
    if (maps === null) return 'unreadable'
    return parseMaps(maps) ?? 'none'
  }

  usage(pids: readonly number[]): Promise<readonly OsUsage[]> {
    const entries: OsUsage[] = []
    const wanted = new Set(pids)
    for (const pid of this.#lastUsage.keys()) if (!wanted.has(pid)) this.#lastUsage.delete(pid)
    for (const pid of pids) {
      const stat = this.#stat(pid)
      if (stat !== null) entries.push(this.#usageOf(pid, stat))
    }
    return Promise.resolve(entries)
  }

  hasRuntimeStarted(pid: number): boolean | null {
    return hasRuntimeStarted(readThreadNames(pid, this.#procRoot))
  }

  userName(userId: number): string | null {
    return this.#users.nameOf(userId)
  }

  /** Pids from our namespace down to the innermost one; one number when it shares ours. */
  namespacePids(pid: number): readonly number[] {
    return parseStatus(readProcText(this.#file(pid, 'status'), shortLimitBytes) ?? '').namespacePids
  }

  /** True when it sees another file system than we do; false when that cannot be known. */
  hasOtherMountNamespace(pid: number): boolean {
    const namespace = readProcLink(this.#file(pid, 'ns/mnt'))
    return namespace !== null && this.#ownMountNamespace !== null && namespace !== this.#ownMountNamespace
  }

  /** Path under which the target's own root is visible to us. */
  rootOf(pid: number): string {
    return this.#file(pid, 'root')
  }

  #usageOf(pid: number, stat: ReadStat): OsUsage {
    const timeMs = stat.readMs
    const last = this.#lastUsage.get(pid)
    this.#lastUsage.set(pid, { startTicks: stat.startTicks, cpuTicks: stat.cpuTicks, timeMs })
    const isSame = last?.startTicks === stat.startTicks && timeMs > last.timeMs
    const seconds = isSame ? (timeMs - last.timeMs) / 1000 : 0
    return {
      pid,
      cpuPercent: isSame ? ((stat.cpuTicks - last.cpuTicks) / this.#ticksPerSecond / seconds) * 100 : null,
      workingSetBytes: stat.residentPages * this.#pageSize,
      threadCount: stat.threadCount,
    }
  }

  #container(pid: number, namespacePids: readonly number[]): OsProcessDetails['container'] {
    const named = parseCgroup(readProcText(this.#file(pid, 'cgroup'), shortLimitBytes) ?? '')
    const innerPid = namespacePids.length > 1 ? (namespacePids.at(-1) ?? null) : null
    if (named === null && innerPid === null) return null
    // A pid namespace of its own without a known engine: named by the namespace itself.
    const id = named?.id ?? /\[(\d+)\]/.exec(readProcLink(this.#file(pid, 'ns/pid')) ?? '')?.[1] ?? 'namespace'
    return { id, engine: named?.engine ?? 'other', innerPid }
  }

  #stat(pid: number): ReadStat | null {
    const nowMs = performance.now()
    if (nowMs - this.#statsMs >= freshMs) {
      this.#stats.clear()
      this.#statsMs = nowMs
    }
    const known = this.#stats.get(pid)
    if (known !== undefined) return known
    const text = readProcText(this.#file(pid, 'stat'), shortLimitBytes)
    const parsed = text === null ? null : parseStat(text)
    // What is not there now may be there a moment later, with a socket that says so.
    if (parsed === null) return null
    const stat = { ...parsed, readMs: nowMs }
    this.#stats.set(pid, stat)
    return stat
  }

  #file(pid: number, name: string): string {
    return `${this.#procRoot}/${pid}/${name}`
  }
}
