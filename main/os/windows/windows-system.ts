import path from 'node:path'
import type { LoadedRuntime, OperatingSystem, OsProcess, OsProcessDetails, OsUsage } from '../operating-system.ts'
import { parseProcessTable, startTimeMsOf, type WindowsProcess } from './process-table.ts'
import type { WindowsCalls } from './windows-calls.ts'

/** Several questions of one look share a table. */
const freshMs = 100
/** Idle and System: no programs. */
const lastSystemPid = 4

interface Cpu {
  readonly created: bigint
  readonly cpu: bigint
  readonly timeMs: number
}

/** Windows: one table for all processes with their times and memory, everything else asked of the one process it is about. */
export class WindowsSystem implements OperatingSystem {
  readonly #calls: WindowsCalls
  readonly #now: () => number
  #table: ReadonlyMap<number, WindowsProcess> = new Map()
  #readMs = -Infinity
  #ownUserKey: string | null = null
  readonly #lastCpu = new Map<number, Cpu>()

  constructor(calls: WindowsCalls, now: () => number = () => performance.now()) {
    this.#calls = calls
    this.#now = now
  }

  listPids(): Promise<readonly number[]> {
    return Promise.resolve([...this.#read().keys()])
  }

  process(pid: number): OsProcess | null {
    const found = this.#find(pid)
    if (found === null) return null
    return {
      pid,
      parentPid: this.#parentOf(found),
      startKey: `${found.created}`,
      startTimeMs: startTimeMsOf(found.created),
      shortName: found.name || `${pid}`,
      isKernelThread: pid <= lastSystemPid,
      isStopped: false,
      threadCount: found.threadCount,
    }
  }

  details(pid: number): OsProcessDetails {
    const commandLine = this.#calls.commandLine(pid)
    const token = this.#calls.token(pid)
    this.#ownUserKey ??= this.#calls.token(process.pid)?.userKey ?? null
    return {
      userId: null,
      userName: token?.userName ?? null,
      isSameUser: token !== null && token.userKey !== null && token.userKey === this.#ownUserKey,
      commandLine,
      arguments: commandLine === null ? null : this.#calls.splitCommandLine(commandLine),
      // Windows holds command lines as UTF-16, at most 32,767 units: none can make an answer overflow.
      commandLineBytes: commandLine === null ? null : Buffer.byteLength(commandLine),
      executable: this.#calls.imagePath(pid),
      workingFolder: null,
      container: null,
      architecture: this.#calls.architecture(pid),
      isAppContainer: token?.isAppContainer ?? null,
    }
  }

  environment(): null {
    return null
  }

  hasRuntimeStarted(): null {
    return null
  }

  loadedRuntime(pid: number): LoadedRuntime | 'none' | 'unreadable' {
    const modules = this.#calls.modules(pid)
    if (modules === null) return 'unreadable'
    const runtime = modules.find((file) => path.win32.basename(file).toLowerCase() === 'coreclr.dll')
    if (runtime === undefined) return 'none'
    return { flavour: 'coreclr', version: /\\Microsoft\.NETCore\.App\\([^\\]+)\\/i.exec(runtime)?.[1] ?? null }
  }

  usage(pids: readonly number[]): Promise<readonly OsUsage[]> {
    const wanted = new Set(pids)
    for (const pid of this.#lastCpu.keys()) if (!wanted.has(pid)) this.#lastCpu.delete(pid)
    const table = this.#read()
    return Promise.resolve(
      pids.flatMap((pid) => {
        const found = table.get(pid)
        return found === undefined ? [] : [this.#usageOf(found)]
      }),
    )
  }

  userName(): null {
    return null
  }

  #usageOf({ pid, created, cpu, workingSetBytes, threadCount }: WindowsProcess): OsUsage {
    const last = this.#lastCpu.get(pid)
    const timeMs = this.#readMs
    if (last?.timeMs !== timeMs) this.#lastCpu.set(pid, { created, cpu, timeMs })
    const isSame = last?.created === created && timeMs > last.timeMs
    // 100 ns each: 10,000 of them are a millisecond.
    const cpuPercent = isSame ? (Number(cpu - last.cpu) / 10_000 / (timeMs - last.timeMs)) * 100 : null
    return { pid, cpuPercent, workingSetBytes, threadCount }
  }

  /** A parent that was created later is somebody else with its pid. */
  #parentOf({ parentPid, created }: WindowsProcess): number {
    const parent = this.#table.get(parentPid)
    return parent !== undefined && parent.created <= created ? parentPid : 0
  }

  #find(pid: number): WindowsProcess | null {
    return this.#read().get(pid) ?? null
  }

  #read(): ReadonlyMap<number, WindowsProcess> {
    const nowMs = this.#now()
    if (nowMs - this.#readMs < freshMs) return this.#table
    const table = this.#calls.processTable()
    // Refused: the last one stays.
    if (table !== null) this.#table = parseProcessTable(table.bytes, table.address)
    this.#readMs = nowMs
    return this.#table
  }
}
